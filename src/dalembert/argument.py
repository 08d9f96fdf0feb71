"""Conversion and validation of single arguments, such as numbers, arrays, names, functions and parts of a robot.

Every public function converts its arguments once: robots and states with `boundary`, and all other arguments with this
module. The conversion functions raise the errors that are defined in `finding.argument`. Internal functions do not
check argument types again.

Numbers in a robot model are floats, exact rational numbers, or symbolic expressions. Expressions can be given as text
(`graph.expression`). Vectors, directions and poses are converted when a part of a robot is created. A rotation matrix
must satisfy R Rᵀ = E and det R = +1.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from itertools import islice
from math import inf, isfinite
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Protocol, SupportsFloat, TypeAlias, TypeVar

from dalembert import finding
from dalembert.finding.finding import (
    Argument,
    External,
    Function,
    Given,
    Identifier,
    Install,
    Measure,
    Noun,
    RobotName,
    Shape,
    Unit,
    given,
)
from dalembert.graph.expression import LARGEST, parse
from dalembert.graph.node import Node, Scalar
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import EYE, Matrix, Vector, cross, dot, matmul, transpose
from dalembert.tolerance import GEOMETRY

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NOT_REAL = (str, bytes, bool, complex, type(None))  # NumPy converts some of these to numbers
T = TypeVar("T")
Name = TypeVar("Name", bound=str)


class SupportsArray(Protocol):
    """Protocol for arrays from NumPy, pandas, JAX or another library."""

    def __array__(self) -> NDArray[Any]: ...


_Entry: TypeAlias = "SupportsFloat | SupportsArray"
Numbers: TypeAlias = "_Entry | Sequence[_Entry] | Sequence[Sequence[_Entry]] | Sequence[Sequence[Sequence[_Entry]]]"
"""What `reals` accepts. The depth is finite, since a string is a sequence of strings at every depth."""
FilePath: TypeAlias = str | os.PathLike[str]
Packages: TypeAlias = Mapping[str, FilePath]  # package folders by package name


def reals(value: Any, argument: str) -> NDArray[np.float64]:
    """Convert a value to an array of real numbers.

    Strings, booleans, complex numbers and masked entries are rejected.
    """
    import numpy as np

    try:
        array = np.asarray(value)
        if array.dtype.kind == "O" and not any(isinstance(x, _NOT_REAL) for x in array.flat):
            array = array.astype(float)  # arrays of fractions, decimals or SymPy numbers
    except (ValueError, TypeError, OverflowError):
        raise finding.NotReal(Argument(argument), given(value)).error() from None
    if array.dtype.kind not in "fiu" or any(map(is_masked, value if isinstance(value, (list, tuple)) else [value])):
        raise finding.NotReal(Argument(argument), given(value)).error()
    return array.astype(float)


def is_masked(x: Any) -> bool:
    """Return whether an array has masked entries, without importing `numpy.ma`, which is slow to import."""
    return hasattr(x, "_mask") and bool(x._mask.any())


def finite(value: Any, argument: str) -> NDArray[np.float64]:
    """Convert a value to an array of finite real numbers."""
    return check_finite(reals(value, argument), argument)


def check_finite(array: NDArray[np.float64], argument: str) -> NDArray[np.float64]:
    """Return the array, or raise an error with the indices of the first entry that is not finite."""
    import numpy as np

    if not np.isfinite(array).all():
        index = tuple(int(k) for k in np.argwhere(~np.isfinite(array))[0])
        raise finding.NotFinite(Argument(argument), index).error()
    return array


def shaped(value: Any, argument: str, *shapes: Shape, robot: str | None = None) -> NDArray[np.float64]:
    """Convert a value to a finite array with one of the given shapes.

    In a shape, a letter matches an axis of any length, and "..." matches any number of leading axes.
    """
    array = finite(value, argument)
    check_shape(array.shape, argument, *shapes, robot=robot)
    return array


def positive(value: Any, argument: str, *shapes: Shape, unit: str = "1") -> NDArray[np.float64]:
    """Convert a value to a finite array with one of the given shapes and positive entries."""
    array = shaped(value, argument, *shapes)
    if (array <= 0).any():
        raise finding.OutOfRange(Argument(argument), Measure(float(array.min()), Unit(unit)), 0.0, strict=True).error()
    return array


def check_shape(shape: tuple[int, ...], argument: str, *shapes: Shape, robot: str | None = None) -> None:
    """Raise an error if a shape matches none of the given shapes. `shaped` explains the notation."""
    if shape not in shapes and not any(_fits(shape, wanted) for wanted in shapes):
        raise finding.WrongShape(Argument(argument), shape, shapes, None if robot is None else RobotName(robot)).error()


def bounds(value: Any, argument: str, *shapes: Shape, robot: str | None = None) -> NDArray[np.float64]:
    """Convert limits to an array of positive numbers with one of the given shapes.

    An entry of inf means that there is no limit, and None means that no entry has a limit.
    """
    import numpy as np

    array = reals(np.inf if value is None else value, argument)
    check_shape(array.shape, argument, *shapes, robot=robot)
    if not (array > 0).all():
        raise finding.OutOfRange(Argument(argument), Measure(float(array.min())), 0.0, strict=True).error()
    return array


def together(arrays: Mapping[str, NDArray[Any]]) -> list[NDArray[np.float64]]:
    """Broadcast several arrays to a common leading shape, and return copies.

    The last axis of each array is not broadcast.
    """
    import numpy as np

    shapes = tuple(x.shape for x in arrays.values())
    try:
        leading = np.broadcast_shapes(*(shape[:-1] for shape in shapes))
    except ValueError:
        raise finding.NotBroadcastable(tuple(map(Argument, arrays)), shapes).error() from None
    return [np.array(np.broadcast_to(x, (*leading, x.shape[-1])), dtype=float) for x in arrays.values()]


def single(leading: tuple[int, ...], function: str) -> None:
    """Raise an error if a batch is passed to a function that accepts only one trajectory or state."""
    if leading:
        raise finding.BatchUnsupported(Function(function), leading).error()


def _fits(shape: tuple[int, ...], wanted: Shape) -> bool:
    if wanted[:1] == ("...",):
        wanted = wanted[1:]
        shape = shape[max(0, len(shape) - len(wanted)) :]
    return len(shape) == len(wanted) and all(isinstance(w, str) or n == w for n, w in zip(shape, wanted, strict=True))


def real(
    value: Any,
    argument: str,
    *,
    lower: float | None = None,
    upper: float | None = None,
    above: float | None = None,
    below: float | None = None,
    unit: str = "1",
) -> float:
    """Convert a value to a finite float in the closed range [lower, upper] or the open range (above, below)."""
    array = finite(value, argument)
    if array.ndim:
        raise finding.WrongType(Argument(argument), Noun("a number"), given(value)).error()
    number = float(array)
    _check_range(number, argument, lower, upper, False, unit)
    _check_range(number, argument, above, below, True, unit)
    return number


def _check_range(number: Any, argument: str, lower: Any, upper: Any, strict: bool, unit: str) -> None:
    """Raise an error if a number is not within bounds. If `strict` is true, the bounds themselves are excluded."""
    below = lower is not None and (number < lower or (strict and number == lower))
    above = upper is not None and (number > upper or (strict and number == upper))
    if below or above:
        low, high = (None if x is None else float(x) for x in (lower, upper))
        raise finding.OutOfRange(Argument(argument), Measure(float(number), Unit(unit)), low, high, strict).error()


def integer(value: Any, argument: str, *, lower: int | None = None, upper: int | None = None) -> int:
    """Convert a value to an int in the closed range [lower, upper].

    Floats with integer values are accepted, but booleans are not.
    """
    real = isinstance(value, Real) and not isinstance(value, bool)
    whole = real and (isinstance(value, Integral) or (isfinite(value) and value == int(value)))
    number = int(value) if whole else 0
    if not whole or (lower is not None and number < lower) or (upper is not None and number > upper):
        raise finding.NotInteger(Argument(argument), given(value), lower, upper).error()
    return number


def choice(value: Any, argument: str, choices: Iterable[Name]) -> Name:
    """Check that a string is one of the valid choices, and return the string."""
    known = tuple(choices)
    if not isinstance(value, str) or value not in known:
        raise finding.NotOneOf(Argument(argument), given(value), tuple(map(Identifier, known))).error()
    return known[known.index(value)]


def known(
    name: Any,
    names: Iterable[Name],
    noun: str,
    *,
    owner: str | None = None,
    owner_name: str | None = None,
    argument: str | None = None,
) -> Name:
    """Check that a name is one of `names`, and return the name.

    Error messages use `noun` as the name of the objects.
    """
    choices = tuple(names)
    if not isinstance(name, str) or name not in choices:
        raise finding.Unknown(
            Noun(noun),
            Identifier(name if isinstance(name, str) else given(name)),
            tuple(map(Identifier, choices)),
            None if owner is None else Noun(owner),
            None if owner_name is None else Identifier(owner_name),
            None if argument is None else Argument(argument),
        ).error()
    return choices[choices.index(name)]


def instance(value: Any, argument: str, kind: type | tuple[type, ...], noun: str) -> Any:
    """Check that a value is an instance of `kind`, and return the value.

    Error messages use `noun`, such as "a mapping", as the name of the type.
    """
    if not isinstance(value, kind):
        raise finding.WrongType(Argument(argument), Noun(noun), given(type(value).__name__)).error()
    return value


def path_text(value: Any, argument: str = "path") -> str:
    """Convert a path, given as a string or a path object, to text."""
    text: str = instance(os.fspath(instance(value, argument, (str, os.PathLike), "a path")), argument, str, "a path")
    return text


def options(value: T | None, argument: str, kind: type[T]) -> T:
    """Check the type of an options object, and return the object. None selects the default options."""
    found: T = kind() if value is None else instance(value, argument, kind, kind.__name__)
    return found


def listed(value: Any, argument: str, noun: str = "a sequence", *, most: int | None = None) -> tuple[Any, ...]:
    """Convert a sequence to a tuple with at most `most` entries. Strings are rejected."""
    if isinstance(value, (str, bytes, Mapping)) or not hasattr(value, "__iter__"):
        raise finding.WrongType(Argument(argument), Noun(noun), given(value)).error()
    return tuple(islice(value, most))


def mapping(value: Any, argument: str, keys: Sequence[str] | None = None) -> Mapping[Any, Any]:
    """Check that a value is a mapping with known keys, and return the mapping. By default, any key is accepted."""
    found: Mapping[Any, Any] = instance(value, argument, Mapping, "a mapping")
    if keys is not None:
        for key in found:
            known(key, keys, "key", argument=argument)
    return found


def function(value: Any, argument: str, parameters: Sequence[str]) -> Callable[..., Any]:
    """Check that a function accepts the given positional parameters, and return the function."""
    names = tuple(map(Identifier, parameters))
    if not callable(value):
        raise finding.NotCallable(Argument(argument), names, given(value)).error()
    found: Callable[..., Any] = value
    try:
        signature = inspect.signature(found)
    except (TypeError, ValueError):  # functions written in C
        return found
    try:
        signature.bind(*parameters)
    except TypeError as reason:
        name = given(getattr(value, "__name__", type(value).__name__) + str(signature))
        raise finding.NotCallable(Argument(argument), names, name, External(str(reason))).error() from None
    return found


def counted(
    value: Sequence[Any], argument: str, expected: int, noun: str, *, robot: str | None = None
) -> Sequence[Any]:
    """Check that a sequence has one entry for each of `expected` objects, and return the sequence.

    Error messages use `noun`, such as "joints", as the name of the objects.
    """
    if len(value) != expected:
        name = None if robot is None else RobotName(robot)
        raise finding.WrongLength(Argument(argument), len(value), expected, Noun(noun), name).error()
    return value


def filled(value: Any, argument: str) -> Any:
    """Check that a collection is not empty, and return the collection."""
    if not len(value):
        raise finding.Empty(Argument(argument)).error()
    return value


def distinct(values: Sequence[T], noun: str, argument: str | None = None) -> Sequence[T]:
    """Check that the entries of a sequence are distinct, and return the sequence."""
    for k, value in enumerate(values):
        if value in values[:k]:
            raise finding.Repeated(
                Noun(noun), Identifier(str(value)), None if argument is None else Argument(argument)
            ).error()
    return values


def at_most(count: float, most: float, noun: str, argument: str | None = None) -> None:
    """Raise an error if a count exceeds `most`.

    Error messages use `noun`, such as "steps", as the name of the counted objects.
    """
    if count > most:
        raise finding.TooMany(
            Noun(noun), int(count), int(most), None if argument is None else Argument(argument)
        ).error()


def exclusive(first: str, passed: object, **others: object) -> None:
    """Raise an error if the first argument is combined with any of the others, because they are mutually exclusive."""
    for other, also in others.items():
        if passed and also:
            raise finding.Exclusive((Argument(first), Argument(other))).error()


def requires(argument: str, passed: object, needs: str, given: object, value: str | None = None) -> None:
    """Raise an error if an argument is given without another argument, or argument value, that it requires."""
    if passed and not given:
        raise finding.Requires(Argument(argument), Argument(needs), None if value is None else Given(value)).error()


def increasing(value: Any, argument: str) -> NDArray[np.float64]:
    """Convert a value to a 1-D array of strictly increasing finite numbers."""
    import numpy as np

    array = shaped(value, argument, ("N",))
    steps = np.diff(array)
    if (steps <= 0).any():
        raise finding.NotIncreasing(Argument(argument), int(np.argmax(steps <= 0)) + 1).error()
    return array


def direction(value: Any, argument: str) -> NDArray[np.float64]:
    """Convert three numbers to a unit vector."""
    import numpy as np

    vector = nonzero(shaped(value, argument, (3,)), argument)
    return np.asarray(vector / np.linalg.norm(vector))


def nonzero(value: Any, argument: str) -> Any:
    """Check that a number or an array is nonzero, and return the value."""
    import numpy as np

    if not np.any(value):
        raise finding.IsZero(Argument(argument)).error()
    return value


def several(value: Any, argument: str, noun: str, least: int) -> Any:
    """Check that a collection has at least the given number of entries, and return the collection.

    Error messages use `noun`, such as "points", as the name of the entries.
    """
    if len(value) < least:
        raise finding.TooFew(Argument(argument), Noun(noun), len(value), least).error()
    return value


def optional(module: str, function: str, extra: str | None = None) -> Any:
    """Import a module from an optional dependency. `extra` is the name of the extra that installs the dependency."""
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ImportError:
        raise finding.MissingPackage(
            Identifier(package), Function(function), Install(Identifier(extra or package))
        ).error() from None


# ── parts of a robot ──────────────────────────────────────────────────────────

_exact = lru_cache(maxsize=1024)(Fraction)  # most numbers of a robot are zeros and ones
_LARGEST_WHOLE = int(LARGEST)


def value(x: Any, what: str = "value") -> Scalar:
    """Convert user input (a number, a symbol, or text) to a number in a robot model."""
    if type(x) is Node or (type(x) is float and abs(x) <= LARGEST):
        return x
    if isinstance(x, str):
        return parse(x)
    if isinstance(x, (int, Fraction)) and not isinstance(x, bool):
        above, below = x.as_integer_ratio()  # integers, because comparison of fractions is slow
        if abs(above) <= _LARGEST_WHOLE * below:
            return x if isinstance(x, Fraction) else _exact(int(x))
        number = -inf if x < 0 else inf
    else:
        number = _float(x, what)
    if abs(number) > LARGEST:
        raise finding.OutOfRange(Argument(what), Measure(number), -LARGEST, LARGEST).error()
    return number


def _float(x: Any, what: str) -> float:
    """Convert a finite number from another library to a float."""
    number = None
    if not isinstance(x, (bool, bytes, bytearray)) and getattr(getattr(x, "dtype", None), "kind", "") != "b":
        with suppress(TypeError, ValueError, OverflowError):
            number = float(x)
    if number is None:
        raise finding.WrongType(Argument(what), Noun("a number or an expression"), given(x)).error()
    if not isfinite(number):
        raise finding.NotFinite(Argument(what)).error()
    return number


def check_part(holds: bool, noun: str, name: str, expected: str, got: object = None) -> None:
    """Raise a `PartProblem` if a condition on a part of a robot is false. `expected` describes the valid values."""
    if not holds:
        raise finding.contradiction(noun, name, expected, got)


def in_range(
    x: Any, what: str, lower: Any = None, upper: Any = None, *, strict: bool = False, unit: str = "1"
) -> Scalar:
    """Check that a number is within bounds, and return the number.

    If `strict` is true, the bounds themselves are excluded. Symbols are accepted without a range check.
    """
    number = value(x, what)
    if isinstance(number, Node):
        return number
    low, high = (None if isinstance(y, Node) else y for y in (lower, upper))
    _check_range(number, what, low, high, strict, unit)
    return number


def pairs(pairs_: Any, what: str, noun: str) -> list[tuple[str, Any]]:
    """Convert a mapping or a sequence of pairs to (name, value) pairs."""
    found = listed(pairs_.items() if isinstance(pairs_, Mapping) else pairs_, what, noun)
    if not all(isinstance(x, (tuple, list)) and len(x) == 2 and isinstance(x[0], str) for x in found):
        raise finding.WrongType(Argument(what), Noun(noun), given(pairs_)).error()
    return [(name, x) for name, x in found]


def checked_entries(entries: Any, size: int, what: str) -> tuple[Any, ...]:
    """Check that a value is a sequence of the given size, and return its items. Text is not accepted as a sequence."""
    if type(entries) is tuple and len(entries) == size:  # the most frequent case
        return entries
    found = listed(entries, what)
    counted(found, what, size, "numbers")
    return found


def checked_vector(entries: Any, size: int, what: str) -> Vector:
    return tuple(value(x, what) for x in checked_entries(entries, size, what))


def checked_direction(entries: Any, what: str) -> Vector:
    """Convert an axis to a direction vector. Integers are not converted to floats."""
    return tuple(checked_factor(x, what) for x in checked_entries(entries, 3, what))


def checked_pose(pose: Any, what: str) -> Pose:
    """Convert a value to a pose. Pose entries can be given as text."""
    instance(pose, what, Pose, "a pose")
    R = tuple(checked_vector(row, 3, f"R of {what}") for row in checked_entries(pose.R, 3, f"R of {what}"))
    return Pose(checked_rotation(R, f"R of {what}"), checked_vector(pose.p, 3, f"p of {what}"))


def checked_rotation(R: Matrix, what: str) -> Matrix:
    """Check that a matrix is a rotation matrix, and return the matrix.

    Matrices that contain symbols are not checked.
    """
    if R == EYE or any(isinstance(x, Node) for row in R for x in row):
        return R
    numbers = tuple(tuple(map(float, row)) for row in R)
    square = matmul(numbers, transpose(numbers))
    off = max(abs(square[i][j] - EYE[i][j]) for i in range(3) for j in range(3))
    if off > GEOMETRY:
        raise finding.NotARotation(Argument(what), off=off).error()
    if dot(numbers[0], cross(numbers[1], numbers[2])) < 0:
        raise finding.NotARotation(Argument(what), determinant=-1.0).error()
    return R


def checked_factor(x: Any, what: str) -> Scalar:
    """Convert a factor to a number. Integers are not converted to floats."""
    return x if type(x) is int else value(x, what)


def convert(part: object, of: str, converter: Callable[[Any, str], Any], *names: str) -> None:
    """Convert the named fields of a frozen dataclass that describes a part of a robot.

    Error messages contain the field name followed by `of`.
    """
    for name in names:
        object.__setattr__(part, name, converter(getattr(part, name), f"{name} {of}"))


def checked_part(part: Any, kind: type[T], what: str) -> T:
    """Check the type of a part of a robot, such as a link's inertia or a joint's drive, and return the part."""
    found: T = instance(part, what, kind, f"a {kind.__name__}")
    return found


def checked_parts(parts: Any, kind: type[Any] | tuple[type[Any], ...], what: str) -> tuple[Any, ...]:
    """Check the types of several parts of a robot, and return the parts as a tuple."""
    return tuple(instance(x, what, kind, f"some {what}") for x in listed(parts, what))
