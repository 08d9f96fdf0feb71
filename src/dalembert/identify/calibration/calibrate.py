"""`calibrate`: the geometry of a robot from what was measured of it. [mooring1991], [hollerbach2016]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import UnknownName, WrongSize, WrongValue, did_you_mean
from dalembert.identify.calibration.error_model import ErrorModel
from dalembert.identify.calibration.estimate import Estimate, estimate, limit, off
from dalembert.identify.calibration.identifiable import ANY, MEASURED, Unseen, identifiable
from dalembert.identify.calibration.measurement import Measurement, check_lengths, read_measurements
from dalembert.identify.calibration.parameter import Parameter
from dalembert.identify.calibration.posture import random_postures
from dalembert.identify.calibration.residual import imagined, residual
from dalembert.identify.calibration.result import Calibration
from dalembert.identify.calibration.start import start
from dalembert.identify.thread import one_thread
from dalembert.kinematics.chain import chain
from dalembert.kinematics.rotation import log
from dalembert.kinematics.skeleton import numeric
from dalembert.robot.model import Robot

Array = NDArray[np.float64]
_POSTURES = 60  # random ones that tell what any posture shows
_LARGE = (0.02, 0.06)  # m, rad: more than an error of making


def calibrate(
    robot: Robot,
    measurements: Any,
    *,
    frame: str | None = None,
    base: bool = False,
    tool: bool = False,
    parameters: str | Iterable[str] = "all",
    noise: Any = None,
    robust: bool = False,
) -> Calibration:
    """The joint offsets and the geometry of a robot from measured poses, points or distances.

    measurements  {"q": (N, n), "poses": (N, 4, 4)}, with "points" (N, 3) or "distances" (N,) in place of poses; a pair
                  (q, values); or a list of mappings, each with its own "frame" and "noise" if need be. Distances are from
                  "centre", (3,) or (N, 3), or from one that is found where none is given.
    frame         the link or frame that was measured; default as everywhere
    base, tool    True where the placement of the base in the measuring frame, or of what was measured in `frame`, is
                  unknown; it may be anywhere
    parameters    "all", "offsets", or a list of names: a joint for its six, "joint1.offset", "joint2.x", "offsets"
    noise         standard deviation of lengths [m], for poses (m, rad), one or one a measurement; estimated if not given
    robust        leave out measurements that noise does not explain
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"calibrate needs a Robot first, got {type(robot).__name__}")
    robot.only("calibrate", springs=True)
    numeric(robot)
    sets = read_measurements(robot, measurements, frame, noise)
    check_lengths(robot, sets)
    model = ErrorModel(robot, tuple(sets), bool(base), bool(tool))
    with one_thread():
        return _calibrated(model, _asked(model, parameters), robust=bool(robust))


def _calibrated(model: ErrorModel, asked: list[int], *, robust: bool) -> Calibration:
    _enough(model, 0)
    begin = start(model)
    kept, unseen = _identifiable(model, begin, asked)
    _enough(model, len(kept))
    structural = tuple(kept)
    kept, missed = _seen(model, begin, kept)
    found = estimate(model, begin, kept, robust=robust)
    names = [model.parameters[k].name for k in kept]
    base_pose, tools = model.parts(found.state)[1:3]
    outliers = np.flatnonzero(np.concatenate(found.shares) == 0)
    values = {name: _value(model, found.state, model.parameters[k]) for name, k in zip(names, kept, strict=True)}
    return Calibration(
        parameters=values,
        sigma=dict(zip(names, np.sqrt(np.diag(found.covariance)).tolist(), strict=True)),
        covariance=found.covariance,
        unseen=(*unseen, *missed),
        base=base_pose.copy(),
        tools={k: x.copy() for k, x in tools.items()},
        before=_left(model, begin, found),
        after=_left(model, found.state, found),
        noise=_noise(model, found),
        outliers=tuple(int(i) for i in outliers),
        warnings=tuple(_warnings(model, begin, found, kept, values, missed, robust)),
        model=model,
        start=begin,
        found=found,
        structural=structural,
    )


def _asked(model: ErrorModel, parameters: str | Iterable[str]) -> list[int]:
    """Places of the parameters that are to be found; base, tool and centre always where they are unknown."""
    every = [k for k, p in enumerate(model.parameters) if p.part != "joint"]
    own = [(k, p) for k, p in enumerate(model.parameters) if p.part == "joint"]
    if not isinstance(parameters, Iterable):
        raise WrongValue(f"parameters is 'all', 'offsets' or a list of names, got {parameters!r}")
    wanted = [parameters] if isinstance(parameters, str) else list(parameters)
    known = ["all", "offsets", *dict.fromkeys(p.owner for _, p in own), *(p.name for _, p in own)]
    chosen: set[int] = set()
    for name in wanted:
        if name not in known:
            raise UnknownName(f"there is no parameter '{name}' to calibrate{did_you_mean(str(name), known)}")
        chosen |= {k for k, p in own if name in ("all", p.owner, p.name) or (name == "offsets" and p.is_offset)}
    if not chosen and not every:
        raise WrongValue("no parameter is asked for; leave `parameters` out for all of them")
    return sorted([*every, *chosen])


def _enough(model: ErrorModel, unknown: int) -> None:
    numbers = sum(len(x) * x.size for x in model.sets)
    if numbers <= unknown:
        size = model.sets[0].size
        raise WrongSize(
            f"{sum(len(x) for x in model.sets)} {model.sets[0].kind} are {numbers} numbers for {unknown} unknowns; measure "
            f"{unknown // size + 1} or more, three times as many is sound, or ask for less with parameters='offsets'"
        )


