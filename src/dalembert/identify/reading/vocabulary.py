"""What people call the columns of a log: words for time, position, speed, acceleration, effort, current, command.

A name is cut into words ("actual_q_0": actual, q, 0; "jointVelocity3": joint, velocity, 3) and said to be of one kind,
for one joint, by a number or by the joint's name. What stays of the words, its stem, tells families apart: motor_pos
and link_pos are two families of positions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

KINDS = ("t", "q", "qd", "qdd", "tau", "current", "voltage", "command")
_WORDS = {
    "t": "t time timestamp timestamps stamp ts tsec elapsed clock zeit temps tiempo",
    "sec": "sec secs seconds second",
    "nsec": "nsec nsecs nanosec nanosecs nanoseconds",
    "q": "q qm qs qj pos position positions posn theta th angle angles ang qpos jpos phi encoder enc coordinate winkel",
    "qd": "qd dq qdot qp qv vel velocity velocities veloc speed speeds omega dtheta thetad thetadot qvel jvel qdm dqm rate",
    "qdd": "qdd ddq qddot qpp acc accel acceleration accelerations alpha ddtheta thetadd qacc jacc",
    "tau": "tau torque torques trq effort efforts force forces moment moments mom tq gamma drehmoment taum tauj jtau",
    "current": "current currents cur curr amp amps i im iq strom courant",
    "voltage": "voltage voltages volt volts vir u",
    "command": "qg qref qdes qcmd qtarget qgoal",
}
_KIND = {word: kind for kind, words in _WORDS.items() for word in words.split()}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ASKED = _words(
    "target targets desired des cmd command commanded commands ref reference setpoint goal wanted demand soll sp"
)
_OTHER = _words(
    "tcp pose ee cartesian tool temperature temp wrench ft xyz quat quaternion status mode safety ext "
    "external error err residual gripper finger accelerometer imu lambda contact friction offset bias "
    "noise std sigma limit max min digital analog"
)
_NEUTRAL = _words(
    "actual act gelenk achse measured meas joint joints axis motor link arm robot robot0 state states value data signal "
    "raw filt filtered j m a s rad deg nm x load side feedback fb hat id no nr rt log out"
)
_CUT = re.compile(r"[A-Za-zµ]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_UNIT = re.compile(
    r"\s*(?:[\[(]\s*([^\[\]()]*[A-Za-z°%µμ][^\[\]()]*)\s*[\])]|/\s*(rad|deg|°|s|ms|us|ns|m|mm|Nm|N m|N·m|A|V|rpm))\s*$"
)
_ENDING = re.compile(
    r"(?<=[A-Za-z0-9])[_ ]((?:deg|rad|mm)(?:_per_s|_s|ps|/s)|deg|degrees|rad|mrad|rpm|mm|ms|us|ns|[mk]?nm|ncm|ma)$",
    re.I,
)  # of a name: position_deg, torque_mNm, speed_rad_s
_WRITTEN = {"nm": "Nm", "mnm": "mNm", "knm": "kNm", "ncm": "Ncm", "ma": "mA"}
_TOLD = {"Nm": "tau", "mNm": "tau", "kNm": "tau", "N": "tau", "A": "current", "mA": "current", "V": "voltage"}
_GREEK = str.maketrans({"θ": "theta ", "τ": "tau ", "ω": "omega ", "φ": "phi ", "α": "alpha ", "Γ": "gamma "})


@dataclass(frozen=True)
class Word:
    """What one column's name says: its kind, its joint (a number as written, or a name), and the words left over."""

    kind: str
    joint: str | int | None
    stem: tuple[str, ...]


def unit_of(name: str) -> tuple[str, str | None]:
    """A name without the unit at its end: "q1 [deg]" is q1, in deg."""
    found = _UNIT.search(name)
    if found is None:
        end = _ENDING.search(name)
        return (name, None) if end is None else (name[: end.start()], _written(end.group(1)))
    return name[: found.start()].strip(), (found.group(1) or found.group(2)).strip()


def _written(text: str) -> str:
    """A unit that ends a name, as it is written elsewhere: rad_s is rad/s."""
    lower = text.lower()
    return _WRITTEN.get(lower) or re.sub(r"(_per_s|_s|ps)$", "/s", lower)


def _kind_of(unit: str | None) -> str | None:
    """What is measured in this unit, where only one kind is."""
    from dalembert.identify.reading.unit import UNITS, plain

    if unit is None:
        return None
    own = plain(unit)
    return _TOLD.get(own) or next((kind for kind in ("qdd", "qd", "q") if own in UNITS[kind]), None)


def understood(name: str, joints: Sequence[str]) -> Word | None:
    """What a column's name says about a robot with these joints; None where it says nothing of use."""
    bare, unit = unit_of(name.translate(_GREEK))
    bare = bare.replace("q̇", "qd").replace("q̈", "qdd")
    named, rest = _joint(bare, joints)
    joint: str | int | None = named
    words = [w.lower() for w in _CUT.findall(_CAMEL.sub("_", rest))]
    digits = [int(w) for w in words if w.isdigit()]
    words = [w for w in words if not w.isdigit()]
    if joint is None and digits:
        joint = digits[-1]
    if any(w in _OTHER for w in words):
        return None
    asked = any(w in _ASKED for w in words) or words[-2:] == ["j", "d"] or (len(words) > 1 and words[-1] == "d")
    kinds = [k for w in words if (k := _KIND.get(w))]
    stem = tuple(w for w in words if _KIND.get(w) is None and w not in _ASKED)
    if not kinds:
        strange = [w for w in words if w not in _NEUTRAL and w not in _ASKED and not (len(w) < 3 and _kind_of(unit))]
        if joint is None or strange:
            return None
        kinds = [_kind_of(unit) or "q"]  # a column with nothing but a joint's name
    kind = _strongest(kinds)
    if kind in ("t", "sec", "nsec") and joint is not None and not isinstance(joint, int):
        return None
    if asked and kind != "command":
        kind = "command" if kind == "q" else f"asked {kind}"
    return Word(kind, joint, (*stem, *sorted({w for w in words if w in _KIND})))


def _strongest(kinds: Sequence[str]) -> str:
    """Of "joint position velocity" the velocity: the more special word decides."""
    order = ("nsec", "sec", "t", "qdd", "qd", "current", "voltage", "tau", "command", "q")
    if set(kinds) == {"t", "sec"}:
        return "sec"
    if set(kinds) == {"t", "nsec"}:
        return "nsec"
    return min(
        (k for k in kinds if len(set(kinds)) == 1 or k not in ("t", "sec", "nsec")), key=order.index, default=kinds[0]
    )


def _joint(name: str, joints: Sequence[str]) -> tuple[str | None, str]:
    """The robot's joint that a name contains, the longest first, and the name without it."""
    for joint in sorted(joints, key=len, reverse=True):
        for form in (joint, joint.removesuffix("_joint")):
            if len(form) < 2 or _KIND.get(form.lower()):
                continue
            found = re.search(rf"(?<![A-Za-z0-9]){re.escape(form)}(?![A-Za-z0-9])", name, re.I)
            if found:
                return joint, name[: found.start()] + " " + name[found.end() :]
    return None, name
