"""Base parameters as a table: names as columns, links as rows; R where parameters of others are regrouped into one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from dalembert.closed.base_parameters import BaseParameters
from dalembert.graph import Node
from dalembert.report.model import in_unit
from dalembert.typeset.block import Block, Table

_NAMES = ("MX", "MY", "MZ", "M", "XX", "XY", "XZ", "YY", "YZ", "ZZ", "IA")


def table(found: BaseParameters) -> Iterator[Block]:
    """Of a robot with numbers; nothing where a name is not one of theirs."""
    cells: dict[str, dict[str, tuple[float, bool]]] = {}
    for x in found:
        match = re.fullmatch(r"([A-Za-z]+?)_?(\d+)", x.label)
        number = _value(found, x.value)
        if match is None or number is None:
            return
        cells.setdefault(match[2], {})[match[1].upper()] = (number, x.is_grouped)
    used = [
        name
        for name in dict.fromkeys((*_NAMES, *(y for row in cells.values() for y in row)))
        if any(name in row for row in cells.values())
    ]
    columns: dict[str, list[str]] = {}
    units: dict[str, str] = {}
    for kind in dict.fromkeys(map(_unit, used)):
        names = [name for name in used if _unit(name) == kind]
        values = [[row[name][0] if name in row else 0.0 for row in cells.values()] for name in names]
        made, units[kind] = in_unit(values, kind)
        columns |= dict(zip(names, made, strict=True))
    for name, texts in columns.items():
        apart = "\u2003" if any(name in row and row[name][1] for row in cells.values()) else ""
        columns[name] = [
            x + ("\u00a0R" if row[name][1] else apart) if name in row else f"·{apart}"
            for x, row in zip(texts, cells.values(), strict=True)
        ]
    rows = tuple(zip(cells, *(columns[name] for name in used), strict=True))
    first = ", ".join(f"${x}$" for x in used if _unit(x) == "kg m")
    said = [f"first moments {first} in {units['kg m']}"] if first else []
    said += [f"mass $M$ in {units['kg']}"] if "M" in used else []
    others = "the others" if said else "moments of inertia"
    said += [f"{others} in {units['kg m²']}"] if any(_unit(x) == "kg m²" and x != "IA" for x in used) else []
    said += ["$I_a$ of drives, or kg where they slide, too"] if "IA" in used else []
    caption = f"Base parameters; {', '.join(said)}. R: parameters of links further out are in it."
    yield Table(
        ("link", *(f"${x}$" if x != "IA" else "$I_a$" for x in used)), rows, caption, True, "l" + "r" * len(used)
    )


def _unit(name: str) -> str:
    return "kg" if name == "M" else "kg m" if re.fullmatch("M[XYZ]", name) else "kg m²"


def _value(found: BaseParameters, value: Any) -> float | None:
    x = found.display.node(value)
    return None if isinstance(x, Node) else float(x)
