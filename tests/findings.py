"""`matching(findings, Kind, field=value)`: the findings of a kind with these fields, also those nested in others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

import dalembert as da


def matching(
    findings: Iterable[da.errors.Finding],
    kind: type[da.errors.Finding] | tuple[type[da.errors.Finding], ...],
    **wanted: Any,
) -> list[Any]:
    return [x for x in _all(findings) if isinstance(x, kind) and {k: getattr(x, k) for k in wanted} == wanted]


def _all(findings: Iterable[da.errors.Finding]) -> Iterator[da.errors.Finding]:
    for x in findings:
        yield x
        yield from _all(y for f in fields(x) if isinstance(y := getattr(x, f.name), da.errors.Finding))
