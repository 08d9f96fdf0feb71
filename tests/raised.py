"""`raises(Kind, field=value)`: the block raises an error that carries such a finding. Wording is tested elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import dalembert as da


@contextmanager
def raises(
    kind: type[da.errors.Finding] | tuple[type[da.errors.Finding], ...], **fields: Any
) -> Iterator[pytest.ExceptionInfo[Any]]:
    """Expect an error whose finding is of this kind and has these fields."""
    with pytest.raises((da.DalembertError, KeyboardInterrupt)) as info:
        yield info
    _matches(getattr(info.value, "finding", None), kind, fields)


@contextmanager
def warns(kind: type[da.errors.Finding] | tuple[type[da.errors.Finding], ...], **fields: Any) -> Iterator[Any]:
    """Expect a warning whose finding is of this kind and has these fields."""
    with pytest.warns(da.errors.DalembertWarning) as record:
        yield record
    found = [getattr(x.message, "finding", None) for x in record]
    _matches(next((x for x in found if isinstance(x, kind)), found[0]), kind, fields)


def _matches(found: Any, kind: Any, fields: dict[str, Any]) -> None:
    assert isinstance(found, kind), f"expected {kind}, got {found!r}"
    seen = {name: getattr(found, name) for name in fields}
    assert seen == fields, f"{type(found).__name__} has {seen}, expected {fields}"
