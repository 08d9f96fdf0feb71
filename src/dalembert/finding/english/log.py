"""English for findings about logs, identification, excitation and calibration."""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import Any

NOUNS: dict[str, str] = {
    "points": "points",
    "time slice": "a slice in seconds, such as log[2:12.5]",
    "decimation": "Decimation",
    "sample table": "a path, a mapping of arrays or a data frame",
    "binary file": "it is a binary file; binary logs need their own suffix",
    "no numbers": "it has no line of numbers",
    "no numeric columns": "it has no columns of numbers",
    "one sample": "it has a single sample",
    "damaged": "it is damaged or of another format",
    "python objects": "it holds Python objects, which are not read",
    "no messages": "the topic has no messages",
    "no joint states": "it has no sensor_msgs/msg/JointState topic",
    "not an array": "a column is not an array of numbers",
    "empty positions": "a column of positions has no numbers",
    "incomplete rows": "fewer than four rows have all their numbers",
    "short pieces": "every piece between two gaps is too short",
    "not a bag": "it is a folder without metadata.yaml, so not a ROS 2 bag",
    "HDF5 files": "HDF5 files and MATLAB v7.3 files",
    "Parquet files": "Parquet files",
    "ROS 2 bags": "ROS 2 bags",
    "positions": "positions",
    "time": "time",
    "efforts": "efforts",
    "commands": "commanded positions",
    "joint values": "joint values",
    "point": "points (x, y, z)",
    "topics": "topics with joint states",
    "sets of columns": "sets of columns",
    "file suffix": "file suffix",
    "topic": "topic",
    "unit": "unit",
    "file constant": "constant",
    "file": "file",
    "columns": "columns",
    "numbers": "numbers",
    "messages": "messages",
    "bytes": "bytes",
    "words": "they hold text",
    "without numbers": "they hold no numbers",
    "other length": "they have another number of samples",
    "other width": "lines with another number of cells",
    "other joints": "messages that name other joints",
    "rows not finite": "rows with values that are not finite",
    "same stamp": "samples with the time stamp of the previous one",
    "same row": "rows that equal the previous one",
    "sample and hold": "rows that repeat the previous one (sample and hold)",
    "stray stamp": "time stamps far from both neighbours",
    "spike": "position spikes of a single sample",
    "short piece": "pieces between gaps that are too short",
    "current": "current",
    "voltage": "voltage",
    "effort channel": "effort",
    "amperes": "amperes",
    "volts": "volts",
    "measured speeds": "measured speeds then agree with the positions",
    "sampling period": "by the distance of the time stamps",
    "given rate": "as given",
    "few stamps": "Time has fewer than two finite stamps",
    "constant time": "Time does not increase anywhere",
    "counted time": "Time counts 0, 1, 2, …, which may be samples, or milliseconds at 1 kHz",
    "unlikely period": "The period is not plausible for a robot in s, ms, us or ns",
    "position channel": "position",
    "position and effort": "position and effort",
    "gear ratio": "gear ratio",
    "time stamps": "time stamps",
    "deg/s": "speeds are in deg/s, or positions in deg",
    "rad and deg/s": "positions are in rad and speeds were read as deg/s, or the other way round",
    "rpm": "speeds are in rpm",
    "turns": "positions are not in turns",
    "ms": "time stamps are in ms",
    "read as ms": "time was read as ms",
    "us": "time stamps are in us",
    "sign": "the sign of one of them is flipped",
    "scale": "a gear ratio or a unit is wrong",
    "a log": "a Log, or an object with t, q, qd, qdd and tau",
    "friction model": "friction model",
    "identification": "Identification",
    "a load": "an Inertia, or a tuple (frame, Inertia)",
    "payload parameters": "parameters of a payload",
    "consistent parameters": "physically consistent parameters",
    "drive gains": "drive gains",
    "every parameter": "parameters",
    "segments": "segments of the log",
    "load friction": "friction that grows with the load",
    "asymmetric friction": "damping that differs by direction",
    "position limits": "position limits; a turn, or the arm's length for prismatic joints, is assumed",
    "speed limits": "speed limits; π rad/s, or 1 m/s for prismatic joints, is assumed",
    "effort limits": "effort limits; the limit 0 is ignored",
    "speed": "speed",
    "acceleration": "acceleration",
    "capsules": "a list of capsules (one end, other end, radius)",
    "a capsule": "a tuple (one end, other end, radius) of 3 + 3 + 1 numbers in metres",
    "calibration": "Calibration",
    "parameter names": "a name or a list of names",
    "bar postures": "The selection of postures on the ball-bar",
    "measurements": "a mapping with q and one of poses, points, distances; a pair (q, values); or a list of mappings",
    "base": "base",
    "tool": "tool",
    "centre": "centre",
    "base from distances": "the base from distances",
    "poses": "poses",
    "distances": "distances",
    "joint angles": "The joint values",
    "measured lengths": "The measured lengths",
    "robot lengths": "The lengths of the robot",
    "geometric parameter": "geometric parameter",
    "other shapes": "has different shapes",
    "text and number": "is text for some members and a number for others",
    "empty array": "is an empty array",
    "other type": "is neither a number, an array of numbers nor a text",
    "taken name": "is already a column of the study",
    "not a mapping": "is not a mapping from names",
    "members": "members",
    "simulation or function": "a Simulation or a function of a member",
    "parameter": "parameter",
}


