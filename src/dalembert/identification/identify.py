"""Identification of a robot's dynamic parameters from its logs.  [gautier1997], [khalil2002, ch. 12]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias, final, get_args

import numpy as np

from dalembert import finding
from dalembert.argument import choice, exclusive, filled, integer, mapping, options, real
from dalembert.boundary import RobotLike, as_robot
from dalembert.finding.finding import Argument, Given, Identifier, Noun, PassEntry, given
from dalembert.identification.filtering import Array
from dalembert.identification.fit import Fit
from dalembert.identification.least_squares import (
    Estimate,
    Rows,
    estimate,
    huber,
    information,
    instrumental,
    one_thread,
    reduce_to_essential,
    thinning,
)
from dalembert.identification.linear_model import Design, basis, friction_of, stribeck_speeds
from dalembert.identification.log import Log
from dalembert.identification.payload import Gains, Load, drive_gains, load_efforts, loads_of
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

Method: TypeAlias = Literal["weighted", "robust", "instruments"]
METHODS = get_args(Method)


class Recorded(Protocol):
    """Object with the same arrays as a log, such as a `Log` or a `Run`."""

    @property
    def t(self) -> Any: ...
    @property
    def q(self) -> Any: ...
    @property
    def qd(self) -> Any: ...
    @property
    def qdd(self) -> Any: ...
    @property
    def tau(self) -> Any: ...


_ROUNDS = 3  # number of fits with load-dependent friction; each fit uses the load of the previous fit


@final
@dataclass(frozen=True, eq=False)
class Settings:
    """Rarely needed options for `identify`.

    Parameters
    ----------
    offset : bool
        Whether to fit a constant effort (offset) for each joint.
    essential : bool
        Whether to fit only significant parameters.
    rotors : bool or None
        Rotor inertias to identify: for drives with a given rotor inertia (None), for all driven joints (True), or for
        none (False).
    servo : mapping, optional
        Gains {"kp": …, "kd": …} of position servos, for logs with commands instead of torques: τ = kp (command − q) −
        kd q̇ [N m/rad, N m s/rad]. The link inertias are not changed. Only armature, damping and frictionloss are
        fitted.
    controller : mapping or function, optional
        Controller for a refined fit. The identified robot is simulated with this controller and the log's commands, and
        the fit is repeated on the simulated motion. The gains {"kp": …, "ki": …, "kd": …, "period": …} define τ = kp e
        + ki ∫e − kd q̇ with e = command − q. A sampled controller holds τ constant during each `period` [s]. A function
        must map the commanded path to a control law of (t, q, qd). The mapping {"law": …, "period": …} combines a
        function with a sampling period.
    gains : bool
        Whether to fit the gain of each drive, effort = gain · signal. To fit the gains, a log without a load and a log
        with a known load are required.
    thin : int, optional
        Decimation factor after filtering. By default, the factor is computed from the cutoff frequency of the log.
    progress : bool, optional
        Whether to show a progress bar during simulations of the logs. By default, the bar is shown on a terminal.

    Examples
    --------
    >>> fit = da.identify("ur5", log, settings=da.identification.Settings(rotors=True, thin=4))
    """

    offset: bool = True
    essential: bool = False
    rotors: bool | None = None
    servo: Mapping[str, Any] | None = None
    controller: Mapping[str, Any] | Callable[[Any], Any] | None = None
    gains: bool = False
    thin: int | None = None
    progress: bool | None = None

    def __post_init__(self) -> None:
        if self.servo is not None:
            mapping(self.servo, "servo")
        if self.thin is not None:
            integer(self.thin, "thin", lower=1)
        exclusive("servo", self.servo is not None, gains=self.gains, controller=self.controller is not None)


def identify(
    robot: RobotLike,
    log: Recorded | Sequence[Recorded],
    *,
    method: Method = "weighted",
    friction: str | None = "viscous+coulomb",
    consistent: bool = False,
    mass: float | None = None,
    loads: Inertia | tuple[str, Inertia] | Sequence[Inertia | tuple[str, Inertia] | None] | None = None,
    settings: Settings | None = None,
) -> Fit:
    """Fit the inertial parameters, friction and offsets of a robot to one or several logs.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot that performed the motion. The geometry of this robot is assumed to be correct, and its inertias serve as
        the prior. The robot's drives determine which rotor inertias are identified.
    log : Log or a list of them
        Measured motions. Any object with the arrays t, q, qd, qdd and tau is accepted, for example a `Run`.
    method : {"weighted", "robust", "instruments"}
        Variant of least squares: weighted by the noise of each joint, robust against outliers (Huber weights), or
        instrumental variables for noisy accelerations.
    friction : str or None
        Friction model: "viscous+coulomb", "asymmetric" or "none". You can append "+stribeck" and "+load".
    consistent : bool
        Whether the parameters must be physically consistent, with positive definite pseudo-inertias and non-negative
        friction.
    mass : float, optional
        Known total mass [kg] of a robot with a free base. With a known mass, the links are identifiable even without
        measured torques.
    loads : Inertia, (frame, Inertia), or a list of one per log, optional
        Known payload for each log, or None for a log without a payload.
    settings : Settings, optional
        Rarely needed options: offsets, essential parameters, rotors, servo, controller, drive gains and decimation.

    Returns
    -------
    Fit

    Raises
    ------
    NotIdentified
        If the logs do not determine the requested parameters.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> path = da.trajectory.fourier_within(robot, period=5.0, seed=0)
    >>> q, qd, qdd = path([k / 100 for k in range(501)])
    >>> tau = da.inverse_dynamics(robot, q, qd, qdd)
    >>> log = da.read_log({"t": [k / 100 for k in range(501)], "q": q, "tau": tau}, robot)
    >>> print(da.identify(robot, log).verdict)
    Accurate enough for feed-forward control, with an error of 0.044 % on this trajectory
    """
    robot = as_robot(robot)
    choice(method, "method", METHODS)
    settings = options(settings, "settings", Settings)
    servo = settings.servo
    gains = settings.gains
    controller = settings.controller
    thin = settings.thin
    mass = None if mass is None else real(mass, "mass", above=0, unit="kg")
    exclusive("servo", servo is not None, loads=loads is not None)
    exclusive("mass", mass is not None and servo is None, gains=gains, controller=controller is not None)
    robot.only("identify", balls=True)
    for name in ("servo", "controller"):
        if getattr(settings, name) is not None:
            robot.only(name)
    many = list(log) if isinstance(log, Sequence) and not isinstance(log, str) else [log]
    logs = tuple(_log(robot, x) for x in filled(many, "log"))
    driven = tree(robot).actuated
    kinds = friction_of(friction, settings.offset and servo is None)
    if servo is None:
        if not any(np.isfinite(x.tau[:, driven]).any() for x in logs):
            kinds = friction_of(None, False)  # motor efforts are unknown, so friction is not identifiable
        design = Design(robot, basis(robot, settings.rotors), kinds, mass=mass)
    else:
        from dalembert.identification.output_error import with_servo

        logs = tuple(with_servo(robot, x, servo) for x in logs)
        thin = 1 if thin is None else thin  # the decimation filter would spread the effect of omitted samples
        design = Design(robot, None, kinds, driven)
    known = loads_of(loads, len(logs))
    if mass is None and not any(np.nan_to_num(x.tau).any() or x.wrench for x in logs):
        raise finding.NothingIdentifiable(PassEntry(Argument("columns"), Identifier("tau"), Given("[…]"))).error()

    def whole(logs: tuple[Log, ...]) -> Fit:
        fit = _fitted(design, logs, method, thin)
        if "load" in kinds.kinds:
            for _ in range(_ROUNDS):
                carried = fit.estimate.x
                fit = _fitted(replace(design, carried=carried), logs, method, thin)
        if "stribeck" in kinds.kinds:
            speeds = stribeck_speeds(fit.design, logs, fit.estimate.x)
            fit = _fitted(replace(fit.design, speeds=speeds), logs, method, thin)
        return fit

    with one_thread():
        found = drive_gains(design, logs, known) if gains else None
        logs = tuple(_without_load(robot, x, load, found) for x, load in zip(logs, known, strict=True))
        fit = whole(logs)
        if found is not None:
            fit = replace(fit, gains=found, estimate=_with_gain_uncertainty(fit.estimate, found))
        if controller is not None:
            from dalembert.identification.output_error import refined

            fit = refined(fit, whole, controller, settings.progress)
        if design.weight is not None:
            fit = replace(fit, estimate=_with_mass(fit.estimate, design.weight, float(mass or 0.0)))
        if settings.essential:
            fit = replace(fit, estimate=reduce_to_essential(fit.info, fit.estimate)[0])
    return fit.consistent if consistent else fit


def _without_load(robot: Robot, log: Log, load: Load | None, found: Gains | None) -> Log:
    """Convert recorded signals to efforts, and subtract the efforts due to a known load."""
    if found is not None:
        removed = None if log.removed is None else found.scale * log.removed
        log = replace(log, tau=found.scale * log.tau, removed=removed)
    return log if load is None else replace(log, tau=log.tau - load_efforts(robot, load)(log))


def _with_mass(estimate: Estimate, weight: tuple[int, Array], mass: float) -> Estimate:
    """Compute the base parameter that the known mass determines: x_i = (mass − Σ c_k x_k)/c_i."""
    place, c = weight
    x, C = np.array(estimate.x), np.array(estimate.covariance)
    row = np.zeros(len(x))
    row[: len(c)] = -c / c[place]
    row[place] = 0.0
    known = np.where(np.isfinite(C), C, 0.0)
    lost = row[~np.isfinite(np.diag(C))].any()
    x[place] = mass / c[place] + row @ x
    C[place] = C[:, place] = known @ row
    C[place, place] = np.inf if lost else row @ known @ row
    return replace(estimate, x=x, covariance=C)


def _with_gain_uncertainty(estimate: Estimate, found: Gains) -> Estimate:
    """Return the estimate with a covariance that includes the uncertainty of the drive gains."""
    if len(found.covariance) != len(estimate.x):
        return estimate  # load-dependent or Stribeck friction was fitted after the gains
    C = np.where(np.isfinite(estimate.covariance), found.covariance, estimate.covariance)
    return replace(estimate, covariance=C)


def _fitted(design: Design, logs: tuple[Log, ...], method: str, thin: int | None) -> Fit:
    every = [thin or thinning(x, len(design.names)) for x in logs]
    if method == "instruments":
        return Fit(design.robot, design, logs, *instrumental(design, logs, every), method)
    rows = [Rows.of(design, x, kept, keep=method == "robust") for x, kept in zip(logs, every, strict=True)]
    info = information(rows, design.felt)
    found = estimate(info)
    found = huber(design, rows, found) if method == "robust" else found
    return Fit(design.robot, design, logs, info, found, method)


def _log(robot: Robot, log: Any) -> Log:
    """Convert recorded arrays to a log, and check that the log matches the robot."""
    if not isinstance(log, Log):
        if any(not hasattr(log, name) for name in ("t", "q", "qd", "qdd", "tau")):
            raise finding.WrongType(Argument("log"), Noun("a log"), given(type(log).__name__)).error()
        log = Log(log.t, log.q, log.qd, log.qdd, log.tau)
    found: Log = filled(log.of(robot), "log")
    # free coordinates have no motors
    free = np.isnan(found.tau) & ~np.isin(np.arange(robot.nv), tree(robot).actuated)
    return replace(found, tau=np.where(free, 0.0, found.tau)) if free.any() else found
