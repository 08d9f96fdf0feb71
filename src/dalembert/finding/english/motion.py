"""English for findings about simulation, control and trajectories."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NOUNS: dict[str, str] = {
    "an encoder": "an Encoder",
    "joint position": "position",
    "joint velocity": "velocity",
    "joint effort": "effort",
    "path points": "points",
    "event functions": "a list of functions of (t, q, qd)",
    "tasks": "a trajectory, a list of trajectories or a tuple of arrays (q, qd, qdd)",
    "joint elasticity": "elastic joints",
    "internal states": "elastic joints, bristle friction or motor currents",
    "bristles or currents": "bristle friction or motor currents",
    "kinematic loops": "kinematic loops",
    "ball joints": "ball joints",
    "springs": "springs",
    "independent ball rates": "the rates of a ball joint as independent coordinates",
    "ball limits": "stops of ball joints",
    "trajectories": "trajectories",
    "steps": "steps",
    "samples": "samples",
    "axis": "axis",
    "gears": "gears",
    "velocity": "velocity",
}


def _diverged(f: Any, t: Any) -> str:
    which = f" of trajectory {t.trajectory}" if f.trajectory else ""
    when = "at" if f.step is None else "before"
    why = f": {f.reason}" if f.reason else ""
    long = f"; the step of {t.step} is too long" if f.step else ""
    loops = "; its loops may have reached a singular configuration" if f.loops else ""
    return f"The motion{which} diverged {when} t = {t.time}, most at joint {t.joint}{why}{long}{loops}"


def _energy_jump(f: Any, t: Any) -> str:
    which = f" of trajectory {t.trajectory}" if f.trajectory else ""
    return (
        f"The energy{which} changes by {t.change} without a cause between t = {t.start} and {t.end}; the step is too long, "
        "or the loops have reached a singular configuration"
    )


def _not_stabilizable(f: Any, t: Any) -> str:
    why = f": {f.reason}" if f.reason else ": no effort changes it" if f.pole is None else ""
    stays = f"; the eigenvalue {f.pole} 1/s stays, so Q gives it no weight or no effort changes it" if f.pole else ""
    return f"No regulator stabilizes this state with these weights{why}{stays}"


SENTENCES: dict[str, str | Callable[[Any, Any], str]] = {
    "FeatureUnsupported": "{function} does not support {feature}{name:? (@)} of robot {robot}",
    "BatchUnsupported": "{function} accepts one trajectory, got a batch of shape {shape}",
    "SingleTrajectory": "This run has one trajectory; there is no batch to index",
    "TooFew": "{argument} has {got} {noun}; at least {least} are needed",
    "IsZero": "{argument} must not be zero",
    "MatrixNotDefinite": lambda f, t: f"{t.argument} must be positive {'semi' * f.semidefinite}definite",
    "Coincident": "{argument}: point {index} is the same as the next one",
    "OptionOfOtherMethods": "Method {method} does not use {argument}; it applies to {methods}",
    "LawNeedsPeriod": "{argument} is a control law with memory and must be sampled",
    "SamplesEndEarly": "{argument} has {samples} samples of {period}, which end before the run of {duration}",
    "NotMultiple": "{argument} must be a multiple of the step of {step}, got {got}",
    "NotEnoughMemory": "{rows} rows of {trajectories} {trajectories:trajectory|trajectories} need {needed} of memory",
    "NoStops": "restitution needs position limits, and robot {robot} has none",
    "BeyondStops": "Joint {joint} starts at {got}, beyond its stops at {lower} and {upper}",
    "ZeroQuaternion": "{argument} has a zero quaternion for joint {joint}; no rotation is (1, 0, 0, 0)",
    "OpenAtStart": "q0 leaves loop {loop} of robot {robot} open by {gap}",
    "SingularStart": "Robot {robot} starts in a singular configuration, in which its loops do not determine the motion",
    "JointNotFinite": "{argument} of joint {joint} is not finite",
    "BadValueAt": "At t = {time}: {cause}",
    "UserFunctionFailed": "{argument}: function {function} raised {exception} at t = {time}: {message}",
    "MotionDiverged": _diverged,
    "EnergyJump": _energy_jump,
    "StuckInEvents": "The simulation cannot continue past t = {time}: more than {events} events at one time",
    "UnstableBristles": "From t = {time} on, the bristle friction of joint {joint} is too fast for a step of {step}; use steps below {longest} or an adaptive method",
    "MidpointNotConverged": "The midpoint iteration does not converge with a step of {step}; use a smaller step",
    "Interrupted": "Interrupted at t = {time}",
    "LimitExceeded": "The {quantity} of joint {joint} reaches {value} (limit {limit}) from t = {time} on",
    "RunWithoutRobot": "{function} needs the robot of the run, which the run does not contain",
    "NotARun": "{path} is not a run that to_npz wrote: {cause}",
    "OtherJoints": "the joints of its robot {robot} are not those of the run",
    "CoordinateNotActuated": "{function} drives every coordinate, and {coordinate} of robot {robot} is not actuated; use pd_gravity or pid",
    "NotStabilizable": _not_stabilizable,
    "RiccatiInaccurate": "The Riccati equation cannot be solved to a relative accuracy of {tolerance}; scale Q and R to the units of the robot",
    "TrialStopped": "Trial {trial}: {cause}",
    "ErrorGrows": "Learning diverges: the error is {now} at trial {trial} and was {first} at the first; use lower gains, a better model or a cutoff",
    "LawRange": "{argument} must lead from 0 to a positive length, got {start} to {end}",
    "OnAxis": "{argument} lies on the axis of the circle, so it would not move",
    "PathNotFollowed": "Robot {robot} follows {share:.1%} of the path: {cause}",
    "PathInfeasible": "Robot {robot} cannot follow the path within its limits at s = {parameter} of {end}; joint {joint} is closest to its limit",
    "PathTooSharp": "Between {samples} points of the path a limit is exceeded by {excess:.0%}: the path bends too sharply for its length",
    "MotionUnlimited": "Nothing limits the motion of {joints}; pass one of {arguments}",
    "ZeroLimit": "The {quantity} limit of joint {joint} of robot {robot} is 0, so it cannot move",
}