def _list(items: Any, most: int = 8) -> str:
    return ", ".join(items[:most]) + (f" and {len(items) - most} more" if len(items) > most else "")


def _percent(x: float) -> str:
    return f"{100 * x:.2g} %" if x < 0.995 else f"{100 * x:.0f} %"


def _quantity_not_found(f: Any, t: Any) -> str:
    has = f". It has: {_list(f.columns, 20)}" if f.columns else ""
    return f"{t.file} has no columns for {t.quantity}{has}" + "".join(f". {x}" for x in f.dropped[:4])


def _column_count(f: Any, t: Any) -> str:
    needs = f"robot {t.robot} needs {t.expected}" if f.robot else f"expected {t.expected}"
    named = f" ({_list(f.columns, 4)})" if f.columns else ""
    return f"{t.file or 'columns'} has {len(f.columns)} columns for {t.quantity}{named}; {needs}"


def _ambiguous(f: Any, t: Any) -> str:
    return f"{t.file} has {len(f.candidates)} {t.noun}: " + "; or ".join(_list(x, 4) for x in f.candidates[:12])


def _rate_basis(f: Any, t: Any) -> str:
    at = f" ({t.rate})" if f.rate else ""
    return f"Time is in {t.unit}{at}" + (f": {t.basis}" if f.basis else "")


def _unit_converted(f: Any, t: Any) -> str:
    return f"{t.quantity} is in {t.units}: multiplied by {', '.join(f'{x:.6g}' for x in f.factors)}"


def _sign_flipped(f: Any, t: Any) -> str:
    who = t.joints if len(f.joints) < 3 else "all joints"
    return f"The {t.channel} of {who} has the wrong sign"


def _joints_swapped(f: Any, t: Any) -> str:
    return f"The {t.channel} columns of '{f.joints[0]}' and '{f.joints[1]}' are swapped"


def _efforts_delayed(f: Any, t: Any) -> str:
    size = f"{abs(f.delay.value):.2g}" + (" or more" if f.beyond else f" ± {f.sigma.value:.1g}")
    return f"Efforts are {size} {f.delay.unit} {'late' if f.delay.value > 0 else 'early'}"


def _speed_order(f: Any, t: Any) -> str:
    return (
        f"The speed of '{f.joints[1]}' is the derivative of the position of '{f.joints[0]}' (correlation {f.correlation:.3f}, "
        f"its own {f.own:.3f}): speeds or positions are in another order"
    )


