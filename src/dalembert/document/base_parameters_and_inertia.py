"""Tables and charts of base parameters, of the structure of the mass matrix M, and of peak torques.

The table of base parameters has one row per link and one column per kind of parameter. The letter R marks a parameter
that includes other parameters (regrouping). The chart of M shows the range of each entry and the coordinates on which
the entry depends. M is also printed numerically at one configuration, together with short symbolic entries.
"""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

import numpy as np

from dalembert.closed.model.base_parameters import BaseParameters
from dalembert.closed.model.mechanics import LABELS
from dalembert.closed.model.terms import entry_name
from dalembert.closed.printing.display import Style
from dalembert.document.facts import MOST, Facts, Survey
from dalembert.document.model_tables import in_unit, moving_links, named
from dalembert.document.plot import Picture
from dalembert.drawing.chart import figure, indexed
from dalembert.dynamics import gravity_vector, mass_matrix
from dalembert.graph import evaluate
from dalembert.tolerance import NEGLIGIBLE, PRINTED_ZERO
from dalembert.typeset import tree as t
from dalembert.typeset.block import Block, Blocks, Display, Equation, Passage, Table, Words
from dalembert.typeset.language import Language
from dalembert.typeset.number import PLAIN_DIGITS, entries, scaled, significant, trimmed
from dalembert.typeset.palette import COLOURS, INK, LIMIT, LINE, PAPER, QUIET, TERMS, WORDS

LARGEST = 8  # largest number of coordinates for which the cells of M contain text
_ROOM = 100  # number of characters that fit in a row of cells
_SMALL = 0.1  # kg m²: smaller inertias are printed in g m²
_ROOT = 0.42  # exponent of the tint, so that small entries differ visibly


def shares(x: Survey, rows: list[int]) -> Any:
    """Plot the largest torque or force of each motor as a fraction of the limit, stacked by kind of term."""
    limited = x.loads(rows)[1]
    scale = 100 / x.limits if limited else np.ones(x.robot.nv)
    drawn = figure(height=45 + 14.5 * len(rows))
    axis, parts = drawn.add_subplot(), _parts(x)
    for row, k in enumerate(rows):
        sign = np.sign(x.largest[k]) or 1.0
        ends = {1: 0.0, -1: 0.0}
        for kind, part in parts.items():
            size = float(sign * scale[k] * part[x.peaks[k], k])
            side = 1 if size >= 0 else -1
            axis.barh(row, size, left=ends[side], height=0.62, color=TERMS[kind][0] if kind in TERMS else QUIET)
            ends[side] += size
        total = float(scale[k] * abs(x.largest[k]))
        axis.plot([total, total], [row - 0.42, row + 0.42], color=INK, linewidth=1.3)
        unit = "N" if x.slides[k] else "N m"
        sentence = significant(abs(x.largest[k]), 3) + (f" of {trimmed(x.limits[k])}" if limited else "") + f" {unit}"
        plate = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.8}
        axis.annotate(
            sentence, (max(total, ends[1]), row), (5, 0), textcoords="offset points", va="center", fontsize=8.5,
            color=QUIET, bbox=plate,
        )  # fmt: skip
    axis.set_yticks(range(len(rows)), [indexed("τ", k + 1) for k in rows], fontsize=10)
    axis.invert_yaxis()
    axis.axvline(0, color=INK, linewidth=0.8)
    if limited:
        top = max(100.0, 100 * float(x.shares[rows].max()))
        axis.set_xlim(min(0.0, axis.get_xlim()[0]), top * 1.03)
        marks = [0, 25, 50, 75, 100] if top < 400 else [x for x in axis.get_xticks() if 0 <= x <= top]
        ticks = [significant(x, 3) if x > 1e5 else f"{x:.0f}" for x in marks]
        axis.set_xticks(marks, [*ticks[:-1], f"{ticks[-1]} %"])
        axis.axvline(100, color=LIMIT, linewidth=1.0)
        axis.axvspan(100, top * 1.03, facecolor="none", edgecolor=LIMIT, hatch="////", linewidth=0, alpha=0.6)
    else:
        axis.set_xlim(right=axis.get_xlim()[1] * 1.2)
        axis.set_xlabel("N" if x.slides[rows[0]] else "N m", loc="right", color=QUIET, fontsize=8.5)
    axis.grid(True, axis="x", color=LINE, linewidth=0.6)
    axis.set_axisbelow(True)
    axis.tick_params(axis="x", colors=QUIET, labelsize=8.5, length=2)
    axis.tick_params(axis="y", length=0)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.spines["bottom"].set_color(QUIET)
    _legend(drawn, [kind for kind in parts if kind in TERMS])
    return drawn


