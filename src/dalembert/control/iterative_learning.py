"""Iterative learning of the feed-forward torque for a trajectory that is executed repeatedly. [deluca], [arimoto1984]

In trial k, the robot follows q_d with the control law u = u_k(t) + Kp e + Kd ė, e = q_d − q. After each trial, the
torque is updated:

    u_{k+1}(t) = u_k(t) + M̂(q_d) ë + Kd ė + Kp e

Let u_d be the inverse-dynamics torque of the real robot, and δ_k = u_d − u_k. The tracking error obeys M ë + Kd ė + Kp
e ≈ δ_k, so δ_{k+1} ≈ (M − M̂) ë. Each trial multiplies the torque error δ_k by the relative error of the model's
inertia, so u_k converges to u_d. Without a model, M̂ = 0, and the torque converges only for frequencies below the
bandwidth of the PD controller.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers, choice, integer, real, shaped
from dalembert.boundary import Array, RobotLike, as_robot
from dalembert.control.law import gain_matrix, reference, require_actuated
from dalembert.drawing import chart
from dalembert.dynamics import inverse_dynamics, mass_matrix
from dalembert.errors import SimulationInterrupted, SimulationStopped
from dalembert.finding.finding import Measure, Unit
from dalembert.robot.model import Robot
from dalembert.simulation.run import Run
from dalembert.simulation.simulate import Method, Solver, simulate
from dalembert.tolerance import LEARNING_NOISE, LEARNING_WORSE, TRIAL_RTOL
from dalembert.typeset.label import label
from dalembert.typeset.notebook_display import Displayed
from dalembert.typeset.palette import INK, QUIET

_SOLVER = Solver(rtol=TRIAL_RTOL, atol=1e-2 * TRIAL_RTOL)


@dataclass(frozen=True, eq=False)
class Learned(Displayed):
    """Result of `learn_torque`.

    Attributes
    ----------
    t : ndarray, shape (T,)
        Times in s.
    tau : ndarray, shape (T, n)
        Learned feed-forward efforts in N·m and N.
    errors, rms : ndarray, shape (trials,)
        Maximum and root-mean-square tracking error |q_d − q| of each trial.
    torques : ndarray, shape (trials, T, n)
        Feed-forward efforts of each trial.
    run : Run
        Simulation of the last trial.
    """

    t: Array
    tau: Array
    errors: Array
    rms: Array
    torques: Array
    run: Run

    def __repr__(self) -> str:
        return f"Learned({len(self.errors)} trials, error {self.errors[0]:.2e} -> {self.errors[-1]:.2e})"

    @property
    def gain(self) -> float:
        """Factor by which the tracking error has decreased."""
        return float(self.errors[0] / max(self.errors[-1], np.finfo(float).tiny))

    def plot(self, path: str | Path | None = None) -> Any:
        """Plot the tracking error of each trial, the torques of the first trial and the learned torques."""
        figure = chart.figure("page", 190.0)
        left, right = figure.subplots(1, 2)
        trials = range(1, len(self.errors) + 1)
        left.semilogy(trials, self.errors, "o-", color=INK, markersize=3, linewidth=1.0, label="largest")
        left.semilogy(trials, self.rms, "s--", color=QUIET, markersize=3, linewidth=1.0, label="root mean square")
        chart.tidy(left, "tracking error / rad, m", "trial")
        left.legend(frameon=False, prop=chart.letters(), labelcolor=INK)
        chart.tidy(right, "feed-forward / N m, N; first trial dotted", "time / s", zero=True)
        lines = []
        for j, name in enumerate(self.run.joints):
            colour = chart.of_joint(j)["color"]
            right.plot(self.t, self.torques[0][:, j], ":", color=colour, linewidth=1.0)
            right.plot(self.t, self.tau[:, j], "-", color=colour, linewidth=1.0)
            lines.append(chart.PlotCurve(label(name, j + 1), self.t, self.tau[:, j], colour))
        right.margins(x=0.0)
        chart.ends(right, lines)
        return chart.finished(figure, path)


def learn_torque(
    robot: RobotLike,
    trajectory: Any,
    *,
    kp: Numbers,
    kd: Numbers,
    model: RobotLike | None = None,
    start: Numbers | str = "model",
    trials: int = 10,
    samples: int = 500,
    cutoff: float | None = None,
    method: Method | Solver | None = None,
) -> Learned:
    """Learn the feed-forward torque of a trajectory in repeated trials.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot that performs the trials. The learning method does not use the parameters of this robot.
    trajectory : Trajectory
        Desired motion t -> (q, qd, qdd) with an attribute `duration`.
    kp, kd : array_like, shape (), (n,) or (n, n)
        PD gains for the control law during the trials and for the torque update.
    model : Robot, gallery name or path of a robot file, optional
        Model used to update the torque. The model provides the inertia matrix and, with start="model", the initial
        torque.
    start : {"model", "zero"} or array_like, shape (samples + 1, n)
        Initial feed-forward torque.
    trials : int
        Number of trials.
    samples : int
        Number of time steps in the learned torque.
    cutoff : float, optional
        Cut-off frequency in Hz of a zero-phase low-pass filter for ë, which is useful with sensor noise.
    method : str or Solver, optional
        Integration method for the trials, as in `simulate`; "DOP853" with a relative tolerance of 1e-8 by default.

    Returns
    -------
    Learned
        Torques and errors of all trials.

    Raises
    ------
    LearningDiverged
        If the tracking error grows between trials. The attribute `learned` of the exception contains the trials up to
        this point and the best torque.
    SimulationStopped, SimulationInterrupted
        If a trial cannot be completed. The attribute `learned` of the exception contains the result of the completed
        trials.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> path = da.trajectory.quintic([0.0, 0.0], [1.0, 1.0], duration=1.0)
    >>> learned = da.control.learn_torque(robot, path, kp=50.0, kd=10.0, trials=3, samples=100)
    >>> print(learned.errors.round(4))
    [0.7055 0.6717 0.4288]
    """
    from scipy.interpolate import CubicSpline

    robot = as_robot(robot)
    model = None if model is None else as_robot(model, "model")
    trials, samples = integer(trials, "trials", lower=1), integer(samples, "samples", lower=10)
    robot.only("learn_torque", springs=True)
    require_actuated(robot, "learn_torque")
    desired = reference(robot, trajectory)
    Kp, Kd = gain_matrix(kp, robot.n, "kp"), gain_matrix(kd, robot.n, "kd")
    solver = _SOLVER if method is None else method if isinstance(method, Solver) else Solver(method)
    end = real(getattr(trajectory, "duration", 0.0), "duration", above=0, unit="s")
    t = np.linspace(0.0, end, samples + 1)
    nyquist = 0.5 / t[1]
    if cutoff is not None:
        cutoff = real(cutoff, "cutoff", above=0, below=nyquist, unit="Hz") / nyquist
    q_d, qd_d, qdd_d = (np.array(x) for x in zip(*(desired(float(s)) for s in t), strict=True))
    u = _first(model, start, (q_d, qd_d, qdd_d))
    M = np.zeros((robot.n, robot.n)) if model is None else mass_matrix(model, q_d)
    noise = LEARNING_NOISE * (solver.rtol or TRIAL_RTOL) * np.abs(q_d).max() or 1.0
    finished: list[tuple[Array, Array, Run]] = []  # effort, error and run of each trial

    def learned(tau: Array | None = None) -> Learned:
        """Return the result of the completed trials.

        By default, the learned torques are those of the best trial.
        """
        torques, e = (np.array([trial[k] for trial in finished]) for k in (0, 1))
        largest = np.abs(e).max(axis=(1, 2))
        rms = np.sqrt(np.mean(e**2, axis=(1, 2)))
        best = torques[np.argmin(largest)] if tau is None else tau
        return Learned(t, best, largest, rms, torques, finished[-1][2])

    for trial in range(trials):
        law = partial(_law, CubicSpline(t, u + q_d @ Kp.T + qd_d @ Kd.T), Kp, Kd)
        try:
            run = simulate(robot, q_d[0], qd_d[0], duration=end, tau=law, method=solver, sample=float(t[1]))
        except (SimulationStopped, SimulationInterrupted) as reason:
            found, so_far = finding.TrialStopped(trial + 1, reason.finding), learned() if trial else None
            raise type(reason)(found, run=reason.run, time=reason.time, joint=reason.joint, learned=so_far) from None
        e, ed = q_d - run.q, qd_d - run.qd
        finished.append((u, e, run))
        errors = learned().errors
        edd = _smoothed(qdd_d - CubicSpline(t, run.qd)(t, 1), cutoff)
        if trial and errors[-1] > max(LEARNING_WORSE * errors[0], errors[-2], noise):
            first, now = (Measure(float(x), Unit("rad, m")) for x in (errors[0], errors[-1]))
            raise finding.ErrorGrows(first, now, trial + 1).error(run=run, time=float(t[-1]), learned=learned())
        u = u + np.einsum("...ij,...j->...i", M, edd) + ed @ Kd.T + e @ Kp.T
    return learned(u)


def _law(command: Callable[[float], Array], Kp: Array, Kd: Array, t: float, q: Array, qd: Array) -> Array:
    """Compute the torque u_k + Kp (q_d − q) + Kd (q̇_d − q̇) of a trial.

    `command` is the part of the torque that is a function of time only.
    """
    return np.asarray(command(t) - Kp @ q - Kd @ qd)


def _first(model: Robot | None, start: Numbers | str, motion: tuple[Array, Array, Array]) -> Array:
    if isinstance(start, str):
        choice(start, "start", ("model", "zero"))
        return inverse_dynamics(model, *motion) if start == "model" and model is not None else np.zeros_like(motion[0])
    return shaped(start, "start", motion[0].shape)


def _smoothed(x: Array, cutoff: float | None) -> Array:
    """Apply a zero-phase low-pass filter. The cut-off frequency is relative to the Nyquist frequency."""
    if cutoff is None:
        return x
    from scipy.signal import butter, filtfilt

    return np.asarray(filtfilt(*butter(4, cutoff), x, axis=0))
