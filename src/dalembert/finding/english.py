"""English message texts that need a function. All other message texts are in the table `english.toml`.

A function takes the finding and its formatted fields. A test checks that message classes and table keys agree, and that
placeholders are fields.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.resources import files
from math import pi
from typing import Any

from dalembert.typeset.number import percent

# ---------------- argument


def _length(f: Any, t: Any) -> str:
    needs = f"robot {t.robot} has" if f.robot else "expected"
    things, *of = str(t.noun).split(" ", 1)
    if f.expected == 1:
        things = "entry" if things == "entries" else things.removesuffix("s")
    has = f"{f.got} {'entry' if f.got == 1 else 'entries'}"
    return f"{t.argument} has {has}; {needs} {f.expected} {' '.join((things, *of))}"


# ---------------- model


def _counted(f: Any, t: Any) -> str:
    line = f.part.place.line if f.part.place is not None else None
    times = f"{f.count} times, first on line {line}" if f.count > 1 else f"line {line}"
    return str(t.part) + (f", perhaps a misspelling of {f.near}" if f.near else "") + (f" ({times})" if line else "")


# ---------------- mechanism


def _group_redundancy(f: Any, t: Any) -> str:
    geared = f" − {f.couplings}" if f.couplings else ""
    count = f.dimension * (f.bodies - 1 - f.joints) + f.freedoms - f.couplings
    formula = f"{f.dimension}({f.bodies} − 1 − {f.joints}) + {f.freedoms}{geared} = {count}".replace("= -", "= −")
    return (
        f"All joints together allow only {t.group}, a group of dimension {t.dimension}: {f.m - f.dimension} of the {t.m} "
        f"equations of each loop are redundant ({t.redundant} in all). With m = {t.dimension}, Grübler's formula gives {formula}"
    )


# ---------------- equation


def _mistake(f: Any, t: Any) -> str:
    many = f.part in ("Coriolis terms", "centrifugal terms", "velocity terms")
    words: str = _MISTAKES[f.mistake].format(
        k="" if f.joint is None else f.joint,
        n=f.number,
        part=t.part,
        link="every link" if f.number is None else f"link {f.number}",
        of="" if f.number is None else f" of {'joint' if f.part == 'motor friction' else 'link'} {f.number}",
        has="have" if many else "has",
        be="are" if many else "is",
        between="between the joints" if f.number is None else f"with joint {f.number}",
        lost=f"(a sum of {f.terms} terms)" if f.lost is None else t.lost,
    )
    why = _REASONS.get(f.part, "") if f.mistake == "wrong sign" else ""
    return words + why + (", in the gravity terms" if f.gravity_only else "")


def _conflict(f: Any, t: Any) -> str:
    shown = [f"a matrix of shape {x[0]}×{x[1]}" if x else "a scalar" for x in f.shapes]
    return (
        f"{' and '.join(shown)} {t.operation}"
        if len(shown) == 2
        else f"{t.operation}" + (f", got {shown[0]}" if shown else "")
    )


# ---------------- log


def _list(items: Any, most: int = 8) -> str:
    return ", ".join(items[:most]) + (f" and {len(items) - most} more" if len(items) > most else "")


def _unconfirmed(f: Any, t: Any) -> str:
    left = ""
    if f.before:
        left = f"{_list([f'{x:.1%}' for x in f.before])} of the efforts are unexplained as recorded and {_list([f'{x:.1%}' for x in f.after])} with the fault corrected; "
    best = min(f.significance)
    if best < -f.needed:
        sure = f"the correction is better by {-best:.1f} standard errors, but affects too small a share of the effort"
    else:
        sure = f"{_list([f'{x:.1f}' for x in f.significance], 4)} standard errors in favour of the recorded log, where {f.needed:.0f} would confirm it"
    shares = " and ".join(percent(x) for x in f.link_share)
    why = f". The links cause only {shares} of these efforts; friction causes the rest" if f.link_share else ""
    return f"Possible but not confirmed: {t.fault}. Both variants predict the log equally well ({left}{sure}){why}"


def _fit_verdict(f: Any, t: Any) -> str:
    words = []
    if f.signals is not None:
        words.append(f"efforts and parameters have the unit {t.signals.value.unit}")
    if f.doubt is not None:
        words.append(f"the log is probably faulty ({f.doubt.fault}); read the warnings first")
    words.append(
        f"accurate enough for feed-forward control, with an error of {percent(f.error)} on this trajectory"
        if f.good
        else f"not accurate enough for feed-forward control: {percent(f.error)} of the torque is unexplained"
    )
    if f.elsewhere is not None:
        words.append(
            f"the expected error on other motions is {percent(f.elsewhere)}"
            if f.elsewhere < 1e300
            else "other motions depend on parameters that this motion does not determine"
        )
    if f.other_robot:
        words.append("the log does not match the given robot (see warnings)")
    if f.unseen:
        words.append(f"the inertia of {t.unseen} is not determined")
    if f.payload_unseen:
        words.append("the payload estimate is not reliable")
    text = "; ".join(words)
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
    words = [
        f"Identified {f.parameters} parameters ({f.joint_parameters} of joints) from {f.measurements} {' and '.join(f.kinds)}"
    ]
    change = " → ".join(_length_or_angle(x, False) for x in f.length)
    if f.angle is not None:
        change += f", orientation error {' → '.join(_length_or_angle(x, True) for x in f.angle)}"
    words.append(f"Position error {change} (root mean square, at the measured postures)")
    worst = [f"{_length_or_angle(s, p.is_angle)} ({p.name})" for p, s in f.least_certain]
    words.append(f"Least certain: {', '.join(worst)}")
    if f.unseen:
        one = f.unseen == 1
        combinations = "combination is" if one else "combinations are"
        words.append(f"{f.unseen} parameter {combinations} not identifiable and {'stays' if one else 'stay'} unchanged")
    return ". ".join([*words, *(f"Warning: {str(x).rstrip('.')}" for x in f.warnings)]) + "."


# ---------------- code


# ---------------- page


_FUNCTIONS: dict[str, Callable[[Any, Any], str]] = {
    # argument
    "WrongLength": _length,
    # model
    "Counted": _counted,
    # mechanism
    "GroupRedundancy": _group_redundancy,
    # equation
    "ShapeConflict": _conflict,
    "WrongReasoning": _mistake,
    "SymbolClash": lambda f, t: (
        f"{t.first} names both a parameter of robot {t.robot} and a coordinate"
        if f.first == f.second
        else f"Symbols {t.first} and {t.second} of robot {t.robot} look alike in an equation; rename one"
    ),
    # log
    "Unconfirmed": _unconfirmed,
    "FitVerdict": _fit_verdict,
    "GeometricParameter": _geometric_parameter,
    "UnseenDirection": _unseen_direction,
    "CalibrationVerdict": _calibration_verdict,
}
_TABLES = tomllib.loads(files(__package__).joinpath("english.toml").read_text(encoding="utf-8"))
_MISTAKES, _REASONS = _TABLES["mistakes"], _TABLES["reasons"]
NOUNS: dict[str, str] = _TABLES["nouns"]
CONSEQUENCES: dict[str, str] = _TABLES["consequences"]
SENTENCES: dict[str, str | dict[str, str] | Callable[[Any, Any], str]] = _TABLES["sentences"] | _FUNCTIONS
