"""Joints as drawn: a point, an axis, and a kind; `build` places them on links.

    kind          f   how it is drawn
    revolute      1   turns about its axis
    prismatic     1   slides along its axis
    screw         1   turns with an advance of `pitch` for each radian
    universal     2   turns about its axis (fixed in a), then about `second` (fixed in b)
    cylindrical   2   turns about its axis and slides along it
    planar        3   slides and turns in the plane across its axis
    spherical     3   any turn about the point
    fixed         0   none

How a kind moves is said in `spatial.joint.KINDS`.  [hunt1978, ch. 1]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from dalembert.errors import BadTopology, UnboundSymbol, WrongSize, WrongValue, did_you_mean
from dalembert.graph import Scalar, evaluate, symbols
from dalembert.robot.value import value
from dalembert.spatial.joint import COLUMNS, KINDS

Vector = tuple[Scalar, ...]
Z: Vector = (0, 0, 1)
DRAWN = ("revolute", "prismatic", "screw", "universal", "cylindrical", "planar", "spherical", "fixed")
_AXIS_OPTIONAL = ("revolute", "spherical", "fixed")


@dataclass(frozen=True)
class Joint:
    """A joint between bodies `a` and `b`, drawn where the mechanism is drawn (world coordinates).

    `point` is its centre, `axis` its direction (default z for a revolute joint), `second` the other axis of a universal
    joint, `pitch` the advance of a screw for each radian. Where the two halves are drawn apart, so that the loops
    have yet to be closed, `point_b` and `axis_b` (for a universal joint: of `second`) say where b's half is drawn.
    """

    kind: str
    a: str
    b: str
    point: Vector = (0, 0, 0)
    axis: Vector | None = None
    second: Vector | None = None
    pitch: Scalar = 0
    point_b: Vector | None = None
    axis_b: Vector | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.kind not in DRAWN:
            raise WrongValue(f"joint kind '{self.kind}' is not known{did_you_mean(str(self.kind), DRAWN)}")
        if not self.name:
            object.__setattr__(self, "name", f"{self.a}-{self.b}")
        if self.a == self.b:
            raise BadTopology(f"joint '{self.name}' joins body '{self.a}' to itself; it needs two bodies")
        if self.axis is None and self.kind in _AXIS_OPTIONAL:
            object.__setattr__(self, "axis", Z)
        for what in ("point", "axis", "second", "point_b", "axis_b"):
            given = getattr(self, what)
            if given is not None:
                object.__setattr__(self, what, self._vector(given, what))
        object.__setattr__(self, "pitch", self._value(self.pitch, "pitch"))
        self._check_axes()

    @property
    def freedoms(self) -> int:
        """f, the number of relative freedoms."""
        return sum(len(COLUMNS[step.motion]) for step in KINDS[self.kind] if not step.geared)

    def points(self, body: str) -> list[Vector]:
        """Where it is drawn on a body: nowhere, if it does not hold it."""
        own = self.point if body == self.a else self.point if self.point_b is None else self.point_b
        return [own] if body in (self.a, self.b) else []

    def map(self, function: Callable[[Scalar], Scalar]) -> Joint:
        """The joint with `function` applied to each of its numbers."""
        mapped: dict[str, Any] = {"pitch": function(self.pitch)}
        for what in ("point", "axis", "second", "point_b", "axis_b"):
            given = getattr(self, what)
            mapped[what] = None if given is None else tuple(function(x) for x in given)
        return replace(self, **mapped)

    @property
    def apart(self) -> bool:
        """Whether its two halves are drawn in different places."""
        return self.point_b is not None or self.axis_b is not None

    def _check_axes(self) -> None:
        if self.axis is None:
            raise WrongValue(f"joint '{self.name}' is {self.kind} and needs its axis")
        if (self.second is not None) != (self.kind == "universal"):
            need = "needs a second axis" if self.second is None else "takes no second axis"
            raise WrongValue(f"joint '{self.name}' is {self.kind} and {need}")
        if self.kind != "screw" and self.pitch != 0:
            raise WrongValue(f"joint '{self.name}' is {self.kind} and has a pitch; only a screw joint has one")
        u = evaluate(self.axis, {})
        if self.second is not None:
            v = evaluate(self.second, {})
            across = sum((u[i - 2] * v[i - 1] - u[i - 1] * v[i - 2]) ** 2 for i in range(3))
            if across < 1e-12 * sum(x * x for x in u) * sum(x * x for x in v):
                raise WrongValue(f"joint '{self.name}' has parallel axes; those of a universal joint must cross")

    def _vector(self, given: Any, what: str) -> Vector:
        if isinstance(given, str) or not hasattr(given, "__iter__"):
            raise WrongValue(f"{what} of joint '{self.name}' is a list of 3 values, got {given!r}")
        entries = tuple(self._value(x, what) for x in given)
        if len(entries) == 2 and what.startswith("point"):
            entries = (*entries, 0)  # a point of the drawing plane
        if len(entries) != 3:
            raise WrongSize(f"{what} of joint '{self.name}' has {len(entries)} entries, it needs 3")
        if not what.startswith("point") and sum(x * x for x in evaluate(entries, {})) < 1e-24:
            raise WrongValue(f"{what} of joint '{self.name}' is (0, 0, 0); it needs a direction")
        return entries

    def _value(self, x: Any, what: str) -> Scalar:
        number = value(x, f"{what} of joint '{self.name}'")
        unknown = sorted(symbols([number]))
        if unknown:
            raise UnboundSymbol(
                f"{what} of joint '{self.name}' holds the symbol '{unknown[0]}'; mobility needs numbers"
            )
        return number


def revolute(a: str, b: str, point: Any, axis: Any = Z, name: str = "", **apart: Any) -> Joint:
    """A hinge; its axis is z unless given."""
    return Joint("revolute", a, b, point, axis, name=name, **apart)


def prismatic(a: str, b: str, point: Any, axis: Any, name: str = "", **apart: Any) -> Joint:
    """A slider along `axis`."""
    return Joint("prismatic", a, b, point, axis, name=name, **apart)


def screw(a: str, b: str, point: Any, axis: Any, pitch: Any, name: str = "", **apart: Any) -> Joint:
    """A screw that advances by `pitch` for each radian."""
    return Joint("screw", a, b, point, axis, pitch=pitch, name=name, **apart)


def universal(a: str, b: str, point: Any, axis: Any, second: Any, name: str = "", **apart: Any) -> Joint:
    """A Cardan joint: `axis` is fixed in a, `second` in b."""
    return Joint("universal", a, b, point, axis, second, name=name, **apart)


def cylindrical(a: str, b: str, point: Any, axis: Any, name: str = "", **apart: Any) -> Joint:
    """Turns about its axis and slides along it."""
    return Joint("cylindrical", a, b, point, axis, name=name, **apart)


def planar(a: str, b: str, point: Any, axis: Any, name: str = "", **apart: Any) -> Joint:
    """One plane slides and turns on another; `axis` is the normal."""
    return Joint("planar", a, b, point, axis, name=name, **apart)


def spherical(a: str, b: str, point: Any, name: str = "", **apart: Any) -> Joint:
    """A ball in a socket."""
    return Joint("spherical", a, b, point, name=name, **apart)


def fixed(a: str, b: str, point: Any = (0, 0, 0), name: str = "", **apart: Any) -> Joint:
    """A weld."""
    return Joint("fixed", a, b, point, name=name, **apart)
