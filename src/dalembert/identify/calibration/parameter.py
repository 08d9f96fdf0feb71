"""A number of a robot's geometry that may be wrong, and what it is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

SIX = ("x", "y", "z", "rx", "ry", "rz")


@final
@dataclass(frozen=True)
class Parameter:
    """One number that may be wrong: whose (joint, base, tool, centre), and which of the six."""

    owner: str  # name of a joint or of a measured frame; "" for base and centre
    part: str  # joint, base, tool or centre
    step: str
    name: str

    @property
    def is_angle(self) -> bool:
        return self.step.startswith("r")

    @property
    def is_offset(self) -> bool:
        return self.name.endswith(".offset") and self.part == "joint"

    @property
    def unit(self) -> str:
        return "rad" if self.is_angle else "m"

    @property
    def words(self) -> str:
        """What it is, for a sentence."""
        axis = self.step[-1]
        if self.part == "centre":
            return f"the {axis} of the centre"
        moved = "rotation" if self.is_angle else "shift"
        along = "about" if self.is_angle else "along"
        if self.part != "joint":
            whose = (
                "the base"
                if self.part == "base"
                else "the tool"
                if self.name.startswith("tool.")
                else f"the tool at '{self.owner}'"
            )
            return f"the {moved} of {whose} {along} {axis}"
        if self.is_offset:
            return f"the offset of joint '{self.owner}'"
        return f"the {moved} of joint '{self.owner}' {along} its {'axis' if axis == 'z' else axis}"
