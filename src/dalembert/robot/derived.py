"""What follows from a robot and is kept: one `Derived` for all robots of the same content.

A robot is a value. Its content is its names and numbers, each number with its type (3, 3.0 and −0.0 are three),
but not where they were read (`source`, `warnings`); a digest of the content finds what was derived before. A robot holds
its `Derived`, and a short list holds those of the last robots met, so that a robot that is created again for every call finds
its kernels again. The rest goes away with the robots.

    @kept
    def tree(robot: Robot) -> Tree: …        computed once a content, for each set of further arguments
"""

from __future__ import annotations

import functools
import os
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from hashlib import blake2b
from threading import RLock
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar
from weakref import WeakValueDictionary

from dalembert.finding.finding import Finding
from dalembert.graph import Node, topological

RECENT = 16  # contents that stay although no robot with them is left
_OMITTED = ("source", "warnings")  # fields that are no content


class Derived:
    """What was computed from a content: `kept` holds trees, kernels, closed forms, simulators, and other robots."""

    __slots__ = ("__weakref__", "digest", "kept")

    def __init__(self, digest: bytes) -> None:
        self.digest = digest
        self.kept: dict[Any, Any] = {}


class Described(Protocol):
    """A robot, as far as this module knows it."""

    @property
    def source(self) -> str: ...

    @property
    def warnings(self) -> tuple[Finding, ...]: ...

    @property
    def derived(self) -> Derived: ...


_known: WeakValueDictionary[bytes, Derived] = WeakValueDictionary()
_recent: OrderedDict[bytes, Derived] = OrderedDict()
_lock = RLock()
if hasattr(os, "register_at_fork"):  # a child must not inherit it locked by a thread it does not have
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


def derived(robot: Any) -> Derived:
    """The one `Derived` of a robot's content."""
    digest = content(robot)
    dropped = None  # given up after the lock
    with _lock:
        found = _known.get(digest)
        if found is None:
            found = _known[digest] = Derived(digest)
        _recent[digest] = found
        _recent.move_to_end(digest)
        if len(_recent) > RECENT:
            _, dropped = _recent.popitem(last=False)
    del dropped
    return found


R = TypeVar("R", bound=Described)
P = ParamSpec("P")
T = TypeVar("T")


def cached(function: Callable[Concatenate[R, P], T]) -> Callable[Concatenate[R, P], T]:
    """A function of a robot (and of hashable arguments) whose results are kept with the robot's content.

    Threads that meet may compute the same result twice; all get the one that was there first.
    """

    @functools.wraps(function)
    def call(robot: R, /, *args: P.args, **others: P.kwargs) -> T:
        results, key = robot.derived.kept, (function, args, *others.items())
        if key not in results:
            results.setdefault(key, function(robot, *args, **others))
        result: T = results[key]
        return result

    return call


def cached_with_source(function: Callable[Concatenate[R, P], T]) -> Callable[Concatenate[R, P], T]:
    """As `kept`, for results that tell where a robot's numbers come from: robots, and what shows them."""

    @functools.wraps(function)
    def call(robot: R, /, *args: P.args, **others: P.kwargs) -> T:
        results, key = robot.derived.kept, (function, robot.source, robot.warnings, args, *others.items())
        if key not in results:
            results.setdefault(key, function(robot, *args, **others))
        result: T = results[key]
        return result

    return call


def content(robot: Any) -> bytes:
    """The digest of a robot's content, the same in every process."""
    words: list[str] = []
    _spell(robot, words, {})
    return blake2b("\n".join(words).encode("utf-8", "surrogatepass"), digest_size=32).digest()


def _spell(x: Any, words: list[str], nodes: dict[Node, str]) -> None:
    """Append words that no other content has: each value with its type, each text and sequence with its length."""
    if isinstance(x, float):
        words.append(float.hex(x))
    elif type(x) is int:
        words.append(f"{x}/1")
    elif isinstance(x, Fraction):  # exact as well
        words.append(f"{x.numerator}/{x.denominator}")
    elif isinstance(x, str):
        words.append(f"'{len(x)} {x}")
    elif isinstance(x, tuple):
        words.append(f"tuple {len(x)}")
        for entry in x:
            _spell(entry, words, nodes)
    elif isinstance(x, Node):
        words.append(_node(x, nodes))
    elif is_dataclass(x):
        kind: Any = type(x)
        words.append(kind.__name__)
        for name in _content(kind):
            _spell(getattr(x, name), words, nodes)
    else:
        words.append(f"{type(x).__name__} {x!r}")


@functools.cache
def _content(kind: Any) -> tuple[str, ...]:
    """The fields of a class that are content."""
    return tuple(f.name for f in fields(kind) if f.compare and f.name not in _OMITTED)


def _node(x: Node, nodes: dict[Node, str]) -> str:
    """The digest of an expression, by those of its operands."""
    for node in topological([x]):
        if node not in nodes:
            words = [node.op.value, *(nodes[a] for a in node.args)]
            _spell(node.value, words, nodes)
            nodes[node] = blake2b("\n".join(words).encode("utf-8", "surrogatepass"), digest_size=24).hexdigest()
    return f"node {nodes[x]}"
