"""How a log is read, as options: columns, units, signs, gears, time and filter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter

from dalembert.cli.option import numbers, pair, positive


@Parameter(name="*")
@dataclass(frozen=True)
class Reading:
    """How the log is read."""

    column: Annotated[
        tuple[str, ...],
        Parameter(negative=(), help="Which column is what: q=pos_*, tau=eff1,eff2, t=0 by number. May be repeated."),
    ] = ()
    unit: Annotated[
        tuple[str, ...], Parameter(negative=(), help="Units: q=deg, t=ms, tau=mNm, or a factor. May be repeated.")
    ] = ()
    sign: Annotated[str | None, Parameter(allow_leading_hyphen=True, help="Of each joint: 1,-1,1.")] = None
    zero: Annotated[
        str | None, Parameter(allow_leading_hyphen=True, help="Added to the position of each joint: 0,0.1,0 rad or m.")
    ] = None
    gear: Annotated[
        str | None, Parameter(allow_leading_hyphen=True, help="Gear ratio of each joint, where motors were measured.")
    ] = None
    gain: Annotated[str | None, Parameter(help="Effort by current or voltage, one or one each joint.")] = None
    rate: Annotated[float | None, Parameter(help="Samples a second, where time counts samples.")] = None
    cutoff: Annotated[str, Parameter(help="Of the filter, Hz; auto from the spectrum, none for no filter.")] = "auto"
    wrench: Annotated[
        tuple[str, ...],
        Parameter(
            negative=(), help="Forces from outside: foot=fx,fy,fz,mx,my,mz at a frame, world axes. May be repeated."
        ),
    ] = ()
    topic: Annotated[str | None, Parameter(help="Of a ROS 2 bag.")] = None

    @property
    def told(self) -> dict[str, Any]:
        """What `read_log` is told."""
        listed = {key: x.split(",") if "," in x else x for key, x in (pair(y, "--column") for y in self.column)}
        found: dict[str, Any] = {
            "columns": {k: [x] if isinstance(x, str) and k not in ("t",) else x for k, x in listed.items()}
        }
        found["units"] = {key: _factor(x) for key, x in (pair(y, "--unit") for y in self.unit)}
        for key, text in (
            ("signs", self.sign),
            ("offsets", self.zero),
            ("gear_ratio", self.gear),
            ("torque_gain", self.gain),
        ):
            if text is not None:
                given = numbers(
                    text, {"signs": "--sign", "offsets": "--zero", "gear_ratio": "--gear"}.get(key, "--gain")
                )
                found[key] = given[0] if len(given) == 1 else given
        if self.wrench:
            found["wrench"] = {frame: x.split(",") for frame, x in (pair(y, "--wrench") for y in self.wrench)}
        if self.rate is not None:
            found["rate"] = positive(self.rate, "--rate")
        if self.cutoff != "auto":
            found["cutoff"] = (
                None if self.cutoff == "none" else positive(numbers(self.cutoff, "--cutoff", 1)[0], "--cutoff")
            )
        return found | ({} if self.topic is None else {"topic": self.topic})


AS_GUESSED = Reading()


def _factor(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text
