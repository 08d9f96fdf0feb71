"""`matching(findings, Kind, field=value)`: the findings of a kind with these fields, also those nested in others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from dalembert.finding.finding import Finding


def matching(findings: Iterable[Finding], kind: type[Finding] | tuple[type[Finding], ...], **wanted: Any) -> list[Any]:
    return [x for x in _all(findings) if isinstance(x, kind) and {k: getattr(x, k) for k in wanted} == wanted]


def _all(findings: Iterable[Finding]) -> Iterator[Finding]:
    for x in findings:
        yield x
        yield from _all(y for f in fields(x) if isinstance(y := getattr(x, f.name), Finding))
