"""Base parameters, and the structure of M: what each entry depends on, numbers at one posture, entries that can be read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

import numpy as np

from dalembert.closed.model.terms import entry_name
from dalembert.closed.printing.tree_writer import Style
from dalembert.dynamics import gravity_vector, mass_matrix
from dalembert.report import base_table, chart, model
from dalembert.report.document import Picture
from dalembert.report.request import MOST, Facts
from dalembert.report.survey import Survey
from dalembert.typeset import tree as t
from dalembert.typeset.block import Block, Display, Equation, Passage, Words
from dalembert.typeset.language import Language
from dalembert.typeset.number import column, places, scaled, significant

_SHORT = 10  # terms of an entry that is short enough to read
_ENTRIES = 6
_LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_FEW = 12  # base parameters that are written as equations


def base(x: Facts) -> Iterator[Block]:
    """The combinations of inertial parameters that torques depend on."""
    assert x.equations is not None
    found = x.equations.base_parameters
    all_of_them = f"the {10 * model.moving_links(x.robot)} inertial parameters"
    many = all_of_them if not x.robot.parameters else "masses, first moments and tensors"
    yield Words(
        f"Torques depend on {many} of the moving links, with all that is fixed to each, only through {len(found)} "
        f"combination{'s' * (len(found) != 1)} of them, named by mass moments and tensor entries of the link that they are "
        "grouped with. Two models with the same combinations move alike."
    )
    if not x.robot.parameters:
        yield from base_table.table(found)
    elif len(found) <= _FEW:
        yield Passage(lambda language: [Display(x.display(language, "base_parameters").equations, True)])


def inertia(x: Facts) -> Iterator[Block]:
    """The chart of M, M and g at one posture, and the entries short enough to read."""
    survey = x.survey
    assert survey is not None
    yield Words(
        r"Entry $M_{ij}$ says what effort joint $i$ needs when joint $j$ accelerates by 1 rad/s² or 1 m/s². It depends on the "
        "joints that change how the bodies beyond both lie to each other; moving them as one body changes nothing.",
        formulas=True,
    )
    cells = (
        "Above: which coordinates each entry depends on. Below: its range"
        if x.numeric.nv <= chart.LARGEST
        else "The size of each entry"
    )
    where = "within the limits" if survey.limited else "over postures of half a turn and half a metre either way"
    unit = "" if survey.slides.any() else ", in g m²" if chart.in_grams(survey) else ", in kg m²"
    yield Picture(
        "structure",
        lambda: chart.structure(survey),
        f"{cells} {where}{unit}; a stronger tint is larger. The matrix is symmetric.",
    )
    yield from _posture(survey)
    if x.equations is None or not x.long:
        return
    if x.lines("M") <= MOST:
        said = "Written out, with c and s for cosines and sines"
        yield Words(f"{said}{'' if x.robot.parameters or survey.slides.any() else ', in kg m²'}:")
        yield Passage(lambda language: [Display(x.display(language, "M").equations, True)])
    else:
        yield Passage(lambda language: _readable(x, language))


def _posture(x: Survey) -> Iterator[Block]:
    """M and g as numbers."""
    n = x.robot.nv
    if n > chart.LARGEST:
        yield Words(
            f"The condition number of $M$ reaches {significant(x.condition, 3)} over the postures drawn.", formulas=True
        )
        return
    q = x.posture(x.middle)
    M, g = mass_matrix(x.robot, q), gravity_vector(x.robot, q)
    turns = not x.slides.any()
    (inertia, units), (weight, heavy) = (
        scaled(float(np.abs(y).max(initial=0.0)), unit)
        for y, unit in ((M, "kg m²" if turns else "SI units"), (g, "N m" if turns else "SI units"))
    )
    M, g = inertia * M, weight * g
    decimals = places(M.ravel())
    rows = [column([float(y) for y in row], decimals=decimals) for row in M]
    body = tuple(tuple(_number(y) if j >= i else t.Mark("·") for j, y in enumerate(row)) for i, row in enumerate(rows))
    equations = [Equation(t.Symbol("M", "M", bold=True), (t.Matrix(body),))]
    if abs(g).max() > 0:
        weights = column([float(y) for y in g])
        transposed = t.Script(t.Symbol("g", "g", bold=True), None, t.Mark("⊤"))
        equations.append(Equation(transposed, (t.Matrix((tuple(_number(y) for y in weights),)),)))
    least = 0.5 * 10.0**-decimals
    zero = (
        f" (a 0 is less than {f'{least:g}' if least >= 1e-4 else significant(least, 1)})"
        if any(y == "0" for row in rows for y in row) and decimals
        else ""
    )
    gravity = "" if len(equations) == 1 or heavy == "SI units" == units else f" and gravity in {heavy}"
    yield Words(
        rf"The condition number of $M$ reaches {significant(x.condition, 3)} over the postures drawn. In the middle of the "
        rf"ranges, $q$ = ({_angles(x)}), in {units}{zero}{gravity}:",
        formulas=True,
    )
    yield Display(tuple(equations), True)


def _number(text: str) -> t.Math:
    mantissa, times, power = text.removeprefix("−").partition(" × 10")
    size = t.Number(mantissa, int(power.translate(_LOWERED)) if times else 0)
    return t.Row((t.NEGATIVE, size)) if text.startswith("−") else size


def _angles(x: Survey) -> str:
    said = []
    for name, value in zip(x.robot.coordinates, x.middle, strict=True):
        slides = x.robot.coordinate(name).slides
        said.append(
            f"{significant(float(value), 2)} m"
            if slides
            else f"{round(math.degrees(float(value))):d}°".replace("-", "−")
        )
    return ", ".join(said)


def _readable(x: Facts, language: Language) -> list[Block]:
    """Entries of M of few terms, from the last joint on."""
    assert x.equations is not None
    mechanics = x.equations.mechanics
    n = range(mechanics.n)
    known = ((i, j) for i in reversed(n) for j in reversed(n[i:]))
    chosen = list(islice(((i, j) for i, j in known if 0 < len(mechanics.M[i][j]) <= _SHORT), _ENTRIES))
    if not chosen:
        return []
    style = Style(
        short=True,
        digits=x.request.style.get("digits") or 4,
        symbols=x.request.style.get("symbols") or {},
        plain=language.plain,
    )
    sums = [mechanics.display.sum(mechanics.M[i][j]) for i, j in chosen]
    writer = mechanics.display.writer(style, sums)
    made = [
        Equation(writer.symbol(entry_name("M", (i + 1, j + 1), mechanics.n)), (writer.sum(y),))
        for (i, j), y in zip(chosen, sums, strict=True)
    ]
    unit = (
        ", in kg m²"
        if not x.robot.parameters and not any(x.robot.coordinate(y).slides for y in x.robot.coordinates)
        else ""
    )
    most = MOST // 2
    return [
        Words(f"Entries of the last joints are short enough to read{unit}; c and s are cosines and sines:"),
        Display(tuple(made[:most]), True),
    ]