def _doubt(f: Any, t: Any) -> str:
    if f.before is None or f.after is None:
        return str(t.fault)
    whose = f" of the effort of '{f.joint}'" if f.joint else " of the efforts"
    also = "".join(f"; equally likely: {x}" for x in f.alternatives)
    return f"{t.fault}? Corrected, the best model leaves {f.after:.1%}{whose} unexplained, as recorded {f.before:.1%}{also}"


def _unconfirmed(f: Any, t: Any) -> str:
    left = ""
    if f.before:
        left = f"{_list([f'{x:.1%}' for x in f.before])} of the efforts unexplained, otherwise {_list([f'{x:.1%}' for x in f.after])}; "
    best = min(f.significance)
    if best < -f.needed:
        sure = f"even better, by {-best:.1f} standard errors, but for too little of the effort"
    else:
        sure = f"{_list([f'{x:.1f}' for x in f.significance], 4)} standard errors in favour of the recorded one, {f.needed:.0f} would confirm it"
    shares = " and ".join(f"{x:.2g}" for x in f.link_share)
    why = f". The links cause only {shares} of these efforts, friction the rest" if f.link_share else ""
    return f"Not ruled out: {t.fault}. The log is predicted as well ({left}{sure}){why}"


def _controller_unstable(f: Any, t: Any) -> str:
    if f.cause is not None:
        return f"The model does not follow the commands of {t.log} under this controller: {t.cause}"
    sampled = f", sampled every {t.period}," if f.period else ""
    return f"The controller{sampled} does not hold the robot of {t.log} at its command: errors grow by e in {t.growth}"


def _payload_suspected(f: Any, t: Any) -> str:
    more = "a payload that the model does not have" if f.mass.value > 0 else "less than the model has"
    if f.only_joint:
        more += ", or its efforts or positions are in another unit or behind another gear"
    return (
        f"The given robot leaves {_percent(f.before)} of the torque unexplained, with {f.mass.value:+.3g} {f.mass.unit} at {t.link} "
        f"{_percent(f.after)}: it carries {more}; the identified links include it"
    )


def _controller_differs(f: Any, t: Any) -> str:
    if f.joint is None:
        return (
            f"Simulated torques are off by {_percent(f.share)}, those of the measured motion by {_percent(f.measured)}: "
            "the controller was another one, or friction is not what a drive can have"
        )
    return (
        f"Simulated positions of {t.joint} are off by {_percent(f.share)} of its distance from the command: "
        "the controller was another one (gains, period, commanded rate)"
    )


def _fit_verdict(f: Any, t: Any) -> str:
    said = []
    if f.signals is not None:
        said.append(f"the efforts are {t.signals.value.unit}, and so are the parameters")
    if f.doubt is not None:
        said.append(f"the log is probably faulty ({f.doubt.fault}): see warnings first")
    said.append(
        f"good for feed-forward to {_percent(f.error)} on this trajectory"
        if f.good
        else f"not good enough for feed-forward: {_percent(f.error)} of the torque is unexplained"
    )
    if f.elsewhere is not None:
        said.append(
            f"on other motions expect {_percent(f.elsewhere)}"
            if f.elsewhere < 1e300
            else "other motions feel parameters that this one does not show"
        )
    if f.other_robot:
        said.append("this was not the given robot, see warnings")
    if f.unseen:
        said.append(f"the inertia of {t.unseen} is not determined")
    if f.payload_unseen:
        said.append("do not trust the payload")
    text = "; ".join(said)
    return text[0].upper() + text[1:]


