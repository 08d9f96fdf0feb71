"""The sentences of every finding in English, keyed by the kind's name.

A test checks that kinds and keys agree and that placeholders are fields. See `language` for the placeholders.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

NOUNS: dict[str, str] = {
    # what an argument must be
    "a robot": "a Robot, a gallery name or the path of a robot file",
    "a number": "a number",
    "a mapping": "a mapping",
    "a function": "a function",
    "a path": "a path",
    "a text": "a string",
    "a boolean": "True or False",
    # what names belong to
    "robot": "robot",
    "gallery robot": "gallery robot",
    "joint": "joint",
    "link": "link",
    "frame": "frame",
    "symbol": "symbol",
    "column": "column",
    "key": "key",
    "quantity": "quantity",
    "option": "option",
    # what entries are counted by
    "joints": "joints",
    "coordinates": "coordinates",
    "rates": "rates",
    "motors": "motors",
    "motions": "motions",
    "logs": "logs",
    "rows": "rows",
    # why a file cannot be used
    "folder": "it is a folder",
    "not regular": "it is not a regular file",
    "missing file": "no such file",
    # ---- exact equations, derivations, proofs and checking
    # ---- end of exact equations, derivations, proofs and checking
    #
    # ---- identification, logs and calibration
    # ---- end of identification, logs and calibration
    #
    # ---- mechanisms, kinematics, mobility and statics
    # ---- end of mechanisms, kinematics, mobility and statics
    #
    # ---- simulation, control and trajectories
    "method": "method",
    "an encoder": "an Encoder",
    "functions": "a list of functions of (t, q, qd)",
    "tasks": "a trajectory, a list of trajectories or a tuple of arrays (q, qd, qdd)",
    "elastic joints": "elastic joints",
    "internal states": "elastic joints, bristle friction or motor currents",
    "bristles or currents": "bristle friction or motor currents",
    "loops": "kinematic loops",
    "ball joints": "ball joints",
    "springs": "springs",
    "ball rates": "the rates of a ball joint as independent coordinates",
    "ball limits": "stops of ball joints",
    "trajectories": "trajectories",
    "steps": "steps",
    "samples": "samples",
    "points": "points",
    "axis": "axis",
    "gears": "gears",
    "position": "position",
    "velocity": "velocity",
    "effort": "effort",
    # ---- end of simulation, control and trajectories
    #
    # ---- robots and their files
    # ---- end of robots and their files
    #
    # ---- code generation and kernels
    # ---- end of code generation and kernels
    #
    # ---- pages, studio and command line
    # ---- end of pages, studio and command line
    #
}


def _known(f: Any) -> str:
    near = difflib.get_close_matches(f.name, f.known, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else "."
    listed = ", ".join(f.known[:12]) + (", …" if len(f.known) > 12 else "")
    return f"{hint} Expected one of: {listed}" if f.known else hint


def _unknown(f: Any, t: Any) -> str:
    if f.owner is None:
        subject = f"Unknown {t.noun} {t.name}" + (f" in {t.argument}" if f.argument else "")
    else:
        subject = (
            f"{t.owner} {t.owner_name} has no {t.noun} {t.name}"
            if f.owner_name
            else f"A {t.owner} has no {t.noun} {t.name}"
        )
    return subject + _known(f)


def _range(f: Any, t: Any) -> str:
    low, high = f.lower is not None, f.upper is not None
    if low and high:
        bounds = f"between {t.lower} and {t.upper}" + (" (exclusive)" if f.strict else "")
    elif low:
        bounds = (
            (f"greater than {t.lower}" if f.strict else f"at least {t.lower}")
            if f.lower or not f.strict
            else "positive"
        )
        bounds = "non-negative" if f.lower == 0 and not f.strict else bounds
    else:
        bounds = f"less than {t.upper}" if f.strict else f"at most {t.upper}"
    return f"{t.argument} must be {bounds}, got {t.got}"


def _integer(f: Any, t: Any) -> str:
    bounds = (f" of at least {t.lower}" if f.lower is not None else "") + (
        f" up to {t.upper}" if f.upper is not None else ""
    )
    return f"{t.argument} must be an integer{bounds}, got {t.got}"


def _one_of(f: Any, t: Any) -> str:
    names = [f"'{x}'" if not x.isdigit() else x for x in f.choices]
    listed = names[0] if len(names) == 1 else ", ".join(names[:-1]) + f" or {names[-1]}"
    return f"{t.argument} must be {listed}, got {t.got}"


def _shape(f: Any, t: Any) -> str:
    shapes = " or ".join(f"({', '.join(map(str, x))}{',' if len(x) == 1 else ''})" for x in f.expected)
    needs = f"robot '{f.robot}' needs" if f.robot else "expected"
    return f"{t.argument} has shape {t.got}; {needs} {shapes}"


# ---- functions: exact equations, derivations, proofs and checking
# ---- end of functions: exact equations, derivations, proofs and checking

# ---- functions: identification, logs and calibration
# ---- end of functions: identification, logs and calibration

# ---- functions: mechanisms, kinematics, mobility and statics
# ---- end of functions: mechanisms, kinematics, mobility and statics

# ---- functions: simulation, control and trajectories


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


# ---- end of functions: simulation, control and trajectories

# ---- functions: robots and their files
# ---- end of functions: robots and their files

# ---- functions: code generation and kernels
# ---- end of functions: code generation and kernels

# ---- functions: pages, studio and command line
# ---- end of functions: pages, studio and command line


SENTENCES: dict[str, str | Callable[[Any, Any], str]] = {
    # wrong arguments
    "WrongType": "{argument} must be {expected}, got {got}",
    "NotReal": "{argument} must contain real numbers, got {got}",
    "NotFinite": "{argument} contains a number that is not finite{index:? at index @}",
    "OutOfRange": _range,
    "NotInteger": _integer,
    "NotOneOf": _one_of,
    "Unknown": _unknown,
    "Repeated": "{argument:?@: }{noun} {name} is given twice",
    "WrongShape": _shape,
    "WrongLength": "{argument} has {got} {got:entry|entries}; {robot:?robot @ has }{expected} {noun}{robot:?}",
    "MissingEntries": "{argument} gives no value for {names}{robot:? of robot @}",
    "NotBroadcastable": "The shapes of {arguments} do not broadcast together: {shapes}",
    "NotIncreasing": "{argument} must increase; entry {index} does not",
    "Empty": "{argument} is empty",
    "TooMany": "{argument:?@: }{got} {noun}; at most {most} are accepted",
    "Exclusive": "Pass only one of {arguments}",
    "OneRequired": "Pass one of {arguments}",
    "Requires": "{argument} requires {needs}{value:?=@}",
    "NotAccepted": "{function} does not accept {argument}",
    "NotCallable": "{argument} must be a function of ({parameters}), got {got}{reason:?: @}",
    "ReversedBounds": "{argument}: the lower bound {lower} is above the upper bound {upper}",
    "NotPose": "{argument} must be a pose (4×4, orthonormal rotation, last row 0 0 0 1), got {got}",
    "UnboundSymbols": "{function} needs numbers, but robot {robot} has symbols without values: {symbols}",
    "MissingPackage": "{function} needs the package {package}",
    "FileExists": "{path} already exists",
    "Unwritable": "Cannot write {path}: {reason}",
    "Unreadable": "Cannot read {path}: {reason}",
    # ---- exact equations, derivations, proofs and checking
    # ---- end of exact equations, derivations, proofs and checking
    #
    # ---- identification, logs and calibration
    # ---- end of identification, logs and calibration
    #
    # ---- mechanisms, kinematics, mobility and statics
    # ---- end of mechanisms, kinematics, mobility and statics
    #
    # ---- simulation, control and trajectories
    "FeatureUnsupported": "{function} does not support {feature}{name:? (@)} of robot {robot}",
    "BatchUnsupported": "{function} accepts one trajectory, got a batch of shape {shape}",
    "SingleTrajectory": "This run has one trajectory; there is no batch to index",
    "TooFew": "{argument} has {got} {noun}; at least {least} are needed",
    "IsZero": "{argument} must not be zero",
    "NotDefinite": lambda f, t: f"{t.argument} must be positive {'semi' * f.semidefinite}definite",
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
    "NotActuated": "{function} drives every coordinate, and {coordinate} of robot {robot} is not actuated; use pd_gravity or pid",
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
    # ---- end of simulation, control and trajectories
    #
    # ---- robots and their files
    # ---- end of robots and their files
    #
    # ---- code generation and kernels
    # ---- end of code generation and kernels
    #
    # ---- pages, studio and command line
    # ---- end of pages, studio and command line
    #
}
