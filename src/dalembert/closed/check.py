r"""Check a student's or a paper's equation against the robot, exactly.

    check(robot, "tau2 = H22*qdd2 + H12*qdd1 - h*qd1*qd2 + G2", where={"h": "m2*l1*lc2*sin(q2)"}).explain()

Both sides become elements of the robot's ring, where equal is equal: any way of writing a right equation is right, and
the difference of a wrong one is named term by term.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dalembert.closed.checking.claim import claims
from dalembert.closed.checking.compare import differences
from dalembert.closed.checking.convention import HABITS, conventions
from dalembert.closed.checking.diagnosis import Budget
from dalembert.closed.checking.expansion import display_in
from dalembert.closed.checking.parts import USUAL, Habit
from dalembert.closed.checking.verdict import Finding, Verdict
from dalembert.closed.model.driven import elastic_joints
from dalembert.closed.model.elastic import link_side, motor_effort, spring_effort
from dalembert.closed.model.mechanics import Mechanics, mechanics
from dalembert.closed.reading.operand import entries
from dalembert.closed.reading.parser import Reading, parse
from dalembert.errors import WrongValue
from dalembert.graph.walk import symbols
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot


def check(
    robot: Robot,
    text: str,
    where: Mapping[str, Any] | None = None,
    *,
    wrench: Mapping[str, Sequence[Any]] | None = None,
    tolerance: float = 0.0,
) -> Verdict:
    r"""The verdict on one or several equations.

    `text`: plain text or LaTeX. An equation of motion, `tau2 = …` or any rearrangement of it; an entry of the model,
    `M12 = …`, `c1 = …`, `g2 = …`, `c_{112} = …`; a matrix or a vector, `M = [[…]]`; an energy, `T = …`, `U = …` (up to a
    constant), `L = …`, `H = T + U`; any S with c = S q̇, `S = [[…]]`; a step of the derivation, `T1 = …`, `ω2 = …`,
    `v_c2 = …`, `∂L/∂q̇1 = …`, `ZZ1R = …`; kinematics, `x = …`, `J = [[…]]`, `det J = …`. Names of the model that are not
    defined (H22, G2) mean its own entries. A decimal is right if it is so to the digits that are written.
    `where`: abbreviations, {"h": "m2*l1*lc2*sin(q2)"}.
    `wrench`: {frame: [force, moment]} on the robot; its symbols may occur, {"tool": ["Fx", 0, 0, 0, 0, 0]}.
    `tolerance`: relative difference of numbers that is still right, beyond the digits written.
    """
    if not isinstance(tolerance, (int, float, Fraction)) or not 0 <= tolerance < 1:
        raise WrongValue(f"tolerance must be at least 0 and less than 1, got {tolerance!r}")
    truth = mechanics(robot, wrench=wrench)
    told = [*sorted(symbols(x for _, w in truth.wrench for x in w)), *(str(x) for x in truth.multipliers)]
    told += dict.fromkeys(name for x in truth.coordinates.names for name in x.quaternion)
    soft = elastic_joints(robot)
    sprung = _elastic(robot, soft, text, where, told, wrench, tolerance) if soft else None
    if sprung is not None and sprung.correct:
        return sprung
    reading = parse(robot, text, where, told)
    verdict = _usual(truth, reading, tolerance)
    if soft:
        has = "has a spring" if len(soft) == 1 else "have springs"
        rigid = f"compared with the rigid model, θ = q, though {', '.join(soft)} {has}"
        verdict = replace(verdict, notes=(*verdict.notes, rigid))
    return verdict if verdict.correct or sprung is None else sprung


def _elastic(
    robot: Robot,
    soft: Sequence[str],
    text: str,
    where: Mapping[str, Any] | None,
    told: Sequence[str],
    wrench: Mapping[str, Sequence[Any]] | None,
    tolerance: float,
) -> Verdict | None:
    """The verdict with the motors behind their springs, where a text names their angles: links 0 = … + K (q − θ), motors τ."""
    places = [robot.coordinates.index(name) for name in soft]
    motors = {f"theta{'d' * order}{k + 1}" for k in places for order in range(3)}
    reading = parse(robot, text, where, [*told, *sorted(motors)])
    if motors.isdisjoint(_uses(reading)):
        return None
    drives = [(k, robot.coordinate(robot.coordinates[k]).drive or Drive()) for k in places]
    habit = Habit(springs=tuple((k, spring_effort(x, k + 1), motor_effort(x, k + 1)) for k, x in drives))
    verdict = _verdict(mechanics(link_side(robot), wrench=wrench), reading, tolerance, habit)
    note = "θ is read as the angle of a motor behind its spring, on the link's side of the gear"
    return replace(verdict, notes=(*verdict.notes, note))


def _uses(reading: Reading) -> set[str]:
    return symbols(x for s in reading.statements for side in s.sides for x in entries(side))


def _usual(truth: Mechanics, reading: Reading, tolerance: float) -> Verdict:
    """As it stands, or with what a writer may mean by names that books use in two ways."""
    verdict, uses = _verdict(truth, reading, tolerance), _uses(reading)
    if not verdict.correct and len(reading.statements) == 1:
        for names, habit, why in HABITS:  # c_ijk inside an equation with another order of indices, v_2 of a mass centre
            used = any(x.startswith(names) for x in uses)
            other = _verdict(truth, reading, tolerance, habit) if used else verdict
            if other.correct:
                return replace(
                    other, findings=tuple(replace(x, convention=x.convention or why) for x in other.findings)
                )
    return verdict


def _verdict(truth: Mechanics, reading: Reading, tolerance: float, habit: Habit = USUAL) -> Verdict:
    model, said, remarks = claims(truth, reading, habit)
    display = display_in(model.ring, truth.display, any(claim.decimal for claim in said))
    found = [differences(claim, model, display, tolerance) for claim in said]
    wrong = [i for i, x in enumerate(found) if x.missing or x.wrong]
    budget = Budget()
    with budget.spent() as deadline:
        plain = wrong and not truth.has_balls  # how else a ball could be described is not guessed
        other = conventions(truth, replace(model, deadline=deadline), said, wrong) if plain else {}
    findings = [
        Finding(claim, found[i], truth, model, display, budget, other.get(i, "")) for i, claim in enumerate(said)
    ]
    if wrong and truth.constraints:
        remarks.append(
            "compared for every q: what is equal only where the loops are closed, φ(q) = 0, counts as different"
        )
    return Verdict(tuple(findings), (*reading.notes, *remarks))