def _geometric_parameter(f: Any, t: Any) -> str:
    axis, angle = f.step[-1], f.is_angle
    if f.part == "centre":
        return f"the {axis} of the centre"
    if f.is_offset:
        return f"the offset of joint '{f.owner}'"
    moved = "rotation" if angle else "shift"
    along = "about" if angle else "along"
    if f.part == "joint":
        return f"the {moved} of joint '{f.owner}' {along} its {'axis' if axis == 'z' else axis}"
    whose = "the base" if f.part == "base" else "the tool" + (f" at '{f.owner}'" if f.name != f"tool.{f.step}" else "")
    return f"the {moved} of {whose} {along} {axis}"


def _unseen_direction(f: Any, t: Any) -> str:
    own, where = str(f.parameter), " in the measured postures" if f.measured_only else ""
    if not f.others:
        return f"{own}: not observable{where or ' in any posture'}"
    if len(f.others) == 1:
        other, factor = f.others[0]
        seen = {1.0: "their sum", -1.0: "their difference"}.get(round(factor, 6))
        seen = seen or f"{other.name} {'+' if factor > 0 else '−'} {abs(factor):.4g} {f.parameter.name}"
        return f"{own} and {other}: only {seen} is observable{where}"
    terms = []
    for other, factor in f.others:
        unit = "" if other.unit == f.parameter.unit else f" {other.unit}/{f.parameter.unit}"
        size = "" if round(abs(factor), 6) == 1 and not unit else f"{abs(factor):.3g}{unit} × "
        terms.append(f"{'+' if factor > 0 else '−'} {size}({other})")
    return f"{own}: equivalent to {' '.join(terms)}{where}"


def _length_or_angle(value: float, angle: bool) -> str:
    return f"{180 / pi * value:.3g}°" if angle else f"{1e3 * value:.3g} mm"


def _calibration_verdict(f: Any, t: Any) -> str:
    said = [f"{f.parameters} parameters ({f.joint_parameters} of joints) from {f.measurements} {' and '.join(f.kinds)}"]
    change = " → ".join(_length_or_angle(x, False) for x in f.length)
    if f.angle is not None:
        change += f", orientation error {' → '.join(_length_or_angle(x, True) for x in f.angle)}"
    said.append(f"Position error {change} (root mean square, at the measured postures)")
    worst = [f"{_length_or_angle(s, p.is_angle)} ({p.name})" for p, s in f.least_certain]
    said.append(f"Least certain: {', '.join(worst)}")
    if f.unseen:
        said.append(f"{f.unseen} directions are not identifiable and stay unchanged")
    return ". ".join([*said, *(f"Warning: {str(x).rstrip('.')}" for x in f.warnings)]) + "."