def _identifiable(model: ErrorModel, state: Array, asked: Sequence[int]) -> tuple[list[int], list[Unseen]]:
    """What any posture shows, from random ones."""
    rows = []
    for i, x in enumerate(model.sets):
        q = random_postures(model.robot, x.frame, _POSTURES, seed=1)
        rows.append(_scaled(model, state, i, imagined(model, state, i, q)))
    return _chosen(model, np.concatenate(rows), asked, ANY)


def _seen(model: ErrorModel, state: Array, kept: Sequence[int]) -> tuple[list[int], list[Unseen]]:
    """What the measured postures show of that."""
    rows = [_scaled(model, state, i) for i in range(len(model.sets))]
    return _chosen(model, np.concatenate(rows), kept, MEASURED)


def _scaled(model: ErrorModel, state: Array, i: int, instead: Measurement | None = None) -> Array:
    """J of a set with angles in rows and columns as lengths at the reach of the arm."""
    J = residual(model, state, i, instead)[1]
    J[:, 3:] *= _reach(model)
    return np.asarray(J.reshape(-1, J.shape[-1]) / _units(model))


def _reach(model: ErrorModel) -> float:
    return chain(numeric(model.robot), model.frames[0]).length


def _units(model: ErrorModel) -> Array:
    return np.array([_reach(model) if p.is_angle else 1.0 for p in model.parameters])


def _chosen(model: ErrorModel, J: Array, among: Sequence[int], share: float) -> tuple[list[int], list[Unseen]]:
    units = _units(model)[list(among)]
    kept, unseen = identifiable(J[:, list(among)], [model.parameters[k] for k in among], units, share)
    return [among[k] for k in kept], unseen


def _value(model: ErrorModel, state: Array, p: Parameter) -> float:
    _, base, tools, centres = model.parts(state)
    if p.part == "joint":
        return model.errors_of(state, p.owner)[p.step]
    if p.part == "centre":
        return float(centres[int(p.owner)]["xyz".index(p.step)])
    T = base if p.part == "base" else tools[p.owner]
    return float((log(T[:3, :3]) if p.is_angle else T[:3, 3])["xyz".index(p.step[-1])])


def _left(model: ErrorModel, state: Array, found: Estimate) -> dict[str, float]:
    """Root mean square of position (or distance) errors and of angles, of the measurements that count."""
    length, angle = [], []
    for i in range(len(model.sets)):
        r = residual(model, state, i)[0][found.shares[i] > 0]
        length.append(np.sum(r[:, :3] ** 2, axis=1))
        angle.append(np.sum(r[:, 3:] ** 2, axis=1) if r.shape[1] > 3 else np.zeros(0))
    parts = {"length": np.concatenate(length), "angle": np.concatenate(angle)}
    return {k: float(np.sqrt(x.mean())) for k, x in parts.items() if len(x)}


def _noise(model: ErrorModel, found: Estimate) -> dict[str, float]:
    said: dict[str, float] = {}
    for x, scale in zip(model.sets, found.scales, strict=True):
        for k, which in enumerate(("length", "angle")):
            given = x.noise[k]
            if which == "length" or x.kind == "poses":
                said.setdefault(which, scale[k] if given is None else float(np.sqrt(np.mean(given**2))))
    return said


def _warnings(
    model: ErrorModel, begin: Array, found: Estimate, kept: list[int], values: dict[str, float],
    missed: list[Unseen], robust: bool,
) -> list[str]:  # fmt: skip
    said = []
    spare = int(sum(s.sum() * x.size for s, x in zip(found.shares, model.sets, strict=True))) - len(kept)
    if missed:
        names = ", ".join(x.parameter.name for x in missed[:6])
        said.append(f"the postures measured do not show {names}; suggest() has postures that do")
    if spare < len(kept):
        said.append(
            f"{spare} numbers more than unknowns: σ itself is uncertain, by {1 / np.sqrt(2 * max(spare, 1)):.0%} or so"
        )
    if found.chi2 > 1 + 5 * np.sqrt(2 / max(spare, 1)):
        said.append(
            f"what is left is {np.sqrt(found.chi2):.2g} times the noise given: something that is no error of geometry "
            "(bending, backlash, temperature), a wrong frame or tool, or noise larger than said"
        )
    before, after = (_left(model, x, found)["length"] for x in (begin, found.state))
    if after > max(0.3 * before, 2e-3):
        ways = [f"{k}=True" for k, known in (("base", not model.base), ("tool", not model.tool)) if known]
        cure = f"try {' and '.join(ways)} where they are not known, " if ways else ""
        said.append(
            f"errors of geometry do not explain what was measured: {1e3 * after:.3g} mm are left; {cure}check the frame, the order and signs of q"
        )
    far = [
        name for (name, x), k in zip(values.items(), kept, strict=True)
        if model.parameters[k].part == "joint" and abs(x) > _LARGE[int(model.parameters[k].is_angle)]
    ]  # fmt: skip
    if far:
        said.append(f"{', '.join(far[:4])}: more than an error of making; check the robot's file and the units")
    if not robust:
        odd = [(int(np.argmax(z)), float(z.max())) for i, x in enumerate(model.sets)
               if (z := off(model, found.state, found.scales, i)).max() > limit(x.size)]  # fmt: skip
        said += [f"measurement {k} is {z:.1f} noises off; robust=True leaves such out" for k, z in odd[:1]]
    share = 1 - np.concatenate(found.shares).mean()
    if share > 0.25:
        said.append(
            f"{share:.0%} of the measurements were left out as outliers; a model that fits the others need not be right"
        )
    return said
