"""Convert and validate single arguments: numbers, arrays, choices, names, functions.

Every public function converts its arguments once, with these converters and those of `boundary`, which know robots.
They raise the findings of `finding.argument`; everything below a public function trusts its types.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from itertools import islice
from math import isfinite
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, TypeVar

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

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NOT_REAL = (str, bytes, bool, complex, type(None))  # NumPy converts some of these to numbers
T = TypeVar("T")


def reals(value: Any, argument: str) -> NDArray[np.float64]:
    """Return an array of real numbers; reject strings, booleans, complex numbers and masked entries."""
    import numpy as np

    try:
        array = np.asarray(value)
        if array.dtype.kind == "O" and not any(isinstance(x, _NOT_REAL) for x in array.flat):
            array = array.astype(float)  # fractions, decimals, SymPy numbers, also among integers
    except (ValueError, TypeError, OverflowError):
        raise finding.NotReal(Argument(argument), given(value)).error() from None
    masked = any(map(np.ma.is_masked, value)) if isinstance(value, (list, tuple)) else np.ma.is_masked(value)
    if array.dtype.kind not in "fiu" or masked:
        raise finding.NotReal(Argument(argument), given(value)).error()
    return array.astype(float)


def finite(value: Any, argument: str) -> NDArray[np.float64]:
    """Return an array of finite real numbers."""
    import numpy as np

    array = reals(value, argument)
    if not np.isfinite(array).all():
        index = tuple(int(k) for k in np.argwhere(~np.isfinite(array))[0])
        raise finding.NotFinite(Argument(argument), index).error()
    return array


def shaped(value: Any, argument: str, *shapes: Shape, robot: str | None = None) -> NDArray[np.float64]:
    """Return a finite array of one of the shapes. A letter in a shape stands for any number; "..." for leading axes."""
    array = finite(value, argument)
    check_shape(array.shape, argument, *shapes, robot=robot)
    return array


def positive(value: Any, argument: str, *shapes: Shape, unit: str = "1") -> NDArray[np.float64]:
    """Return a finite array of one of the shapes whose entries are above zero."""
    array = shaped(value, argument, *shapes)
    if (array <= 0).any():
        raise finding.OutOfRange(Argument(argument), Measure(float(array.min()), Unit(unit)), 0.0, strict=True).error()
    return array


def check_shape(shape: tuple[int, ...], argument: str, *shapes: Shape, robot: str | None = None) -> None:
    """Raise if a shape is none of those that `shaped` takes."""
    if shape not in shapes and not any(_fits(shape, wanted) for wanted in shapes):
        raise finding.WrongShape(Argument(argument), shape, shapes, None if robot is None else RobotName(robot)).error()


def bounds(value: Any, argument: str, *shapes: Shape, robot: str | None = None) -> NDArray[np.float64]:
    """Return positive numbers of one of the shapes, infinite where nothing is bounded: for None everywhere."""
    import numpy as np

    array = reals(np.inf if value is None else value, argument)
    check_shape(array.shape, argument, *shapes, robot=robot)
    if not (array > 0).all():
        raise finding.OutOfRange(Argument(argument), Measure(float(array.min())), 0.0, strict=True).error()
    return array


def together(arrays: Mapping[str, NDArray[Any]]) -> list[NDArray[np.float64]]:
    """Return copies of arrays, by argument, that share their leading axes; the last axis of each stays its own."""
    import numpy as np

    shapes = tuple(x.shape for x in arrays.values())
    try:
        leading = np.broadcast_shapes(*(shape[:-1] for shape in shapes))
    except ValueError:
        raise finding.NotBroadcastable(tuple(map(Argument, arrays)), shapes).error() from None
    return [np.array(np.broadcast_to(x, (*leading, x.shape[-1])), dtype=float) for x in arrays.values()]


def single(leading: tuple[int, ...], function: str) -> None:
    """Raise if there are several trajectories or states, of this leading shape, where a function takes one."""
    if leading:
        raise finding.BatchUnsupported(Function(function), leading).error()


def _fits(shape: tuple[int, ...], wanted: Shape) -> bool:
    if wanted[:1] == ("...",):
        wanted = wanted[1:]
        shape = shape[len(shape) - len(wanted) :] if len(shape) >= len(wanted) else shape
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
    """Return a finite float in the closed range [lower, upper] or the open one (above, below)."""
    array = finite(value, argument)
    if array.ndim:
        raise finding.WrongType(Argument(argument), Noun("a number"), given(value)).error()
    number = float(array)
    if (lower is not None and number < lower) or (upper is not None and number > upper):
        raise finding.OutOfRange(Argument(argument), Measure(number, Unit(unit)), lower, upper).error()
    if (above is not None and number <= above) or (below is not None and number >= below):
        raise finding.OutOfRange(Argument(argument), Measure(number, Unit(unit)), above, below, strict=True).error()
    return number


def integer(value: Any, argument: str, *, lower: int | None = None, upper: int | None = None) -> int:
    """Return an int in the closed range [lower, upper]; a whole float is accepted, a boolean is not."""
    real = isinstance(value, Real) and not isinstance(value, bool)
    whole = real and (isinstance(value, Integral) or (isfinite(value) and value == int(value)))
    number = int(value) if whole else 0
    if not whole or (lower is not None and number < lower) or (upper is not None and number > upper):
        raise finding.NotInteger(Argument(argument), given(value), lower, upper).error()
    return number


def choice(value: Any, argument: str, choices: Iterable[str]) -> str:
    """Return a string that is one of the choices."""
    known = tuple(choices)
    if not isinstance(value, str) or value not in known:
        raise finding.NotOneOf(Argument(argument), given(value), tuple(map(Identifier, known))).error()
    return value


def known(
    name: Any,
    names: Iterable[str],
    noun: str,
    *,
    owner: str | None = None,
    owner_name: str | None = None,
    argument: str | None = None,
) -> str:
    """Return a name that is one of `names`, which things of sort `noun` have."""
    names = tuple(names)
    if not isinstance(name, str) or name not in names:
        raise finding.Unknown(
            Noun(noun),
            Identifier(name if isinstance(name, str) else given(name)),
            tuple(map(Identifier, names)),
            None if owner is None else Noun(owner),
            None if owner_name is None else Identifier(owner_name),
            None if argument is None else Argument(argument),
        ).error()
    return name


def instance(value: Any, argument: str, kind: type | tuple[type, ...], noun: str) -> Any:
    """Return a value that is an instance of `kind`, which people call `noun` ("a mapping")."""
    if not isinstance(value, kind):
        raise finding.WrongType(Argument(argument), Noun(noun), given(type(value).__name__)).error()
    return value


def listed(value: Any, argument: str, noun: str = "a sequence", *, most: int | None = None) -> tuple[Any, ...]:
    """Return the entries of a list, no more than `most`; a string is not a list of its letters."""
    if isinstance(value, (str, bytes, Mapping)) or not hasattr(value, "__iter__"):
        raise finding.WrongType(Argument(argument), Noun(noun), given(value)).error()
    return tuple(islice(value, most))


def mapping(value: Any, argument: str) -> Mapping[Any, Any]:
    """Return a mapping."""
    found: Mapping[Any, Any] = instance(value, argument, Mapping, "a mapping")
    return found


def function(value: Any, argument: str, parameters: Sequence[str]) -> Callable[..., Any]:
    """Return a function that can be called with the given positional parameters."""
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
    """Return a sequence with one entry for each of `expected` things that people call `noun` ("joints")."""
    if len(value) != expected:
        name = None if robot is None else RobotName(robot)
        raise finding.WrongLength(Argument(argument), len(value), expected, Noun(noun), name).error()
    return value


def filled(value: Any, argument: str) -> Any:
    """Return a collection that is not empty."""
    if not len(value):
        raise finding.Empty(Argument(argument)).error()
    return value


def distinct(values: Sequence[T], noun: str, argument: str | None = None) -> Sequence[T]:
    """Return a sequence in which nothing occurs twice."""
    for k, value in enumerate(values):
        if value in values[:k]:
            raise finding.Repeated(
                Noun(noun), Identifier(str(value)), None if argument is None else Argument(argument)
            ).error()
    return values


def at_most(count: float, most: float, noun: str, argument: str | None = None) -> None:
    """Raise if there are more things, which people call `noun` ("steps"), than the program accepts."""
    if count > most:
        raise finding.TooMany(
            Noun(noun), int(count), int(most), None if argument is None else Argument(argument)
        ).error()


def exclusive(first: str, passed: object, **others: object) -> None:
    """Reject an argument together with any of the others."""
    for other, also in others.items():
        if passed and also:
            raise finding.Exclusive((Argument(first), Argument(other))).error()


def requires(argument: str, passed: object, needs: str, given: object, value: str | None = None) -> None:
    """Reject an argument that has a meaning only together with another one (with a certain value)."""
    if passed and not given:
        raise finding.Requires(Argument(argument), Argument(needs), None if value is None else Given(value)).error()


def increasing(value: Any, argument: str) -> NDArray[np.float64]:
    """Return a 1-D array of finite numbers, each above the one before."""
    import numpy as np

    array = shaped(value, argument, ("N",))
    steps = np.diff(array)
    if (steps <= 0).any():
        raise finding.NotIncreasing(Argument(argument), int(np.argmax(steps <= 0)) + 1).error()
    return array


def direction(value: Any, argument: str) -> NDArray[np.float64]:
    """Return the unit vector along three numbers."""
    import numpy as np

    vector = shaped(value, argument, (3,))
    if not vector.any():
        raise finding.IsZero(Argument(argument)).error()
    return np.asarray(vector / np.linalg.norm(vector))


def nonzero(value: Any, argument: str) -> Any:
    """Return a number or an array that is not zero."""
    import numpy as np

    if not np.any(value):
        raise finding.IsZero(Argument(argument)).error()
    return value


def several(value: Any, argument: str, noun: str, least: int) -> Any:
    """Return a collection of at least so many things, which people call `noun` ("points")."""
    if len(value) < least:
        raise finding.TooFew(Argument(argument), Noun(noun), len(value), least).error()
    return value


def optional(module: str, function: str, extra: str | None = None) -> Any:
    """Return a module of an optional package that a function of ours needs; `extra` is what to install for it."""
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ImportError:
        raise finding.MissingPackage(
            Identifier(package), Function(function), Install(Identifier(extra or package))
        ).error() from None
