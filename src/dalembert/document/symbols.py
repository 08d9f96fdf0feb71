"""Table of the symbols of a robot, with meanings and units.

The meaning of a symbol is determined by its use in the model. For example, m₁ is a mass if the mass of a link contains
m₁.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from dalembert.closed.equations import Equations
from dalembert.closed.printing.display import typeset
from dalembert.document.model_tables import words
from dalembert.errors import DalembertError
from dalembert.graph.walk import symbols
from dalembert.robot.loop import Loop
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.typeset.block import Table
from dalembert.typeset.tree import GREEK_NAMES

_ROTOR = {
    "rotor_inertia": "inertia of rotor {}", "gear_ratio": "gear ratio of joint {}", "damping": "viscous friction of joint {}",
    "motor_damping": "viscous friction of motor {}", "coulomb": "Coulomb friction of joint {}",
    "static": "static friction of joint {}", "stiffness": "stiffness of joint {}",
}  # fmt: skip
_UNITS = {"m·s⁻²": "m/s²", "kg·m²·s⁻²": "N\u00a0m", "kg·m·s⁻²": "N"}


def symbol_table(robot: Robot, equations: Equations | None) -> Table:
    """Create the table of symbols with meanings and units. Symbols that differ only in the index share a row."""
    rows = [*_motions(robot)]
    alike: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for name, (meaning, number) in meanings(robot).items():
        alike.setdefault((meaning, _symbol_unit(equations, name)), []).append((name, number))
    for (meaning, unit), named in alike.items():
        stems = {re.sub(r"\d+$", "", name) for name, _ in named}
        indexed = (
            len(stems) == 1
            and all(re.fullmatch(rf"[A-Za-z]+{re.escape(number)}", name) for name, number in named)
            and len(named) > 1
        )
        if indexed:
            rows.append((letter(named[0][0], "i"), meaning.replace("{}", "$i$").replace("{+}", "$i + 1$"), unit))
            continue
        for name, number in named:
            after = str(int(number) + 1) if number.isdigit() else "the next"
            rows.append((letter(name), meaning.replace("{}", number).replace("{+}", after), unit))
    return Table(("symbol", "meaning", "unit"), tuple(rows), formulas=True)


def _motions(robot: Robot) -> Iterator[tuple[str, str, str]]:
    every = list(robot.dofs)
    turns, slides, balls = (
        [k for k, x in enumerate(every, 1) if x.motion == motion] for motion in ("turn", "slide", "ball")
    )
    for letter_, what, effort, unit, force, chosen in (
        ("q", "joint angle", "torque", "rad", "N\u00a0m", turns),
        ("q", "joint displacement", "force", "m", "N", slides),
        (r"\omega", "angular velocity in body axes", "torque", "rad/s", "N\u00a0m", balls),
    ):
        if chosen:
            plural = "s" * (len(chosen) > 1)
            yield _listed(letter_, chosen), what if chosen is balls else f"{what}{plural}", unit
            yield _listed(r"\tau", chosen), f"{effort}{plural} at the joint{plural}", force
    if balls:
        k = balls[0]
        yield ", ".join(f"$q_{{\\mathrm{{{x}}}{k}}}$" for x in "wxyz"), "unit quaternion of the orientation", ""


def _listed(letter: str, which: list[int]) -> str:
    if len(which) > 3 and which == list(range(which[0], which[-1] + 1)):
        return rf"${letter}_{{{which[0]}}}$ … ${letter}_{{{which[-1]}}}$"
    return ", ".join(f"${letter}_{{{k}}}$" for k in which)


def meanings(robot: Robot) -> dict[str, tuple[str, str]]:
    """Map each symbol to a meaning and a link or joint number, as in {m1: ("mass of link {}", "1")}.

    If a symbol occurs several times, the first occurrence determines its meaning.
    """
    found: dict[str, tuple[str, str]] = {}

    def met(values: Any, meaning: str, number: object = "") -> None:
        for name in sorted(symbols(values)):
            found.setdefault(name, (meaning, str(number)))

    bodies = tree(robot).bodies
    numbers = {body.link: i for i, body in enumerate(bodies, 1) if body.link}
    plain = all(body.link for body in bodies)  # otherwise, joints with several coordinates carry links without a number
    called: dict[str, object] = {name: i if plain else f"'{words(name)}'" for name, i in numbers.items()}
    for name, i in called.items():
        met([robot.link(name).inertia.mass], "mass of link {}", i)
    met(robot.gravity, "acceleration of gravity")
    for joint in robot.joints:
        carrier, own = numbers.get(joint.parent), numbers.get(joint.child)
        where = (
            "joint {} to joint {+}"
            if carrier and own == carrier + 1
            else "joint {} to the next"
            if carrier
            else "base to joint {}"
        )
        met(joint.placement.p, where, carrier or own or "")
        met(joint.after.p, "length of link {}", called.get(joint.child, ""))
    for name, i in called.items():
        inertia = robot.link(name).inertia
        own_symbol = any(getattr(x, "args", None) == () for x in inertia.ms)
        reach = "joint {} to centre of mass of link {}" if plain else "joint to centre of mass of link {}"
        met(inertia.ms, "first moment of link {}" if own_symbol else reach, i)
        met(inertia.tensor, "moment of inertia of link {} about its centre of mass", i)
    for frame in robot.frames:
        met(frame.placement.p, "length of link {}", called.get(frame.link, ""))
    for loop in (x for x in robot.loops if isinstance(x, Loop)):
        for name, place in ((loop.first, loop.first_placement), (loop.second, loop.second_placement)):
            met(place.p, "length of link {}" if name in called else "position of a loop joint", called.get(name, ""))
    for i, body in enumerate(bodies, 1):
        for field, meaning in _ROTOR.items():
            value = getattr(body.drive, field, None) if body.drive is not None else None
            met([value] if value is not None else [], meaning, i)
    for name in robot.parameters:
        found.setdefault(name, ("constant", ""))
    return {name: found[name] for name in found if name in robot.parameters}


def letter(name: str, index: str = "") -> str:
    """Typeset a symbol as a formula such as $l_{c1}$. A non-empty `index` replaces the number of the symbol."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        return words(name)
    x = typeset(name, {})
    stem = f"\\{GREEK_NAMES[x.letter]}" if x.letter in GREEK_NAMES else x.letter
    sentence = re.sub(r"\d+$", "", x.index) if index else x.index
    upright = rf"\mathrm{{{sentence.replace(',', '')}}}" if sentence and not sentence.isdigit() else sentence
    low = upright + (f" {index}" if index else "")
    return f"${stem}_{{{low}}}$" if low else f"${stem}$"


def _symbol_unit(equations: Equations | None, name: str) -> str:
    if equations is None:
        return ""
    try:
        unit = equations.units[name]
    except (DalembertError, KeyError):
        return ""
    return _UNITS.get(unit, "" if unit == "1" else unit.replace("·", "\u00a0"))
