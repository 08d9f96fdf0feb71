"""A robot as plain JSON, all that a page needs to be alive without Python; `web/payload.ts` says the same in TypeScript.

    payload(robot)["wasm"]         its programs (`kernels`)
                  ["solids"]       its shape (`view.shape`)
                  ["equations"]    terms with their kinds, as MathML (`equation`)
                  ["derivation"]   steps of a derivation;  ["certificate"]: what was proved, in words (`lesson`)
                  ["owners"]       what each symbol is about, so that both light up

Names come from robot files and may hold anything: they are texts here and stay texts in the page.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.errors import WrongValue, shown
from dalembert.formats.visual import Visual
from dalembert.graph import evaluate, symbols
from dalembert.mechanism import project
from dalembert.robot.model import Robot
from dalembert.robot.tree import Body, tree
from dalembert.studio.choice import Choice, posture
from dalembert.studio.equation import Written, written
from dalembert.studio.kernels import elastic_places, kernels
from dalembert.studio.lecture import Note
from dalembert.studio.sample_value import sample_values
from dalembert.view.shape import shape
from dalembert.view.skin import skin

ALL, NOTHING = Choice(), Note()
MESHES = 24_000  # triangles of a shared page, about
_GRAIN = 2e-4  # of the reach: the grid that their vertices lie on
_SPLIT = 12  # coordinates up to which centrifugal and Coriolis shares are told apart
_RATES = (1.4, -2.1, 0.9, -0.6, 0.5, 0.4)
_ACCELERATIONS = (2.5, -1.5, 1.2, 0.8, -0.6, 0.5)


def payload(
    robot: Robot,
    *,
    values: Mapping[str, Any] | None = None,
    origin: str = "robot = da.load(…)",
    title: str = "",
    lesson: bool = True,
    q: ArrayLike | None = None,
    choice: Choice = ALL,
    note: Note = NOTHING,
    shapes: tuple[Visual, ...] = (),
) -> dict[str, Any]:
    """What a page knows of a robot. `values` are numbers for its symbols, sample ones for those left out; `origin` is the
    line of Python that makes it. Without `lesson` there is no derivation, no certificate, and no motion in time: the studio
    asks Python for them. `choice` says what is shown, `note` what is said above it, `shapes` are those of
    the robot's file."""
    if robot.n == 0:
        raise WrongValue(f"robot '{shown(robot.name)}' has no moving joint; there is nothing to bring to life")
    given = sample_values(robot, values)
    bound = robot.bind(**given) if given else robot
    (drawn, scene), equation = shape(bound), written(robot)
    parts = choice.parts
    if not {"equations", "quiz"} & set(parts):
        equation = Written(None, "", None)
    moves = lesson and "simulation" in parts
    contents, wasm = kernels(bound, [] if equation.function is None else [equation.function], motion=moves)
    home = scene.home if q is None else posture(bound, q)
    elastic = elastic_places(bound) if contents["marches"] else []
    qd, qdd = _rates(bound, home)
    return {
        **drawn,
        **({"title": shown(title, 80)} if title else {}),
        "about": _about(bound),
        "python": _python(origin, given),
        "nq": bound.nq,
        "gravity": [float(x) for x in evaluate(list(bound.gravity), {})],
        "home": [float(x) for x in home],
        "rates": qd,
        "accelerations": qdd,
        "elastic": elastic,
        "loops": bool(bound.loops),
        "splits": bound.nv <= _SPLIT and not bound.balls,
        "parameters": {x: float(evaluate([given[x]], {})[0]) for x in equation.parameters},
        "owners": _owners(robot, tree(bound).bodies, (equation.quiz or {}).get("lambdas", ())),
        "equations": equation.data,
        "reason": equation.reason,
        **_lesson(robot, bound, parts if lesson else ()),
        "quiz": equation.quiz if "quiz" in parts else None,
        **choice.data(bound, elastic),
        "said": note.data(),
        "skin": skin(bound, shapes, MESHES, 2.0 ** np.floor(np.log2(_GRAIN * scene.reach))) if shapes else [],
        "contents": contents,
        "wasm": b64encode(wasm).decode(),
    }


