"""`identify`: from logs of a robot to its parameters.  [gautier1997], [khalil2002, ch. 12]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import UnknownName, WrongSize, WrongValue, did_you_mean
from dalembert.identification.base_parameters import basis
from dalembert.identification.blas_threads import one_thread
from dalembert.identification.controller import with_servo
from dalembert.identification.drive_gains import Gains, drive_gains
from dalembert.identification.fit import Fit
from dalembert.identification.information import Rows, information, thinning
from dalembert.identification.instrumental_variables import instrumental
from dalembert.identification.least_squares import Estimate, estimate, huber, reduce_to_essential
from dalembert.identification.linear_model import Design, friction_of, stribeck_speeds
from dalembert.identification.log import Log
from dalembert.identification.output_error import refined, refinement
from dalembert.identification.payload import Load, load_efforts, loads_of
from dalembert.robot.model import Robot

METHODS = ("ordinary", "weighted", "robust", "instruments")
Array = NDArray[np.float64]
_ROUNDS = 3  # of load-dependent friction, whose load is the last fit's


def identify(
    robot: Robot,
    log: Any,
    *,
    method: str = "weighted",
    friction: str | None = "viscous+coulomb",
    offset: bool = True,
    rotors: bool | None = None,
    essential: bool = False,
    consistent: bool = False,
    servo: Mapping[str, Any] | None = None,
    refine: str | None = None,
    controller: Mapping[str, Any] | Callable[[Any], Any] | None = None,
    mass: float | None = None,
    loads: Any = None,
    gains: bool = False,
    thin: int | None = None,
    progress: bool | None = None,
) -> Fit:
    """Fit a robot's inertial parameters, friction and offsets to a log, or to several.

    robot       its geometry counts; its inertias are what is known before (a prior), its drives say which rotors there are
    log         a `Log`, or anything with t, q, qd, qdd and tau, such as a `Run`; or a list of them
    method      "ordinary" least squares, "weighted" by each joint's noise, "robust" by Huber's weights, for bad samples,
                "instruments" by instrumental variables, for noisy accelerations
    friction    "viscous+coulomb", "asymmetric", "none"; "+stribeck" and "+load" may be added
    offset      whether each joint has a constant effort too
    rotors      rotor inertias: of the drives that have one (None), of all driven joints (True), none (False)
    essential   keep only parameters that the log tells apart from noise
    consistent  parameters of bodies: every link's inertia positive, friction not negative
    servo       {"kp": …, "kd": …}: the log has no torques but commands, τ = kp (command − q) − kd q̇. The links are the
                robot's; armature, damping and frictionloss are fitted
    refine      "output": the fit is repeated on the motion that the robot found makes of the log's commands, simulated with its
                `controller` {"kp": …, "ki": …, "kd": …, "period": …}, τ = kp e + ki ∫e − kd q̇ with e = command − q at the joints, held over
                `period` [s] where it is sampled (with ki: at the log's rate unless told): no noise of measured motion is left. Any other
                law is a function of the path asked for: lambda path: control.pid(robot, path, kp, ki, kd), or {"law": …, "period": …}
    mass        of the whole robot, where its base is free and its mass was weighed: the rows of the base then tell all links even
                of a log without any torque. Wrenches that act on the robot are `log.wrench`
    loads       what was carried in each log and is known: None, an `Inertia` at the tip, or (frame, Inertia)
    gains       the efforts of the logs are signals (currents, or efforts by doubtful constants): fit the gain of each joint too,
                effort = gain · signal, from a run without and one with a known load
    thin        keep one sample in so many, after filtering; from the log's cut-off unless told
    progress    a bar while logs are simulated; on a terminal unless told
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"identify needs a Robot first, got {type(robot).__name__}")
    if method not in METHODS:
        raise UnknownName(f"method '{method}' is not known{did_you_mean(str(method), METHODS)}")
    if refinement(refine) is None and controller is not None:
        raise WrongValue("a controller is for refine='output'; servo= is for logs without torques")
    if servo is not None and (gains or loads is not None):
        raise WrongValue("gains and loads are for logs with efforts or currents, not for those of servos")
    if refine is not None and servo is not None:
        raise WrongValue("refine needs measured efforts; with servo= they are those of the servo itself")
    robot.only("identify", balls=True)
    logs = logs_of(robot, log)
    kinds = friction_of(friction, offset if servo is None else False)
    if servo is None:
        if not any(_measured(robot, x) for x in logs):
            kinds = friction_of(None, False)  # no motor's effort is known: nothing tells its friction
        design = Design(robot, basis(robot, rotors), kinds, mass=_mass(mass))
        if design.weight is not None and (gains or refine is not None):
            raise WrongValue("a known mass is for logs in efforts; leave gains and refine out")
    else:
        logs = tuple(with_servo(robot, x, servo) for x in logs)
        thin = 1 if thin is None else thin  # a filter would spread what is left out
        design = Design(robot, None, kinds, tuple(robot.coordinate(name).qd for name in robot.actuated))
    known = loads_of(loads, len(logs))
    if mass is None and not any(np.nan_to_num(x.tau).any() or x.wrench for x in logs):
        raise WrongValue(
            "every effort of the log is 0 or nan: they tell nothing of a robot's parameters; see log.columns"
        )

    def whole(logs: tuple[Log, ...]) -> Fit:
        fit = _fitted(robot, design, logs, method, thin)
        if "load" in kinds.kinds:
            for _ in range(_ROUNDS):
                carried = fit.estimate.x
                fit = _fitted(robot, replace(design, carried=carried), logs, method, thin)
        if "stribeck" in kinds.kinds:
            speeds = stribeck_speeds(fit.design, logs, fit.estimate.x)
            fit = _fitted(robot, replace(fit.design, speeds=speeds), logs, method, thin)
        return fit

    with one_thread():
        found = drive_gains(design, logs, known) if gains else None
        logs = tuple(_empty(robot, x, load, found) for x, load in zip(logs, known, strict=True))
        fit = whole(logs)
        if found is not None:
            fit = replace(fit, gains=found, estimate=_less_sure(fit.estimate, found))
        if refine is not None:
            fit = refined(fit, whole, controller, progress)
        if design.weight is not None:
            fit = replace(fit, estimate=_weighed(fit.estimate, design.weight, float(mass or 0.0)))
        if essential:
            fit = replace(fit, estimate=reduce_to_essential(fit.info, fit.estimate)[0])
    return fit.consistent if consistent else fit