def _parts(x: Survey) -> dict[str, Any]:
    if x.robot.loops:
        return {"": x.tau}
    return dict(sorted(x.parts.items(), key=lambda part: {"gravity": 0, "inertial": 2}.get(part[0], 1)))


def _legend(drawn: Any, kinds: list[str]) -> None:
    from matplotlib.patches import Patch

    if kinds:
        handles = [Patch(facecolor=TERMS[kind][0], label=WORDS[kind]) for kind in kinds]
        drawn.legend(
            handles=handles, loc="outside right center", frameon=False, fontsize=9, handlelength=0.9, handleheight=0.9
        )


def structure_chart(x: Survey) -> Any:
    """Plot the upper triangle of M, with the range of each entry and the coordinates on which the entry depends.

    Darker cells mark larger entries.
    """
    n, scale = x.robot.nv, 1000.0 if in_grams(x) else 1.0
    low, high = x.M_range
    extent = np.maximum(np.abs(low), np.abs(high))
    mixed = len({y.unit for y in x.robot.dofs}) > 1
    top = extent.max() if not mixed else np.sqrt(np.outer(np.diag(extent), np.diag(extent)))
    share = np.where(extent > 0, extent / top, 0.0) ** _ROOT
    words = n <= LARGEST
    drawn = figure(height=22 + n * (24.5 if words else 280 / n))
    axis = drawn.add_subplot()
    from matplotlib.patches import Rectangle

    for i in range(n):
        for j in range(i, n):
            tint = (COLOURS["tint"][0], float(share[i, j]))  # text is legible even on the strongest tint
            axis.add_patch(Rectangle((j, i), 1, 1, facecolor=tint, edgecolor=COLOURS["strong"][0], linewidth=0.5))
            if words:
                above, below = _cell(x, i, j, scale * low[i, j], scale * high[i, j])
                small = 9 if n <= 7 else 8
                for text, y, size in ((above, 0.3 if below else 0.5, small), (below, 0.72, small - 0.7)):
                    axis.text(j + 0.5, i + y, text, ha="center", va="center", fontsize=size, color=INK)
    axis.set_xlim(0, n)
    axis.set_ylim(n, 0)
    every = 1 if n <= 12 else 2 if n <= 24 else 4
    marks = np.arange(0, n, every)
    axis.set_xticks(marks + 0.5, [rf"$\ddot q_{{{k + 1}}}$" for k in marks], fontsize=10.2)
    axis.set_yticks(marks + 0.5, [indexed("τ", int(k) + 1) for k in marks], fontsize=9)
    axis.xaxis.tick_top()
    axis.tick_params(length=0, colors=INK)
    axis.spines[:].set_visible(False)
    return drawn


def _cell(x: Survey, i: int, j: int, low: float, high: float) -> tuple[str, str]:
    """Return the labels of an entry of M: the coordinates on which the entry depends, and the range of the entry."""
    size = max(abs(low), abs(high))
    low, high = (0.0 if abs(x) < PRINTED_ZERO * size else x for x in (low, high))
    if size <= NEGLIGIBLE * np.abs(x.M).max() * (1000 if in_grams(x) else 1):
        return "0", ""
    on = [k + 1 for k in range(x.robot.nv) if x.depends[i, j, k]]
    if not on:
        return "const.", significant(high, 3)
    joined = on == list(range(on[0], on[-1] + 1)) and len(on) > 2
    sentence = f"{indexed('q', on[0])} … {indexed('q', on[-1])}" if joined else ", ".join(indexed("q", k) for k in on)
    if low < 0 and abs(low + high) < 0.2 * size:
        return sentence, f"±{significant(size, 3)}"
    for text in (f"{significant(low, 3)} … {significant(high, 3)}", f"{significant(low, 2)} … {significant(high, 2)}"):
        if len(text) <= _ROOM / x.robot.nv:
            return sentence, text
    up = size + 0.49 * 10.0 ** (np.floor(np.log10(size)) - 1)  # a bound must not be rounded down
    return sentence, f"|·| ≤ {significant(up, 2)}"


