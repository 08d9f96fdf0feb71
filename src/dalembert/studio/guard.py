"""Access control for the studio, which accepts connections only from its own page on the same machine.

The Host header is checked because another site can make its name resolve to 127.0.0.1 (DNS rebinding). The Origin
header is checked to reject pages from other sites. A token prevents other users of the machine from accessing the
studio. The token consists of 256 random bits, is created at every start, and is part of every URL. The content security
policy allows only the scripts of the studio and forbids loading data from other servers.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TypeVar

from dalembert import finding
from dalembert.finding.finding import Argument, Identifier, Noun, given

T = TypeVar("T")
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class Guard:
    """Access rules of a running server, based on the address and the token."""

    host: str
    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def authorities(self) -> tuple[str, ...]:
        """Accepted values of the Host header."""
        named = f"[{self.host}]" if ":" in self.host else self.host
        return tuple(f"{name}:{self.port}" for name in dict.fromkeys((named, *LOOPBACK)))

    @property
    def address(self) -> str:
        """URL of the studio for the browser, including the token."""
        return f"http://{self.authorities[0]}/{self.token}/"

    def refusal(self, path: str, headers: Mapping[str, str], *, acts: bool) -> finding.AccessDenied | None:
        """Return the reason for rejecting a request, or None if the request is accepted.

        If `acts` is true (socket or upload), the request must have an Origin header.
        """
        host, origin = headers.get("host", ""), headers.get("origin")
        if host not in self.authorities:
            return finding.AccessDenied(Noun("other host"), given(host), Identifier(self.authorities[0]))
        if origin != f"http://{host}" and (acts or origin is not None):
            return finding.AccessDenied(Noun("other page"))
        if acts is False and headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return finding.AccessDenied(Noun("other page"))
        token = path.split("/")[1] if path.startswith("/") else ""
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            return finding.AccessDenied(Noun("no token"))
        return None

    @property
    def headers(self) -> dict[str, str]:
        """HTTP headers of every reply."""
        sockets = " ".join(f"ws://{x}" for x in self.authorities if not x.startswith("["))
        policy = (
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self' data:; "
            f"img-src 'self' data: blob:; connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'"
        )
        return {
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "no-store",
        }


def listening(host: str) -> str:
    """Return the IP address to listen on. Addresses that stand for all interfaces, such as 0.0.0.0, are rejected."""
    address = None
    with suppress(ValueError):
        address = ip_address("127.0.0.1" if host == "localhost" else host)
    if address is None or address.is_unspecified:
        raise finding.WrongType(Argument("host"), Noun("an address"), given(host)).error()
    return str(address)


def present(value: T | None, noun: str) -> T:
    """Return an object that is required for a request, or raise an error if the object does not exist."""
    if not value:
        raise finding.Nothing(Noun(noun)).error()
    return value