def _lesson(robot: Robot, bound: Robot, parts: Sequence[str]) -> dict[str, Any]:
    if not {"derivation", "certificate", "code"} & set(parts):
        return {"derivation": [], "certificate": None, "code": []}
    from dalembert.studio import lesson  # a studio that opens a robot proves nothing yet, and starts a second sooner

    return {
        "derivation": lesson.derivation(robot) if "derivation" in parts else [],
        "certificate": lesson.quick_certificate(robot) if "certificate" in parts else None,
        "code": lesson.code(bound) if "code" in parts else [],
    }


def _about(robot: Robot) -> str:
    loops = f", {len(robot.loops)} loops" if robot.loops else ""
    return f"{robot.nv} coordinates, {len(robot.links)} links{loops}"


def _python(origin: str, given: Mapping[str, Any]) -> str:
    """The lines that make the robot, with numbers for its symbols."""
    if not given:
        return origin
    told = ", ".join(f"{name!r}: {float(evaluate([x], {})[0])!r}" for name, x in given.items())
    return f"{origin}\nrobot = robot.bind(**{{{told}}})"


def _rates(robot: Robot, home: Any) -> tuple[list[float], list[float]]:
    """Rates and accelerations to begin with; those of loops fit them."""
    scale = np.array([0.15 if robot.coordinate(x).slides else 1.0 for x in robot.coordinates])
    scale *= 0.3 if robot.n > 3 else 1.0
    floating = [x.name for joint in robot.joints if joint.kind == "free" for x in joint.coordinates]
    scale[[x in floating for x in robot.coordinates]] = 0
    qd, qdd = np.resize(_RATES, robot.nv) * scale, np.resize(_ACCELERATIONS, robot.nv) * scale
    if robot.loops:
        qd, qdd = project(robot, home, 0.2 * qd, 0 * qdd)
    return [round(float(x), 9) for x in qd], [round(float(x), 9) for x in qdd]


def _owners(robot: Robot, bodies: tuple[Body, ...], lambdas: Sequence[str]) -> dict[str, dict[str, Any]]:
    """q, q̇, q̈ and τ are of joints; masses, mass centres, tensors and lengths of links; gravity and λ of no part alone."""
    found: dict[str, dict[str, Any]] = {}
    named = tree(robot)
    for k in range(robot.nv):
        i = next(i for i, body in enumerate(bodies) if k in body.rates)
        for letter, words in (
            ("q", "position"),
            ("qd", "velocity"),
            ("qdd", "acceleration"),
            ("tau", "effort"),
            ("omega", "velocity"),
            ("g", "gravity effort"),
        ):
            found[f"{letter}{k + 1}"] = {"coordinate": k, "body": i, "words": f"{words} of joint {k + 1}"}
    for name in sorted(symbols(list(robot.gravity))):
        found[str(name)] = {"kind": "gravity", "words": "gravity"}
    for i, body in enumerate(named.bodies):
        inner = [body.inertia.mass, *body.inertia.ms, *body.inertia.tensor]
        own = [(x, i) for x in sorted(symbols(inner))]
        own += [(x, body.parent) for x in sorted(symbols([*body.placement.p]))]
        own += [(x, i) for at, pose in named.places.values() if at == i for x in sorted(symbols([*pose.p]))]
        for name, at in own:
            if at >= 0:
                found.setdefault(
                    str(name), {"body": at, "words": f"of link '{shown(bodies[at].link or bodies[at].name)}'"}
                )
    for name in sorted(map(str, symbols(list(robot.gravity)))):
        found.setdefault(name, {"words": "gravity"})
    for name in robot.parameters:
        found.setdefault(name, {"words": "of the robot"})
    return found | {name: {"words": "what keeps a loop closed: a force or moment in its cut"} for name in lambdas}