def in_grams(x: Survey) -> bool:
    """Return whether the chart of the mass matrix uses g m² instead of kg m², to avoid leading zeros."""
    return not x.slides.any() and 0 < float(np.abs(x.M).max()) < _SMALL


_UNITS = {  # columns of the table in this order
    **dict.fromkeys(("MX", "MY", "MZ"), "kg m"),
    "M": "kg",
    **dict.fromkeys(("XX", "XY", "XZ", "YY", "YZ", "ZZ", "IA"), "kg m²"),
}


def base_table(found: BaseParameters) -> Blocks:
    """Yield the table of base parameters of a robot without symbols."""
    mechanics = found.mechanics
    cells: dict[str, dict[str, tuple[float, bool]]] = {}
    for x in found:
        parameter = mechanics.parameters[x.parameter]
        link = mechanics.tree.bodies[parameter.body].link or str(parameter.body + 1)
        (number,) = evaluate([found.display.node(x.value)], {})
        cells.setdefault(link, {})[LABELS[parameter.which]] = (float(number), x.is_grouped)
    used = [name for name in _UNITS if any(name in row for row in cells.values())]
    columns: dict[str, list[str]] = {}
    units: dict[str, str] = {}
    for kind in dict.fromkeys(_UNITS[x] for x in used):
        names = [name for name in used if _UNITS[name] == kind]
        values = [[row[name][0] if name in row else 0.0 for row in cells.values()] for name in names]
        made, units[kind] = in_unit(values, kind)
        columns |= dict(zip(names, made, strict=True))
    for name, texts in columns.items():
        apart = "\u2003" if any(name in row and row[name][1] for row in cells.values()) else ""
        columns[name] = [
            x + ("\u00a0R" if row[name][1] else apart) if name in row else f"·{apart}"
            for x, row in zip(texts, cells.values(), strict=True)
        ]
    rows = tuple(zip(named([*cells], 19), *(columns[name] for name in used), strict=True))
    first = ", ".join(f"${x}$" for x in used if _UNITS[x] == "kg m")
    sentence = [f"first moments {first} in {units['kg m']}"] if first else []
    sentence += [f"mass $M$ in {units['kg']}"] if "M" in used else []
    others = "other parameters" if sentence else "moments of inertia"
    sentence += [f"{others} in {units['kg m²']}"] if any(_UNITS[x] == "kg m²" and x != "IA" for x in used) else []
    sentence += ["rotor inertias $I_a$ in the same unit, or in kg for prismatic joints"] if "IA" in used else []
    caption = f"Base parameters; {', '.join(sentence)}. A dot marks a parameter without effect."
    yield Table(
        ("link", *(f"${x}$" if x != "IA" else "$I_a$" for x in used)), rows, caption, True, "l" + "r" * len(used)
    )


_SHORT = 10  # largest number of terms of an entry that is printed
_ENTRIES = 6
_FEW = 12  # largest number of base parameters that are written as equations


def base(x: Facts) -> Blocks:
    """Yield a sentence about the base parameters, followed by a table or equations."""
    assert x.equations is not None
    found = x.equations.base_parameters
    all_of_them = f"the {10 * moving_links(x.robot)} inertial parameters"
    many = all_of_them if not x.robot.parameters else "masses, first moments and tensors"
    yield Words(
        f"The torques depend on {many} of the moving links only through {len(found)} "
        f"combination{'s' * (len(found) != 1)}. Parts that are fixed to a link count as part of it. Each "
        "combination is named after a parameter that it contains; R marks those that include parameters of links closer to "
        "the tip. Models with the same combinations have the same dynamics."
    )
    if not x.robot.parameters:
        yield from base_table(found)
    elif len(found) <= _FEW:
        yield Passage(lambda language: [Display(x.display(language, "base_parameters").equations, True)])