SENTENCES: dict[str, str | Callable[[Any, Any], str]] = {
    "UnusableFile": "{file} cannot be read as a log: {reason}{detail:? (@)}",
    "FormatNeedsPackage": "{format} need the package {package}",
    "QuantityNotFound": _quantity_not_found,
    "WrongColumnCount": _column_count,
    "UnnamedColumns": "{file} has {got} columns without names; t, q, qd and tau of robot {robot} would be {expected}",
    "Ambiguous": _ambiguous,
    "SingularTransmission": "The transmission matrix of {arguments} has no inverse",
    "SingleAxisJointsOnly": "{subject} does not support robot {robot}, which has ball joints or free bodies",
    "UnclearTime": "{reason}{step:? (step @)}",
    "NotUnitQuaternion": "The four columns of {argument} from number {first} on must be a unit quaternion (w, x, y, z); the norm is {norm}",
    "TooFewSamples": "{purpose} needs at least {needed} {needed:sample|samples}{got:?, got @}",
    "ColumnsUsed": "{quantity} from {columns}",
    "ColumnsDropped": "{columns} not used: {reason}",
    "SamplesDropped": "{count} {reason} dropped",
    "CellsMissing": "{count} {count:cell|cells} without a number: treated as missing",
    "UnitConverted": _unit_converted,
    "GainApplied": "Efforts are {signal} times {gain}{value:? = @}",
    "EffortsAreSignals": "tau is in {unit}, not N m: no torque gain is known",
    "TimeUnit": _rate_basis,
    "SampleCounter": "Time counts samples at {rate}: {basis}",
    "NoTime": "No time stamps: {rate}, as given",
    "TimeOrigin": "Time starts at {start:.10g} and is counted from there",
    "ArrivalTime": "The messages have no time stamps: the time of receipt is used",
    "CounterWrapped": "The time counter of {bits} bits overflowed {count} {count:time|times} and was unwrapped",
    "ClockRestarted": "The clock restarted {count} {count:time|times}; the parts follow each other after a pause",
    "SamplesSorted": "{count} {count:sample|samples} out of order: sorted by time stamp",
    "CoarseClock": "{count} samples share a time stamp with the previous one: spread over the clock tick of {tick}",
    "RowsRepeated": "{count} {count:row repeats|rows repeat} the previous one while joints move: dropped; later stamps "
    "moved back by {periods} {periods:period|periods}",
    "EmptyColumns": "{quantity} has columns without any number",
    "Interpolated": "{quantity} is missing in {missing:.0%} of the rows: interpolated",
    "SamplesMissing": "{count} {count:sample is|samples are} missing ({share:.1%}) in gaps of at most {gap}: interpolated",
    "LongGaps": "{count} {count:gap is|gaps are} longer than {gap} (the longest {longest}): kept as {count:a gap|gaps}",
    "Jitter": "The period of {period} jitters by {share:.1%} (standard deviation): resampled",
    "TurnsUnwrapped": "Positions jump by whole turns {count} {count:time|times}: unwrapped",
    "EffortSaturated": "The effort of {joint} stays at its extreme in {count} {count:sample|samples}: saturated",
    "EffortsMissing": "No efforts were found: tau is nan",
    "AccelerationsMeasured": "Accelerations are taken from the log",
    "Filtered": lambda f, t: (
        f"Filtered at {t.cutoff}, chosen from the spectrum; the disturbed ends are dropped"
        if f.cutoff is not None
        else "Not filtered: positions have too little noise for a filter to help"
    ),
    "Decimated": "Decimated by {ratio}, to {rate}",
    "NoiseOnly": "{joints} shows noise only: treated as standing",
    "AllAtRest": "All joints are at rest in {share:.0%} of the samples",
    "SignFlipped": _sign_flipped,
    "JointsSwapped": _joints_swapped,
    "WrongScale": "The {channel} of {joints} is {factor:.3g} times the expected value",
    "ZeroOffset": lambda f, t: (
        f"The encoder zero of {t.joints} is off: the position is too large by {f.angle.value:.3g}"
        + (f" ± {f.sigma.value:.1g}" if f.sigma else "")
        + f" {f.angle.unit}"
    ),
    "ChannelUnit": "The {channel} are in {unit}, not {expected}{ratio:? (@ times those of the model)}",
    "ImplausibleTravel": lambda f, t: (
        f"{t.joints} moves by {f.travel.value:.3g} {f.travel.unit}: wrong unit, or the position of the motor"
    ),
    "BaseTilted": lambda f, t: (
        f"The base is tilted by {f.angle.value:.2g} ± {f.sigma.value:.1g} {f.angle.unit}: gravity at the base is "
        f"({', '.join(f'{x:.3g}' for x in f.gravity)})"
    ),
    "EffortsDelayed": _efforts_delayed,
    "LogTooShort": "The log is {duration} long, too short to identify parameters: {needed} at least",
    "JointAtRest": "{joints} does not move{travel:? (range @)}: its inertia and friction are not identifiable",
    "SpeedScale": "Measured speeds of {joints} are {factor:.4g} times the derivative of the positions: {cause}",
    "SpeedOrder": _speed_order,
    "SpeedDelayed": "The speed of {joints} is {delay} behind the derivative of its position; they differ by {before:.1%}, "
    "shifted by {after:.1%}",
    "SpeedDisagrees": "The speed of {joints} differs from the derivative of its position by {share:.0%}",
    "Doubt": _doubt,
    "Unconfirmed": _unconfirmed,
    "EffortScaleUnconfirmed": "The unit and gain of the efforts are not confirmed: robot {robot} has no masses to compare with",
    "ZerosUnseen": lambda f, t: (
        "Encoder zeros may be off without being noticed: "
        + ", ".join(f"'{x}' by ±{a.value:.0f}°" for x, a in zip(f.joints, f.angles, strict=True))
    ),
    "TiltUncertain": lambda f, t: (
        f"A tilt of the base is determined only to ±{f.sigma.value:.1f} {f.sigma.unit} (found {f.angle.value:.1f})"
    ),
    "DelayUncertain": lambda f, t: (
        f"The delay of the efforts is determined only to ±{f.sigma.value:.2g} {f.sigma.unit} (found "
        f"{f.delay.value:.2g}); less than {f.least.value:.2g} {f.least.unit} may go unnoticed"
    ),
    "NothingIdentifiable": "Every effort of the logs is zero or not a number, so no parameter can be identified",
    "NotIdentifiable": "The logs do not determine {noun}{subject:? of @}{names:?: @}",
    "CommandMissing": "{log} has no commanded positions",
    "ControllerUnstable": _controller_unstable,
    "StepsExceeded": "The simulation needs more than {most} steps",
    "KnownLoadMissing": "Drive gains need a log without a load and one with a known load",
    "NotAffected": "No joint of robot {robot} moves frame {frame}, so a body fixed to it is not felt",
    "EffortsNotTorques": "The efforts are amperes or volts, so the masses of the identified robot would not be in kilograms",
    "UnboundLoad": "A known load needs numbers, but it has symbols without values: {symbols}",
    "FixedBase": "{argument} has a meaning only for robots with a free base; the base of robot {robot} is fixed",
    "LogWarning": "{log}: {fault}",
    "IncompleteSamples": "{count} of {total} samples of {log} have missing numbers and were left out",
    "EffortZero": "The effort of {joint} is zero throughout {log}; if it was not measured, leave it out (nan)",
    "FewSamples": "{samples} independent samples for {parameters} parameters: the error of the fit is too small by over-fitting",
    "PayloadSuspected": _payload_suspected,
    "EffortScaleSuspected": lambda f, t: (
        f"The effort of {t.joint} is {f.factor:.3g} times that of the given robot, which then leaves "
        f"{_percent(f.after)} of it unexplained, otherwise {_percent(f.before)}: a gear ratio, a gain or a unit?"
    ),
    "GainUncertain": lambda f, t: (
        "The known load hardly determines the gain of "
        + _list(
            [f"'{x}' ({_percent(s) if s < 1e300 else 'not at all'})" for x, s in zip(f.joints, f.shares, strict=True)]
        )
        + ": mount it away from that axis, or use a heavier one"
    ),
    "ExcitingMotion": lambda f, t: (
        f"move {_list(f.joints, 3)} both ways, slowly and fast"
        if f.friction
        else f"accelerate {_list(f.joints, 3)} and the joints before in several postures"
    ),
    "ParametersUnseen": lambda f, t: f"The logs do not determine {_list(f.parameters)}: {t.motion}",
    "ParametersWeak": lambda f, t: (
        f"σ exceeds {_percent(f.limit)} of the value of "
        + _list([f"{x} ({_percent(s)})" for x, s in zip(f.parameters, f.shares, strict=True)])
        + f": {t.motion}"
    ),
    "PoorlyConditioned": "Weak excitation: the condition number is {condition:.3g}; a good trajectory is below {good:.0f}",
    "PoorPrediction": lambda f, t: (
        f"The fit does not carry over: {t.noun} predicted from the others are off by {_percent(f.error)} "
        f"(worst, {f.worst}: {_percent(f.worst_error)}), the fit itself by {_percent(f.fit_error)}"
    ),
    "UncertainElsewhere": lambda f, t: (
        f"Weak excitation: at other postures torques are uncertain by {_percent(f.uncertainty)}; on this "
        f"trajectory the fit is off by {_percent(f.fit_error)}"
    ),
    "NoisyAccelerations": lambda f, t: (
        f"Noise is {_percent(f.share)} of the power of the acceleration of {t.joint} in {t.log}: "
        "least squares underestimates inertia by up to that"
    ),
    "ModelIncomplete": "Parameters differ {ratio:.2g} times more between segments than noise explains: the model misses something "
    "(friction, elasticity, payload); trust validation.spread rather than sigma",
    "FrictionBelowZero": "{parameter} is {value:.3g}, negative by {sigmas:.2g} σ: a sign is wrong, efforts are late, or they were "
    "measured behind the gear; the identified robot has 0",
    "FrictionNotInDrive": lambda f, t: (
        f"A drive cannot have {t.kinds}: torques of the identified robot differ by {_percent(f.share)} "
        "from the prediction"
    ),
    "RefinementNotSettled": "The simulations did not converge: the last of {rounds} moved a parameter by {moved:.2g} σ",
    "ControllerDiffers": _controller_differs,
    "FitVerdict": _fit_verdict,
    "UndrivenJoint": "{function} drives every joint; {joint} of robot {robot} is not actuated",
    "CannotHoldPosture": "Robot {robot} cannot hold any posture in its range: {joint} needs {needed:.3g}, its effort limit is {limit:.3g}",
    "NoClearPosture": lambda f, t: (
        f"None of {t.tried} postures is clear of obstacles: at best link {t.link} is {t.overlap} too close to "
        + ("the floor" if f.capsule is None else f"capsule {f.capsule}")
    ),
    "LimitAssumed": "{joints} has no {limit}",
    "JointHardlyMoves": lambda f, t: (
        f"{t.joint} hardly moves, held back by {t.limits if f.limits else 'other joints and obstacles'}: "
        "a longer duration or wider limits would help"
    ),
    "WeaklyExcited": "Condition {condition:.2g}: some parameters are hardly excited within these limits; a longer duration, more "
    "harmonics or more restarts may help",
    "LooksLikeUnit": "{subject} look like {unit}; expected {expected}{ratio:? (ratio @)}",
    "GeometricParameter": _geometric_parameter,
    "UnseenDirection": _unseen_direction,
    "PosturesDoNotShow": "The measured postures do not show {parameters}",
    "FewMeasurements": "Only {spare} numbers more than unknowns: σ itself is uncertain by about {uncertainty:.0%}",
    "ResidualAboveNoise": "The residual is {ratio:.2g} times the given noise: an error that is not geometric (bending, backlash, "
    "temperature), a wrong frame or tool, or more noise",
    "GeometryDoesNotExplain": "Geometric errors do not explain the measurements: {left} remain. Check the frame, and the order and "
    "signs of q{unknown:?; pass @ if unknown}",
    "LargeErrors": lambda f, t: (
        f"{_list(f.parameters, 4)}: larger than manufacturing errors; check the robot's file and the units"
    ),
    "OutlierMeasurement": "Measurement {index} is off by {sigmas:.1f} σ",
    "ManyOutliers": "{share:.0%} of the measurements were left out as outliers; a model that fits the others may still be wrong",
    "CalibrationVerdict": _calibration_verdict,
    "TaskResult": "The result{name:? @} of the task {reason}{got:?: @}",
    "OtherStudy": "{path} holds another study (other robot, parameters, task, members, chunk or seed)",
    "NoMember": "There is no member {index}: there are {count} {noun}, counted from 0",
    "WholeNumbersDrawn": "{argument} draws whole numbers; rng.uniform draws from a range, rng.choice([1.0, 2.0]) from given numbers",
    "NotDivisible": "sample ({sample}) must divide duration ({duration}), so that members have rows at the same times",
}