def _empty(robot: Robot, log: Log, load: Load | None, found: Gains | None) -> Log:
    """The log in efforts, without what a known load asks for."""
    if found is not None:
        removed = None if log.removed is None else found.scale * log.removed
        log = replace(log, tau=found.scale * log.tau, removed=removed)
    return log if load is None else replace(log, tau=log.tau - load_efforts(robot, load)(log))


def _measured(robot: Robot, log: Log) -> bool:
    """Whether any motor's effort is in the log."""
    driven = [robot.coordinate(name).qd for name in robot.actuated]
    return bool(np.isfinite(log.tau[:, driven]).any())


def _mass(given: float | None) -> float | None:
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not 0 < given < np.inf:
        raise WrongValue(f"mass is the robot's, in kg, above 0; got {given!r}")
    return float(given)


def _weighed(estimate: Estimate, weight: tuple[int, Array], mass: float) -> Estimate:
    """The estimate with the parameter that the known mass leaves: x_i = (mass − Σ c_k x_k)/c_i."""
    place, c = weight
    T = np.eye(len(estimate.x))
    T[place, : len(c)] = -c / c[place]
    T[place, place] = 0.0
    x, C = T @ estimate.x, np.array(estimate.covariance)
    x[place] += mass / c[place]
    C[place, place] = 0.0
    lost = np.flatnonzero(~np.isfinite(np.diag(C)))
    C[lost, lost] = 0.0
    C = T @ C @ T.T
    C[lost, lost] = np.inf
    if T[place, lost].any():
        C[place, place] = np.inf
    return replace(estimate, x=x, covariance=C)


def _less_sure(estimate: Estimate, found: Gains) -> Estimate:
    """The estimate, as unsure as its gains make it."""
    if len(found.covariance) != len(estimate.x):
        return estimate  # friction by load or by Stribeck's curve came after the gains
    C = np.where(np.isfinite(estimate.covariance), found.covariance, estimate.covariance)
    return replace(estimate, covariance=C)


def _fitted(robot: Robot, design: Design, logs: tuple[Log, ...], method: str, thin: int | None) -> Fit:
    every = [thinning(x, thin, len(design.names)) for x in logs]
    if method == "instruments":
        return Fit(robot, design, logs, *instrumental(design, logs, every), method)
    rows = [Rows(design, x, kept, keep=method == "robust") for x, kept in zip(logs, every, strict=True)]
    info = information(design, logs, every, rows=rows)
    found = estimate(info, method != "ordinary")
    if method == "robust":
        found = huber(design, logs, info, found, rows)
    return Fit(robot, design, logs, info, found, method)


def logs_of(robot: Robot, given: Any) -> tuple[Log, ...]:
    """Logs that fit the robot, from one or many."""
    many = list(given) if isinstance(given, Sequence) else [given]
    if not many:
        raise WrongSize("identify needs at least one log, got an empty list")
    return tuple(_log(robot, x) for x in many)


def _log(robot: Robot, given: Any) -> Log:
    if not isinstance(given, Log):
        missing = [name for name in ("t", "q", "qd", "qdd", "tau") if not hasattr(given, name)]
        if missing:
            raise WrongValue(f"a log has t, q, qd, qdd and tau; {type(given).__name__} has no {missing[0]}")
        given = Log(given.t, given.q, given.qd, given.qdd, given.tau)
    log: Log = given
    for name, size in (("q", robot.nq), ("qd", robot.nv), ("qdd", robot.nv), ("tau", robot.nv)):
        got = np.shape(getattr(log, name))[1]
        if got != size:
            raise WrongSize(f"{name} of {log.name} has {got} columns, robot '{robot.name}' needs {size}")
    if len(log) == 0:
        raise WrongSize(f"{log.name} has no samples")
    unknown = np.isnan(log.tau)
    free = [k for k in range(robot.nv) if robot.coordinates[k] not in robot.actuated]
    if unknown[:, free].any():  # nothing drives them
        log = replace(log, tau=np.where(unknown & np.isin(np.arange(robot.nv), free), 0.0, log.tau))
    return log
