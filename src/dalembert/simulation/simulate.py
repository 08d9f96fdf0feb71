"""Simulation: integration of the forward dynamics over time. [deluca]

    M q̈ + c + g + friction + springs = τ + Σ Jᵀw + Jᵀλ

The efforts τ(t) and the initial state (q, q̇) determine the motion q(t). The simulation includes drives, elastic
joints, stick-slip friction and the energy balance of the run. After every step, quaternions have unit length and loops
are closed. This module checks the arguments and the initial state (array sizes, unit quaternions, closed loops, J q̇ =
0) and then starts the adaptive or fixed-step integration.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, Literal, TypeAlias

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers, at_most, filled, finite, function, instance, known, real, single, together
from dalembert.boundary import Array, RobotLike, StateLike, as_frame, as_q, as_rates, as_robot, without
from dalembert.errors import SimulationInterrupted, SimulationStopped
from dalembert.finding.finding import Argument, Call, Function, Identifier, JointName, Measure, RobotName, Unit, seconds
from dalembert.kinematics.configuration import bounds
from dalembert.mechanism.consistency import check_quaternions, check_rates
from dalembert.progress import Progress
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.simulation.adaptive_stick_slip_and_stops import AdaptiveIntegration, AdaptiveRecorder, HybridDynamics
from dalembert.simulation.fixed_step import MOST_STEPS, ROWS, FixedStepIntegration, Grid
from dalembert.simulation.inputs import PARAMETERS, InputFunction, Inputs, Signal, Wrenches
from dalembert.simulation.integrator import METHODS, Stepper
from dalembert.simulation.model import SimulationModel, simulation_model
from dalembert.simulation.run import Run
from dalembert.tolerance import ATOL, LIMIT_REACHED, LOOP_OPEN, RANK, RTOL, SAME_TIME, STEP

Method: TypeAlias = Literal["DOP853", "Radau", "rk4", "euler", "midpoint", "moreau"]
ADAPTIVE = ("DOP853", "Radau")
_MOST_ROWS = 10**8
_PULSE = 0.02  # s, longest adaptive step with user functions, so that no short pulse is missed


@dataclass(frozen=True)
class Solver:
    """Integration method with its step size and tolerances.

    Parameters
    ----------
    method : {"DOP853", "Radau", "rk4", "euler", "midpoint", "moreau"}, optional
        "DOP853" (default) and "Radau" are adaptive. The methods "rk4" (default for a batch), "euler" (semi-implicit),
        "midpoint" (implicit, symplectic) and "moreau" (with sticking dry friction) have fixed steps and are compiled.
    step : float, optional
        Maximum fixed step in s; 1 ms by default. The step is shortened so that the control period, the sampling period
        and the duration are multiples of it.
    rtol, atol : float, optional
        Tolerances of the adaptive methods; 1e-10 and 1e-12 by default.
    max_step : float, optional
        Maximum step in s. For adaptive methods, the default is 20 ms if user functions are evaluated during the run, so
        that short pulses are not missed.

    Examples
    --------
    >>> import dalembert as da
    >>> run = da.simulate("ur5", [0.0] * 6, duration=0.1, method=da.simulation.Solver("rk4", step=1e-4))
    >>> run.method, run.statistics["steps"]
    ('rk4', 1000)
    """

    method: Method | None = None
    step: float | None = None
    rtol: float | None = None
    atol: float | None = None
    max_step: float | None = None

    def __post_init__(self) -> None:
        for name, unit in (("step", "s"), ("rtol", "1"), ("atol", "1"), ("max_step", "s")):
            value = getattr(self, name)
            if value is not None and not (name == "max_step" and np.ndim(value) == 0 and value == math.inf):
                object.__setattr__(self, name, real(value, name, above=0, unit=unit))
        if self.method is not None:
            known(self.method, (*ADAPTIVE, *METHODS), "method", argument="method")
            _check_options(self.method, {"step": self.step}, METHODS)
            _check_options(self.method, {"rtol": self.rtol, "atol": self.atol}, ADAPTIVE)

    def chosen(self, batch: tuple[int, ...]) -> tuple[Solver, str]:
        """Choose the method for a batch of the given shape, which is () for a single trajectory.

        Return the solver and its method.
        """
        if self.method is None:
            return replace(self, method="rk4" if batch else "DOP853").chosen(batch)
        if self.method in ADAPTIVE:
            single(batch, f"method {self.method}")
        return self, self.method

    def longest(self, duration: float, default: float) -> float:
        """Return the maximum step of a run in s."""
        longest = default if self.max_step is None else self.max_step
        at_most(duration / longest, MOST_STEPS, "steps", "max_step")
        return longest


@dataclass(frozen=True)
class Recording:
    """Options for recording a run and for displaying its progress.

    Parameters
    ----------
    sample : float, optional
        Interval in s between rows of the result; about 1000 rows by default.
    events : sequence of callables
        Event functions of (t, q, qd), whose zeros are located. The function attributes `terminal` and `direction` have
        the same meaning as in SciPy.
    progress : bool, optional
        Whether to show a progress bar. By default, the progress bar appears on a terminal after one second.

    Examples
    --------
    >>> import dalembert as da
    >>> def halfway(t, q, qd):
    ...     return t - 0.05
    >>> run = da.simulate("ur5", [0.0] * 6, duration=0.1, sample=da.simulation.Recording(0.01, events=[halfway]))
    >>> len(run.t), run.events[0].kind
    (11, 'halfway')
    """

    sample: float | None = None
    events: Sequence[Callable[..., float]] = ()
    progress: bool | None = None

    def __post_init__(self) -> None:
        if self.sample is not None:
            object.__setattr__(self, "sample", real(self.sample, "sample", above=0, unit="s"))
        for event in instance(self.events, "events", (list, tuple), "event functions"):
            function(event, "events", PARAMETERS)

    def times(self, duration: float) -> Array:
        """Return the times of the rows of an adaptive run."""
        if self.sample is None:
            return np.linspace(0.0, duration, ROWS + 1)
        times = np.arange(math.floor(duration / self.sample + SAME_TIME) + 1) * self.sample
        whole = times[-1] >= duration - SAME_TIME * self.sample
        return np.minimum(times, duration) if whole else np.append(times, duration)


def simulate(
    robot: RobotLike,
    q0: StateLike,
    qd0: StateLike | None = None,
    *,
    duration: float,
    tau: Numbers | InputFunction | Inputs | None = None,
    wrench: Mapping[str, Numbers | InputFunction] | None = None,
    method: Method | Solver | None = None,
    sample: float | Recording | None = None,
    restitution: float | None = None,
    degrees: bool = False,
) -> Run:
    """Simulate the motion of a robot over time.

    The simulation starts at q0 and qd0. The loops must be closed at q0, and qd0 must satisfy the loop constraints.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot, name of a gallery robot, or path to a robot file.
    q0 : array_like, shape (nq,) or (..., nq), or mapping
        Initial coordinates in rad and m. If the array has several rows, each row starts one trajectory of a batch. By
        default, the motors of elastic joints start at the link positions. In an array (..., nq + m), the last m entries
        are the initial positions of the m motors.
    qd0 : array_like, shape (nv,) or (..., nv), or mapping, optional
        Initial velocities in rad/s and m/s; zero by default. Motor velocities of elastic joints can be appended, as in
        q0.
    duration : float
        Simulated duration in s.
    tau : array_like, callable or Inputs, optional
        Efforts of the joints in N·m and N: (n,) constant, (K, n) samples, or a function of (t, q, qd). A batch also
        accepts an array (..., n) with one constant per trajectory, or samples (..., K, n). Use `simulation.Inputs` to
        specify voltages, a control period or limits.
    wrench : mapping, optional
        External wrenches by frame: [force, moment] in N and N·m, at the frame's origin in world axes, or a function of
        (t, q, qd).
    method : {"DOP853", "Radau", "rk4", "euler", "midpoint", "moreau"} or Solver, optional
        Integration method; "DOP853" by default, "rk4" for a batch. Use `simulation.Solver` to specify steps and
        tolerances.
    sample : float or Recording, optional
        Interval in s between rows of the result; about 1000 rows by default. Use `simulation.Recording` to specify
        events and progress.
    restitution : float, optional
        Coefficient of restitution between 0 and 1. If given, position limits act as stops at which impacts occur.
    degrees : bool
        Whether angles in q0 and qd0 are in degrees.

    Returns
    -------
    Run
        Motion, efforts, energies and events.

    Raises
    ------
    SimulationStopped
        If a controller fails or the motion diverges. The attribute `run` of the exception contains the rows up to the
        time of the error.
    SimulationInterrupted
        If the user presses Ctrl-C. The attribute `run` of the exception contains the rows computed so far.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.pendulum().rigid().bind(m=1, d=0.5, Il=0.1, g=9.81)
    >>> run = da.simulate(robot, [90], duration=0.5, degrees=True)
    >>> print(f"q = {run.q[-1, 0]:.3f} rad, qd = {run.qd[-1, 0]:.3f} rad/s after {run.t[-1]:g} s")
    q = -0.025 rad, qd = -5.293 rad/s after 0.5 s
    """
    started = perf_counter()
    robot = as_robot(robot)
    inputs = tau if isinstance(tau, Inputs) else Inputs(tau)
    recording = sample if isinstance(sample, Recording) else Recording(sample)
    q, qd = initial_state(robot, q0, qd0, degrees)
    batch = q.shape[:-1]
    solver, name = (method if isinstance(method, Solver) else Solver(method)).chosen(batch)
    duration = real(duration, "duration", above=0, unit="s")
    at_most(duration / (recording.sample or duration), _MOST_ROWS, "rows", "sample")
    _check_options(name, {"events": recording.events or None, "restitution": restitution}, ADAPTIVE)
    if restitution is not None:
        restitution = real(restitution, "restitution", lower=0, upper=1)
        _check_stops(robot, q)
    for frame in wrench if isinstance(wrench, Mapping) else ():
        as_frame(robot, frame, "wrench")
    signal, wrenches = Signal(robot, inputs, duration, batch), Wrenches(wrench, batch)
    model = simulation_model(robot, inputs.electric, wrenches.frames, inputs.limits == "keep")
    check_loops(model, q[..., : robot.nq], qd[..., : robot.nv])
    x = model.start(q, qd)
    if model.plant.drifts:
        x = np.asarray(model.finish(x))
        x[..., model.layout.ledger] = 0.0
    with Progress(duration, recording.progress) as bar:
        if name in ADAPTIVE:
            pulses = not signal.held or wrenches.constant is None or bool(recording.events)
            hybrid = HybridDynamics(model, signal, wrenches, restitution)
            trace = AdaptiveRecorder(recording.times(duration), hybrid)
            tolerances = {"rtol": solver.rtol or RTOL, "atol": solver.atol or ATOL}
            longest = solver.longest(duration, _PULSE if pulses else math.inf)
            integration = AdaptiveIntegration(hybrid, trace, name, tolerances, longest, recording.events)
            run = _completed(integration, partial(integration.go, x, duration, bar))
        else:
            step = min(solver.step or STEP, solver.longest(duration, math.inf))
            period = step if signal.function is not None and signal.period is None else signal.period
            grid = Grid(duration, step, recording.sample, period, wrenches.constant is None)
            march = FixedStepIntegration(Stepper(model, name), signal, wrenches, x, grid)
            run = _completed(march, partial(march.go, bar))
    run.statistics["seconds"] = perf_counter() - started
    return run


def _completed(integration: AdaptiveIntegration | FixedStepIntegration, go: Callable[[], None]) -> Run:
    """Run an integration to the end, and return the result.

    If an error occurs, the attribute `run` of the exception contains the states up to the error.
    """
    error: SimulationStopped | SimulationInterrupted | None = None
    try:
        go()
    except SimulationStopped as reason:
        error = reason
    except KeyboardInterrupt:
        error = SimulationInterrupted(finding.Interrupted(seconds(integration.time)), time=integration.time)
    run = integration.run()
    error = error or integration.fault(run)
    if error is not None:
        error.run = run
        raise error
    return run


def initial_state(robot: Robot, q0: StateLike, qd0: StateLike | None, degrees: bool) -> list[Array]:
    """Convert the initial state to q0 (..., nq) and qd0 (..., nv) with a common leading shape.

    The motor states of elastic joints can be appended to the link states.

    Quaternions are normalised to unit length.
    """
    rest = np.zeros(robot.nv) if qd0 is None else qd0
    given = {"q0": _state(robot, q0, "q0", degrees), "qd0": _state(robot, rest, "qd0", degrees)}
    for name, array in given.items():
        filled(array.ravel(), name)
    q, qd = together(given)
    for name, places in robot.balls.items():
        check_quaternions(robot.name, name, "q0", q[..., places])
        q[..., places] /= np.linalg.norm(q[..., places], axis=-1, keepdims=True)
    return [q, qd]


def _state(robot: Robot, value: Any, argument: str, degrees: bool) -> Array:
    """Convert link states and optional motor states of elastic joints to an array."""
    convert, size = (as_q, robot.nq) if argument == "q0" else (as_rates, robot.nv)
    soft = [b for b in tree(robot).bodies if b.drive is not None and b.drive.stiffness is not None]
    if not soft or isinstance(value, Mapping) or np.shape(value)[-1:] != (size + len(soft),):
        return convert(robot, value, argument, degrees=degrees)
    links, motors = np.split(finite(value, argument), [size], axis=-1)
    scale = [np.pi / 180 if degrees and b.motion == "turn" else 1.0 for b in soft]
    return np.concatenate([convert(robot, links, argument, degrees=degrees), motors * scale], axis=-1)


def check_loops(model: SimulationModel, q: Array, qd: Array) -> None:
    """Raise an error if loops are open or singular at q0, or if qd0 violates loop closure."""
    if model.loops is None:
        return
    name = RobotName(model.robot.name)
    closure = model.loops.closure
    generic = model.loops.generic
    count = math.prod(q.shape[:-1])
    many = q.reshape(count, q.shape[-1])
    apart, J = closure.errors(many)
    gap = np.abs(apart).max(axis=0, initial=0.0)
    if gap.max(initial=0.0) > LOOP_OPEN:
        worst = int(np.argmax(gap))
        label, size = closure.gap_of(worst, float(gap[worst] / closure.scales[worst]))
        raise finding.OpenAtStart(name, label, size, Call(Function("assemble"))).error()
    sizes = np.linalg.svd(J, compute_uv=False)
    if generic.known.full and generic.rank and (sizes[:, generic.rank - 1] <= RANK * sizes[:, 0]).any():
        raise finding.SingularLoops(name).error()
    check_rates(model.loops, many, qd.reshape(count, qd.shape[-1]), names=("q0", "qd0"))


def _check_options(method: str, options: Mapping[str, Any], methods: Sequence[str] | Mapping[str, Any]) -> None:
    """Raise an error for any option that the method does not support."""
    given = [name for name, value in options.items() if value is not None]
    if given and method not in methods:
        names = tuple(map(Identifier, methods))
        raise finding.OptionOfOtherMethods(Argument(given[0]), Identifier(method), names).error()


def _check_stops(robot: Robot, q0: Array) -> None:
    """Raise an error if a joint starts beyond a stop, or if a ball joint has position limits."""
    own = robot.dofs
    turning = (c.name for c in own if c.motion == "ball" and c.limits.upper is not None)
    without(robot, "restitution", "ball limits", turning)
    low, high = bounds(robot)
    q = q0[..., : robot.nq]
    beyond = np.maximum(low - q, q - high)
    *_, k = worst = np.unravel_index(np.argmax(beyond), beyond.shape)
    if beyond[worst] > LIMIT_REACHED:
        joint = next(c for c in own if c.q.start == k)
        sizes = (Measure(float(x), Unit(joint.unit)) for x in (q[worst], low[k], high[k]))
        raise finding.BeyondStops(JointName(joint.name), *sizes).error()
