"""Control laws in joint space, with the position error e = q_d ⊖ q.

pd_gravity        τ = g(q) + Kp e + Kd (q̇_d − q̇), for actuated coordinates                     [takegaki1981], [briot]
feed_forward      τ = M(q_d) q̈_d + c(q_d, q̇_d) + g(q_d) + friction + Kp e + Kd ė               [siciliano2009, §8.5]
computed_torque   τ = M(q) (q̈_d + Kd ė + Kp e) + c(q, q̇) + g(q) + friction                     [siciliano2009, §8.5], [briot]
pid               u = g(q) + Kp e + Ki ∫e dt + Kd ė,  τ = u within ±limit                        [astrom2006, §3.5]
adaptive          q̇_r = q̇_d + Λ e,  s = q̇_r − q̇,  τ = Y(q, q̇, q̇_r, q̈_r) π̂ + K s,  dπ̂/dt = Γ Yᵀ s       [slotine1987]

PD control with gravity compensation is stable at a constant posture for any positive gains and does not require the
inertias. Feed-forward control evaluates the model along the desired trajectory. Only the PD terms depend on the
measured state. With computed torque and an exact model, every joint obeys ë + Kd ė + Kp e = 0. In robots with loops,
every independent coordinate obeys this error equation if the desired accelerations are compatible with the loop
constraints. To prevent wind-up, the PID integral increases only if |τ| is below its limit or if the error reduces |τ|.

If `dead_zone` is given, friction is evaluated at a noise-free velocity; see `friction`. Computed torque evaluates
friction at q̇_r = q̇_d + Λ e with Λ = Kd⁻¹Kp. If friction were evaluated at q̇_d, a light joint with high friction (M
Kp e below the dry friction) would not return to the desired path. If friction dominates inertia, the error obeys ė = −Λ
e. [slotine1987]

The adaptive control law of Slotine and Li uses Y π = M(q) q̈_r + S(q, q̇) q̇_r + g(q), where S follows from the
Christoffel symbols. Ṁ − 2S is skew-symmetric, so V = ½ sᵀM s + ½ π̃ᵀΓ⁻¹π̃ decreases. S q̇_r = Σ c_kij q̇_i q̇_rj is the
symmetric bilinear form associated with the quadratic form c(q, v). Hence S(q, q̇) q̇_r = ½ [c(q̇ + q̇_r) − c(q̇) −
c(q̇_r)], and Y is computed from the standard regressor. Drives add the columns q̈_r (rotor), q̇_r (viscous friction)
and sign q̇_r (Coulomb friction) for each joint.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from dalembert.argument import Numbers, bounds, real, shaped, single
from dalembert.boundary import Array, RobotLike, as_robot
from dalembert.control.law import (
    DesiredMotion,
    Law,
    ModelTerms,
    actuated_mask,
    error_of,
    gain_matrix,
    gravity_effort,
    model_terms,
    reference,
    require_actuated,
)
from dalembert.control.sampled import SampleClock
from dalembert.dynamics import inertial_parameters, regressor
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot


def pd_gravity(
    robot: RobotLike,
    target: Any,
    kp: Numbers,
    kd: Numbers,
    *,
    dead_zone: float | None = None,
    degrees: bool = False,
) -> Law:
    """Create a PD controller with gravity compensation.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Model that the controller uses.
    target : array_like, mapping or callable
        Desired posture (nq,), or desired trajectory t -> (q, qd, qdd).
    kp, kd : array_like, shape (), (n,) or (n, n)
        Proportional and derivative gains from errors to efforts.
    dead_zone : float, optional
        If given, the controller compensates the friction that the model predicts at the desired velocity. Below this
        speed in rad/s or m/s, the sign of the friction is smoothed.
    degrees : bool
        Whether the angles of a desired posture are in degrees.

    Returns
    -------
    callable
        Control law (t, q, qd) -> tau, for the `tau` argument of `simulate`.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> robot = da.gallery.ur5()
    >>> law = da.control.pd_gravity(robot, [0.0, -1.0, 1.0, 0.0, 0.0, 0.0], kp=100.0, kd=20.0)
    >>> law(0.0, np.zeros(6), np.zeros(6)).round(1)
    array([   0. , -153.8,   84.4,    0. ,    0. ,    0. ])
    """
    return _law(pd_gravity_effort, as_robot(robot), target, (kp, kd), dead_zone, degrees)


def _law(
    effort: Callable[..., Array],
    robot: Robot,
    target: Any,
    gains: tuple[Numbers, Numbers],
    dead_zone: float | None,
    degrees: bool,
) -> Law:
    """Create a control law from a function that computes the effort."""
    desired = reference(robot, target, degrees)
    Kp, Kd = (gain_matrix(x, robot.n, name) for x, name in zip(gains, ("kp", "kd"), strict=True))
    known = model_terms(robot, dead_zone)
    return lambda t, q, qd: effort(known, q, qd, desired(t), Kp, Kd)


def pd_gravity_effort(known: ModelTerms, q: Array, qd: Array, wanted: DesiredMotion, Kp: Array, Kd: Array) -> Array:
    """Compute the efforts τ of PD control with gravity compensation."""
    q_d, qd_d, _ = wanted
    tau = known.gravity(q) + known.error(q, q_d) @ Kp.T + (qd_d - qd) @ Kd.T
    result: Array = known.actuated * known.with_friction(tau, qd_d)
    return result


def feed_forward(
    robot: RobotLike,
    target: Any,
    kp: Numbers,
    kd: Numbers,
    *,
    dead_zone: float | None = None,
    degrees: bool = False,
) -> Law:
    """Create a controller that applies the inverse-dynamics efforts along a trajectory and adds PD feedback.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Model that the controller uses.
    target : array_like, mapping or callable
        Desired posture (nq,), or desired trajectory t -> (q, qd, qdd).
    kp, kd : array_like, shape (), (n,) or (n, n)
        Proportional and derivative gains from errors to efforts.
    dead_zone : float, optional
        If given, the controller compensates the friction that the model predicts at the desired velocity. Below this
        speed in rad/s or m/s, the sign of the friction is smoothed.
    degrees : bool
        Whether the angles of a desired posture are in degrees.

    Returns
    -------
    callable
        Control law (t, q, qd) -> tau, for the `tau` argument of `simulate`.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.ur5()
    >>> path = da.trajectory.quintic([0.0] * 6, [0.5] * 6, duration=1.0)
    >>> law = da.control.feed_forward(robot, path, kp=100.0, kd=20.0)
    >>> law(0.5, *path(0.5)[:2]).round(2)
    array([ -2.47, -49.77, -12.23,   1.27,  -0.29,  -0.  ])
    """
    robot = require_actuated(as_robot(robot), "feed_forward")
    return _law(feed_forward_effort, robot, target, (kp, kd), dead_zone, degrees)


def feed_forward_effort(known: ModelTerms, q: Array, qd: Array, wanted: DesiredMotion, Kp: Array, Kd: Array) -> Array:
    """Compute the efforts τ of feed-forward control."""
    q_d, qd_d, qdd_d = wanted
    tau = known.inverse(q_d, qd_d, qdd_d)
    tau = tau + known.actuated * (known.error(q, q_d) @ Kp.T + (qd_d - qd) @ Kd.T)
    return known.with_friction(tau, qd_d)


def computed_torque(
    robot: RobotLike,
    target: Any,
    kp: Numbers,
    kd: Numbers,
    *,
    dead_zone: float | None = None,
    degrees: bool = False,
) -> Law:
    """Create a computed-torque controller.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Model that the controller uses.
    target : array_like, mapping or callable
        Desired posture (nq,), or desired trajectory t -> (q, qd, qdd).
    kp, kd : array_like, shape (), (n,) or (n, n)
        Proportional and derivative gains in 1/s² and 1/s: kp = ω², kd = 2ζω.
    dead_zone : float, optional
        If given, the controller compensates the friction that the model predicts at the desired velocity. Below this
        speed in rad/s or m/s, the sign of the friction is smoothed.
    degrees : bool
        Whether the angles of a desired posture are in degrees.

    Returns
    -------
    callable
        Control law (t, q, qd) -> tau, for the `tau` argument of `simulate`.

    Examples
    --------
    >>> import dalembert as da
    >>> path = da.trajectory.quintic([0.0] * 6, [0.5] * 6, duration=1.0)
    >>> law = da.control.computed_torque("ur5", path, kp=400.0, kd=40.0)
    >>> run = da.simulate("ur5", [0.1] * 6, duration=1.0, tau=law)  # starts with an error of 0.1 rad
    >>> print(run.q[-1].round(3))
    [0.5 0.5 0.5 0.5 0.5 0.5]
    """
    robot = require_actuated(as_robot(robot), "computed_torque")
    back = np.linalg.pinv(gain_matrix(kd, robot.n, "kd")) @ gain_matrix(kp, robot.n, "kp")
    return _law(partial(computed_torque_effort, back=back), robot, target, (kp, kd), dead_zone, degrees)


def computed_torque_effort(
    known: ModelTerms, q: Array, qd: Array, wanted: DesiredMotion, Kp: Array, Kd: Array, back: Array
) -> Array:
    """Compute the efforts τ of computed-torque control. `back` is the gain matrix Λ."""
    q_d, qd_d, qdd_d = wanted
    e = known.error(q, q_d)
    tau = known.projected(q, qd, qdd_d + (qd_d - qd) @ Kd.T + e @ Kp.T)
    return known.with_friction(tau, qd_d + e @ back.T)


class Pid:
    """PID control of each joint with gravity compensation and anti-windup.

    The control law has internal state, so pass `simulation.Inputs(law, control_period=…)` to `simulate`. The internal
    state is reset at the start of each simulation.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Model that the controller uses.
    target : array_like, mapping or callable
        Desired posture (nq,), or desired trajectory t -> (q, qd, qdd).
    kp, ki, kd : array_like, shape (), (n,) or (n, n)
        Proportional, integral and derivative gains from errors to efforts.
    limit : array_like, optional
        Maximum magnitude of the efforts in N·m and N.
    gravity : bool
        Whether to add the gravity efforts g(q).
    start : array_like, shape (n,), optional
        Initial value of ∫e dt; zero by default.
    degrees : bool
        Whether the angles of a desired posture are in degrees.
    """

    sampled = True

    def __init__(
        self,
        robot: RobotLike,
        target: Any,
        kp: Numbers,
        ki: Numbers,
        kd: Numbers,
        *,
        limit: Numbers | None = None,
        gravity: bool = True,
        start: Numbers | None = None,
        degrees: bool = False,
    ) -> None:
        robot = as_robot(robot)
        self.desired, self.error = reference(robot, target, degrees), error_of(robot)
        self.gravity, self.driven = gravity_effort(robot) if gravity else None, actuated_mask(robot)
        self.kp, self.ki, self.kd = (gain_matrix(x, robot.n, name) for x, name in ((kp, "kp"), (ki, "ki"), (kd, "kd")))
        self.limit = bounds(limit, "limit", (), (robot.n,))
        self._clock = SampleClock()
        self.start = np.zeros(robot.n) if start is None else shaped(start, "start", (robot.n,), robot=robot.name)
        self.sum = self.start  # ∫e dt

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        q_d, qd_d, _ = self.desired(t)
        e = self.driven * self.error(q, q_d)
        since = self._clock.since(t)
        if since is None:
            since, self.sum = 0.0, self.start
        u = (0.0 if self.gravity is None else self.gravity(q)) + e @ self.kp.T + (qd_d - qd) @ self.kd.T
        unlimited = u + self.sum @ self.ki.T
        growing = np.sign(e @ self.ki.T) == np.sign(unlimited)
        free = (np.abs(unlimited) < self.limit) | ~growing
        self.sum = self.sum + np.where(free, since * e, 0.0)
        result: Array = self.driven * np.clip(u + self.sum @ self.ki.T, -self.limit, self.limit)
        return result


class AdaptiveController:
    """Adaptive controller of Slotine and Li.

    The control law has internal state, so pass `simulation.Inputs(law, control_period=…)` to `simulate`. The internal
    state is reset at the start of each simulation.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Model that the controller uses.
    target : array_like, mapping or callable
        Desired posture (nq,), or desired trajectory t -> (q, qd, qdd).
    slope : array_like, shape (), (n,) or (n, n)
        Gain matrix Λ in 1/s. The reference velocity is q̇_r = q̇_d + Λ e.
    k : array_like, shape (), (n,) or (n, n)
        Gain matrix K from the velocity error s to efforts.
    rate : array_like, shape () or (p,)
        Adaptation rate Γ.
    parameters : array_like, shape (p,), optional
        Initial parameter estimate π̂; by default, the parameters of the model. After a run, the attribute `parameters`
        contains the final estimate π̂, which you can pass to another controller.
    degrees : bool
        Whether the angles of a desired posture are in degrees.
    """

    sampled = True

    def __init__(
        self,
        robot: RobotLike,
        target: Any,
        slope: Numbers,
        k: Numbers,
        rate: Numbers,
        parameters: Numbers | None = None,
        *,
        degrees: bool = False,
    ) -> None:
        robot = require_actuated(as_robot(robot), "adaptive")
        robot.only("adaptive")
        self.robot, self.desired = robot, reference(robot, target, degrees)
        self.slope, self.k = gain_matrix(slope, robot.n, "slope"), gain_matrix(k, robot.n, "k")
        start = believed_parameters(robot)
        if parameters is not None:
            start = shaped(parameters, "parameters", start.shape, robot=robot.name)
        self.start, self.parameters = start.copy(), start.copy()
        self.rate = shaped(rate, "rate", (), start.shape)
        real(self.rate.min(), "rate", lower=0)
        self._clock = SampleClock()
        self._change = np.zeros_like(start)

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        single(q.shape[:-1], "adaptive")
        since = self._clock.since(t)
        self.parameters = self.start.copy() if since is None else self.parameters + since * self._change
        q_d, qd_d, qdd_d = self.desired(t)
        e, ed = q_d - q, qd_d - qd
        qd_r, qdd_r = qd_d + self.slope @ e, qdd_d + self.slope @ ed
        s = qd_r - qd
        Y = reference_regressor(self.robot, q, qd, qd_r, qdd_r)
        self._change = self.rate * (Y.T @ s)
        result: Array = Y @ self.parameters + self.k @ s
        return result


def reference_regressor(robot: Robot, q: Array, qd: Array, qd_r: Array, qdd_r: Array) -> Array:
    """Compute the regressor Y with Y π = M q̈_r + S(q, q̇) q̇_r + g + drive efforts."""
    zero = np.zeros_like(q)
    rates = np.array([zero, qd + qd_r, qd, qd_r, zero])
    accelerations = np.array([qdd_r, zero, zero, zero, zero])
    with_reference, both, first, second, still = regressor(robot, np.broadcast_to(q, rates.shape), rates, accelerations)
    Y = with_reference + (both - first - second + still) / 2
    drives = [np.diag(x) for x in (qdd_r, qd_r, np.sign(qd_r))] if has_drives(robot) else []
    return np.hstack([Y, *drives])


def believed_parameters(robot: Robot) -> Array:
    """Return the inertial parameters π of the links, followed by any drive parameters.

    The drive parameters are the rotor inertia Ia, the viscous friction and the Coulomb friction of each joint.
    """
    links = inertial_parameters(robot)
    if not has_drives(robot):
        return links
    drives = [dof.drive or Drive() for dof in robot.dofs]
    return np.concatenate([links, *([float(getattr(d, x)) for d in drives] for x in ("inertia", "viscous", "dry"))])


def has_drives(robot: Robot) -> bool:
    """Check whether any joint has a drive."""
    return any(dof.drive is not None for dof in robot.dofs)


pid, adaptive = Pid, AdaptiveController
