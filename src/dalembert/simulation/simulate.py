"""`simulate`: forward dynamics in time.  [deluca]

    M q̈ + c + g + friction + springs = τ + Σ Jᵀw + Jᵀλ

Given τ(t) and (q, q̇) at t = 0, find q(t), with drives, elastic joints, stick and slip, and the energy balance of the run.
Quaternions have unit length and loops are closed at every step. This file checks the arguments and the initial state
(array sizes, unit quaternions, closed loops, J q̇ = 0) and hands the run to `adaptive` or to `fixed_step`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.argument import choice, filled, finite, function, instance, known, real
from dalembert.boundary import RobotLike, StateLike, as_frame, as_q, as_rates, as_robot
from dalembert.errors import SimulationInterrupted, SimulationStopped
from dalembert.finding.argument import Exclusive, NotBroadcastable, TooMany, WrongShape
from dalembert.finding.finding import Argument, Call, Function, Identifier, JointName, Measure, Noun, RobotName, Unit
from dalembert.finding.motion import (
    BatchUnsupported,
    BeyondStops,
    FeatureUnsupported,
    Interrupted,
    OpenAtStart,
    OptionOfOtherMethods,
    SingularStart,
    ZeroQuaternion,
    seconds,
)
from dalembert.mechanism.consistency import check_rates
from dalembert.progress import Progress
from dalembert.robot.model import Robot
from dalembert.simulation.adaptive import AdaptiveIntegration, AdaptiveRecorder, HybridDynamics
from dalembert.simulation.fixed_step import MOST_STEPS, ROWS, grid_of, march
from dalembert.simulation.inputs import PARAMETERS, Signal, Wrenches, fits
from dalembert.simulation.integrator import METHODS
from dalembert.simulation.model import SimulationModel, simulation_model
from dalembert.simulation.run import Run
from dalembert.tolerance import ATOL, LIMIT_REACHED, LOOP_OPEN, RANK, RTOL, SAME_TIME, STEP

Array = NDArray[Any]
ADAPTIVE = ("DOP853", "Radau")
_MOST_ROWS = 10**8
_PULSE = 0.02  # s: the longest adaptive step if functions of time act, so that no pulse of this width is missed


def simulate(
    robot: RobotLike,
    q0: StateLike,
    qd0: StateLike | None = None,
    *,
    duration: float,
    tau: Any = None,
    voltage: Any = None,
    wrench: Mapping[str, Any] | None = None,
    method: str | None = None,
    step: float = STEP,
    control_period: float | None = None,
    sample: float | None = None,
    restitution: float | None = None,
    events: Sequence[Callable[..., float]] = (),
    theta0: ArrayLike | None = None,
    thetad0: ArrayLike | None = None,
    rtol: float = RTOL,
    atol: float = ATOL,
    max_step: float | None = None,
    limits: str = "name",
    progress: bool | None = None,
    degrees: bool = False,
) -> Run:
    """Simulate the motion of a robot over time.

    The state starts at q0 and qd0. Loops must be closed at q0, and qd0 must keep them closed.

    Parameters
    ----------
    robot : Robot, str or path
        Robot, name of a gallery robot, or path of a robot file.
    q0 : array_like, shape (nq,) or (..., nq), or mapping
        Initial coordinates in rad and m. Several rows are a batch of trajectories.
    qd0 : array_like, shape (nv,) or (..., nv), or mapping, optional
        Initial rates in rad/s and m/s; zero by default.
    duration : float
        Simulated time in s.
    tau : array_like or callable, optional
        Efforts of the joints in N·m and N: (n,) constant, (K, n) samples, or a function of (t, q, qd). A batch also takes
        (..., n), one constant per trajectory, or (..., K, n).
    voltage : array_like or callable, optional
        Voltages of DC motors in V, in place of `tau`.
    wrench : mapping, optional
        From a frame to [force, moment] in N and N·m, at the frame's origin in world axes, or to a function of (t, q, qd).
    method : {"DOP853", "Radau", "rk4", "euler", "midpoint", "moreau"}, optional
        "DOP853" (default) and "Radau" are adaptive. The others have fixed steps and are compiled: "rk4" (default for a
        batch), "euler" (semi-implicit), "midpoint" (implicit, symplectic), "moreau" (dry friction that sticks).
    step : float
        Longest fixed step in s. It is shortened until it divides the control period, the sampling or the run.
    control_period : float, optional
        Period in s at which `tau` is sampled and held.
    sample : float, optional
        Time in s between rows of the result; about 1000 rows by default.
    restitution : float, optional
        Coefficient between 0 and 1. Position limits become stops from which joints bounce.
    events : sequence of callables
        Functions of (t, q, qd) whose zeros are located; attributes `terminal` and `direction` as in SciPy.
    theta0, thetad0 : array_like, optional
        Initial angles and rates of the motors of elastic joints, at the link; those of their links by default.
    rtol, atol : float
        Tolerances of the adaptive methods.
    max_step : float, optional
        Longest adaptive step in s; 20 ms by default if functions of time act, so that no pulse is missed.
    limits : {"name", "keep"}
        "name": `run.exceeded` lists exceeded limits. "keep": motors also respect the joints' effort and velocity limits.
        Limits of drives always act.
    progress : bool, optional
        Show a progress bar; by default on a terminal, after one second.
    degrees : bool
        Angles of q0 and qd0 are in degrees.

    Returns
    -------
    Run
        Rows of the motion, efforts, energies and events.

    Raises
    ------
    SimulationStopped
        A controller fails, or the motion diverges. `run` of the error holds the rows until then.
    SimulationInterrupted
        Ctrl-C; it also has `run`.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.ur5()
    >>> run = da.simulate(robot, [0.0, -1.0, 1.0, 0.0, 0.5, 0.0], duration=0.5, tau=[0.0] * 6, progress=False)
    >>> run.q.shape
    (1001, 6)
    >>> abs(run.residual) < 1e-6
    True
    """
    started = perf_counter()
    robot = as_robot(robot)
    q, qd = initial_state(robot, q0, qd0, degrees)
    batch = q.shape[:-1]
    name = _method(method, batch)
    duration, rtol, atol = (
        real(duration, "duration", above=0, unit="s"),
        real(rtol, "rtol", above=0),
        real(atol, "atol", above=0),
    )
    step = real(step, "step", above=0, unit="s")
    control_period = None if control_period is None else real(control_period, "control_period", above=0, unit="s")
    sample = None if sample is None else real(sample, "sample", above=0, unit="s")
    if sample is not None and duration / sample > _MOST_ROWS:
        raise TooMany(Noun("rows"), int(duration / sample), _MOST_ROWS, Argument("sample")).error()
    for event in instance(events, "events", (list, tuple), "event functions"):
        function(event, "events", PARAMETERS)
    if voltage is not None and tau is not None:
        raise Exclusive((Argument("tau"), Argument("voltage"))).error()
    choice(limits, "limits", ("name", "keep"))
    _check_options(name, {"step": step != STEP}, METHODS)
    _check_options(
        name,
        {"rtol": rtol != RTOL, "atol": atol != ATOL, "events": bool(events), "restitution": restitution is not None},
        ADAPTIVE,
    )
    if restitution is not None:
        restitution = real(restitution, "restitution", lower=0, upper=1)
        _check_stops(robot, q)
    for frame in wrench if isinstance(wrench, Mapping) else ():
        as_frame(robot, frame, "wrench")
    what, given = ("tau", tau) if voltage is None else ("voltage", voltage)
    signal = Signal(robot, given, control_period, duration, what, batch)
    wrenches = Wrenches(wrench, batch)
    model = simulation_model(robot, voltage is not None, wrenches.frames, limits == "keep")
    check_loops(model, q, qd)
    x = model.start(q, qd)
    _motors(model, x, theta0, thetad0)
    if model.finish is not None:
        x = np.asarray(model.finish(x))
        x[..., model.layout.ledger] = 0.0
    with Progress(duration, progress) as bar:
        if name in ADAPTIVE:
            asked = (signal.function is not None and not signal.sampled) or wrenches.constant is None or bool(events)
            longest = _longest(max_step, duration, asked)
            hybrid = HybridDynamics(model, signal, wrenches, restitution)
            integration = AdaptiveIntegration(
                hybrid, AdaptiveRecorder(_times(duration, sample), hybrid), name, rtol, atol, longest, events
            )
            run = _integrate(integration, x, duration, bar)
        else:
            step = min(step, _longest(max_step, duration, False))
            grid = grid_of(duration, step, sample, signal, wrenches)
            run = march(model, signal, wrenches, x, name, grid, bar)
    run.statistics["seconds"] = perf_counter() - started
    return run


def _integrate(integration: AdaptiveIntegration, x: Array, duration: float, bar: Progress) -> Run:
    stopped: SimulationStopped | SimulationInterrupted | None = None
    try:
        integration.go(x, duration, bar)
    except SimulationStopped as reason:
        stopped = reason
    except KeyboardInterrupt:
        stopped = SimulationInterrupted(Interrupted(seconds(integration.reached[0])), time=integration.reached[0])
        with suppress(SimulationStopped, KeyboardInterrupt):  # a controller may not answer any more
            integration.trace.close(*integration.reached)
    run = integration.trace.run(integration.method)
    run.statistics.update(steps=integration.steps, evaluations=integration.evaluations)
    if stopped is not None:
        stopped.run = run
        raise stopped
    return run


def _times(duration: float, sample: float | None) -> Array:
    if sample is None:
        return np.linspace(0.0, duration, ROWS + 1)
    times = np.arange(math.floor(duration / sample + SAME_TIME) + 1) * sample
    return np.append(times, duration) if times[-1] < duration - SAME_TIME * sample else np.minimum(times, duration)


def _longest(max_step: float | None, duration: float, asked: bool) -> float:
    """The longest adaptive step."""
    if max_step is None:
        return _PULSE if asked else math.inf
    longest = math.inf if max_step == math.inf else real(max_step, "max_step", above=0, unit="s")
    if duration / longest > MOST_STEPS:
        raise TooMany(Noun("steps"), int(duration / longest), int(MOST_STEPS), Argument("max_step")).error()
    return longest


def initial_state(robot: Robot, q0: StateLike, qd0: StateLike | None, degrees: bool) -> tuple[Array, Array]:
    """q0 (..., nq) and qd0 (..., nv), of one leading shape; quaternions of unit length."""
    q = as_q(robot, q0, "q0", degrees=degrees)
    qd = np.zeros(robot.nv) if qd0 is None else as_rates(robot, qd0, "qd0", degrees=degrees)
    filled(q.ravel(), "q0"), filled(qd.ravel(), "qd0")
    try:
        batch = np.broadcast_shapes(q.shape[:-1], qd.shape[:-1])
    except ValueError:
        raise NotBroadcastable((Argument("q0"), Argument("qd0")), (q.shape, qd.shape)).error() from None
    q = np.array(np.broadcast_to(q, (*batch, robot.nq)), dtype=float)
    for c in (robot.coordinate(name) for name in robot.coordinates):
        if c.motion == "ball":
            largest = np.abs(q[..., c.q]).max(axis=-1, keepdims=True)  # whose square may be too small or too large
            if not (largest > 0).all():
                raise ZeroQuaternion(Argument("q0"), JointName(c.name)).error()
            scaled = q[..., c.q] / largest
            q[..., c.q] = scaled / np.linalg.norm(scaled, axis=-1, keepdims=True)
    return q, np.array(np.broadcast_to(qd, (*batch, robot.nv)), dtype=float)


def check_loops(model: SimulationModel, q: Array, qd: Array) -> None:
    """Raise if q0 leaves loops open or is singular, or if qd0 violates loop closure."""
    if model.loops is None:
        return
    name, closure, generic = RobotName(model.robot.name), model.loops.closure, model.loops.generic
    many = q.reshape(-1, q.shape[-1])
    apart, J = closure.errors(many)
    gap = np.abs(apart).max(axis=0, initial=0.0)
    if gap.max(initial=0.0) > LOOP_OPEN:
        worst = int(np.argmax(gap))
        size = Measure(float(gap[worst] / closure.scales[worst]), Unit(closure.units[worst]))
        raise OpenAtStart(name, Identifier(closure.labels[worst]), size, Call(Function("assemble"))).error()
    sizes = np.linalg.svd(J, compute_uv=False)
    if generic.known.full and generic.rank and (sizes[:, generic.rank - 1] <= RANK * sizes[:, 0]).any():
        raise SingularStart(name).error()
    check_rates(model.loops, many, qd.reshape(-1, qd.shape[-1]), names=("q0", "qd0"))


def _check_options(method: str, given: Mapping[str, bool], methods: Sequence[str] | Mapping[str, Any]) -> None:
    """Raise if an option is given that only other methods have."""
    argument = next((name for name, is_given in given.items() if is_given), None)
    if argument is not None and method not in methods:
        raise OptionOfOtherMethods(
            Argument(argument), Identifier(method), tuple(Identifier(x) for x in methods)
        ).error()


def _check_stops(robot: Robot, q0: Array) -> None:
    """Raise if a joint starts beyond its stops, or if a ball has limits, which cannot be stops."""
    for name in robot.coordinates:
        own = robot.coordinate(name)
        low, high = (math.inf * s if x is None else x for x, s in ((own.limits.lower, -1), (own.limits.upper, 1)))
        place = q0[..., own.q.start]
        if own.motion == "ball":
            if own.limits.upper is not None:
                ball = Identifier(name)
                raise FeatureUnsupported(
                    Function("restitution"), RobotName(robot.name), Noun("ball limits"), ball
                ).error()
        elif not ((place >= low - LIMIT_REACHED) & (place <= high + LIMIT_REACHED)).all():
            worst = float(np.ravel(place)[np.argmax(np.maximum(low - place, place - high))])
            raise BeyondStops(JointName(name), *(Measure(x, Unit(own.unit)) for x in (worst, low, high))).error()


def _motors(model: SimulationModel, x: Array, theta0: ArrayLike | None, thetad0: ArrayLike | None) -> None:
    """Set the initial state of the motors of elastic joints."""
    L = model.layout
    for argument, given, place in (("theta0", theta0, L.theta), ("thetad0", thetad0, L.thetad)):
        if given is None:
            continue
        values = finite(given, argument)
        if values.shape[-1:] != (L.elastic,) or not fits(values.shape[:-1], x.shape[:-1]):
            robot = RobotName(model.robot.name)
            raise WrongShape(Argument(argument), values.shape, ((L.elastic,),), robot).error()
        x[..., place] = values


def _method(method: str | None, batch: tuple[int, ...]) -> str:
    if method is None:
        return "rk4" if batch else "DOP853"
    known(method, (*ADAPTIVE, *METHODS), "method", argument="method")
    if batch and method in ADAPTIVE:
        raise BatchUnsupported(Function(f"method {method}"), batch).error()
    return method
