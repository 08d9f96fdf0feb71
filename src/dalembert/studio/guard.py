"""Access control of the studio: only pages from this server on this machine may connect, and the amount of data is limited.

The Host header rejects names that another site directs to 127.0.0.1, and the Origin header rejects pages of other sites. The token
rejects other users of the machine; it has 256 random bits, is new at each start and is part of every address. Pages may not load
anything from elsewhere, and may only run the scripts of the studio (content security policy).
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
    """Access rules of a running server, with its address and its token."""

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
        """Address to open in the browser."""
        return f"http://{self.authorities[0]}/{self.token}/"

    def refusal(self, path: str, headers: Mapping[str, str], *, acts: bool) -> finding.AccessDenied | None:
        """Return the reason why a request is rejected, or None. A request that `acts` (socket, upload) must have an Origin
        header."""
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
        """Headers of every reply."""
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
    """Return a single address of this machine to listen on; reject addresses that represent all of them."""
    address = None
    with suppress(ValueError):
        address = ip_address("127.0.0.1" if host == "localhost" else host)
    if address is None or address.is_unspecified:
        raise finding.WrongType(Argument("host"), Noun("an address"), given(host)).error()
    return str(address)


def present(value: T | None, noun: str) -> T:
    """Return an object that a request needs; raise an error if it does not exist yet."""
    if not value:
        raise finding.Nothing(Noun(noun)).error()
    return value