def inertia(x: Facts) -> Blocks:
    """Yield the chart of M, numerical values of M and g at one configuration, and short symbolic entries of M."""
    survey = x.survey
    assert survey is not None
    yield Words(
        r"Entry $M_{ij}$ is the effort that joint $i$ needs when joint $j$ accelerates by 1 rad/s² or 1 m/s². It depends only on "
        "joints that change the relative pose of the links that joint $i$ or joint $j$ moves.",
        formulas=True,
    )
    cells = (
        "Top: the coordinates each entry depends on. Bottom: its range"
        if x.numeric.nv <= LARGEST
        else "The size of each entry"
    )
    where = "within the limits" if survey.limited else "over postures within ±180° and ±0.5 m"
    unit = "" if survey.slides.any() else ", in g m²" if in_grams(survey) else ", in kg m²"
    yield Picture(
        "structure",
        lambda: structure_chart(survey),
        f"{cells} {where}{unit}; darker cells have larger values. The matrix is symmetric.",
    )
    yield from _posture(survey)
    if x.equations is None or not x.long:
        return
    if x.lines("M") <= MOST:
        sentence = "In closed form, with c and s for cosine and sine"
        yield Words(f"{sentence}{'' if x.robot.parameters or survey.slides.any() else ', in kg m²'}:")
        yield Passage(lambda language: [Display(x.display(language, "M").equations, True)])
    else:
        yield Passage(lambda language: _readable(x, language))


def _posture(x: Survey) -> Blocks:
    """Yield numerical values of the mass matrix and the gravity vector at one configuration."""
    n = x.robot.nv
    condition = f"The condition number of $M$ reaches {significant(x.condition, 3)} over the sampled configurations."
    if n > LARGEST:
        yield Words(condition, formulas=True)
        return
    q = x.posture(x.middle)
    M, g = mass_matrix(x.robot, q), gravity_vector(x.robot, q)
    turns = not x.slides.any()
    (inertia, units), (weight, heavy) = (
        scaled(float(np.abs(y).max(initial=0.0)), unit)
        for y, unit in ((M, "kg m²" if turns else "SI units"), (g, "N m" if turns else "SI units"))
    )
    if units == "kg m²" and np.diag(M).min() < _SMALL:
        inertia, units = 1000.0, "g m²"
    M, g = inertia * M, weight * g
    texts = entries(M.ravel().tolist(), 4)
    rows = [texts[n * i : n * (i + 1)] for i in range(n)]
    body = tuple(tuple(_number(y) if j >= i else t.Mark("·") for j, y in enumerate(row)) for i, row in enumerate(rows))
    equations = [Equation(t.Symbol("M", "M", bold=True), (t.Matrix(body),))]
    if abs(g).max() > 0:
        weights = entries(g.tolist())
        transposed = t.Script(t.Symbol("g", "g", bold=True), None, t.Mark("⊤"))
        equations.append(Equation(transposed, (t.Matrix((tuple(_number(y) for y in weights),)),)))
    gravity = "" if len(equations) == 1 else f" and the gravity vector (in {heavy})"
    yield Words(
        rf"{condition} At the middle of the joint ranges, $q$ = ({_angles(x)}), the inertia matrix (in {units}){gravity} {'are' if gravity else 'is'}",
        formulas=True,
    )
    yield Display(tuple(equations), True)


def _number(text: str) -> t.Math:
    mantissa, times, power = text.removeprefix("−").partition(" × 10")
    size = t.Number(mantissa, int(power.translate(PLAIN_DIGITS)) if times else 0)
    return t.Row((t.NEGATIVE, size)) if text.startswith("−") else size


def _angles(x: Survey) -> str:
    sentence = []
    for slides, value in zip(x.slides, x.middle, strict=True):
        sentence.append(
            f"{significant(float(value), 2)} m"
            if slides
            else f"{round(math.degrees(float(value))):d}°".replace("-", "−")
        )
    return ", ".join(sentence)


def _readable(x: Facts, language: Language) -> list[Block]:
    """Return the entries of M that have few terms, starting from the last joint."""
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
    unit = ", in kg m²" if not x.robot.parameters and not any(dof.slides for dof in x.robot.dofs) else ""
    most = MOST // 2
    return [
        Words(f"The entries of the last joints are short enough to print{unit}, with c and s for cosine and sine:"),
        Display(tuple(made[:most]), True),
    ]
