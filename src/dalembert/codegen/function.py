"""Functions for code generation: a tape (a straight-line program), and the names and shapes of its inputs and outputs.

Several graphs with common inputs are merged into one function, so that common subexpressions are computed only once.
Names come from robot files and can contain any characters. `identifiers` converts these names to valid identifiers in
every target language and avoids all keywords. `KEYWORDS` contains the keywords of C, C++, CUDA, Rust, Julia, Python,
MATLAB, JavaScript and the WebAssembly text format. `KEYWORDS` also contains macros of common headers and the library
functions that generated code calls. Comparisons of names are case-insensitive.

`Stepping` describes a one-step integration method. The stage of a method maps (x, k, acc, u, [a, b]) to (k', acc'),
where a and b are products of the step h and entries of the Butcher table. A step starts with acc = x, runs the stages,
and ends with x = acc. The value of k is carried over to the next step. The optional function `finish`, x -> x', is
applied at the end of a step.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dalembert import finding
from dalembert.codegen.tape import ArrayShape, GraphInputs, GraphOutputs, TapeFunction, labelled, tape_of
from dalembert.finding.finding import Identifier, Noun
from dalembert.graph import Node, Scalar

_KEYWORDS = """
abstract alignas alignof and and_eq any arguments array as asm assert async atan2 atomic auto await base become
bitand bitor bool boolean box break byte case catch ceil char char16_t char32_t char8_t class classdef co_await
co_return co_yield compl complex concept const const_cast const_eval consteval constexpr constinit continue cos cosf
crate debugger declare decltype def default del delete device dim3 do double dyn dynamic_cast e elif else elseif end
enum errno error eval except exit exp expf explicit export extends extern f32 f64 fabs fabsf false final finally
float float32 float64 floor fn for friend from function global goto host i if imag impl implements import in
infinity inline instanceof int interface is isfinite isnan j kernel lambda let linux local long loop macro main
match math max memory min mod module move mut mutable namespace nan nargin nargout native new nil noexcept none
nonlocal not not_eq np null nullptr number numpy object operator or or_eq otherwise out override package parfor pass
persistent pi pow print printf priv private protected pub public pure quote raise real ref register reinterpret_cast
requires restrict return sample self shared short sign signed sin sincos sinf sizeof spmd sqrt sqrtf static
static_assert static_cast status std str string struct super switch symbol synchronized tanh tanhf template test
this thread_local throw throws trait transient true try type typedef typeid typename typeof undef undefined union
unix unsafe unsigned unsized use using var varargin varargout virtual void volatile wchar_t where while with xor
xor_eq yield
"""
KEYWORDS = frozenset(_KEYWORDS.split())
# outputs: the loop-closure error of q, the squared error of the rates, and a pivot that is near 0 at a singularity
CHECKS = GAP, DRIFT, PIVOT = "gap", "drift", "pivot"

_LONGEST = 40


def function(name: str, parts: Sequence[tuple[GraphInputs, GraphOutputs]]) -> TapeFunction:
    """Merge several graphs into one function. Inputs with the same name are merged into one input."""
    given: dict[str, tuple[ArrayShape, tuple[Node, ...]]] = {}
    for own, _ in parts:
        for label, shape, nodes in own:
            if given.setdefault(label, (tuple(shape), tuple(nodes))) != (tuple(shape), tuple(nodes)):
                raise finding.Repeated(Noun("input"), Identifier(label)).error()
    wanted = [x for _, outputs in parts for x in outputs]
    inputs = [(label, *x) for label, x in given.items()]
    return TapeFunction(
        name,
        tape_of(inputs, wanted),
        labelled(inputs),
        labelled(wanted),
    )


def identifiers(names: Iterable[str], reserved: Collection[str] = ()) -> dict[str, str]:
    """Map each name to a distinct identifier of ASCII letters, digits and single underscores. Reserved words are
    avoided."""
    taken = {x.lower() for x in reserved}
    found: dict[str, str] = {}
    for name in names:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        word = re.sub(r"[^0-9A-Za-z]+", "_", plain)[:_LONGEST].strip("_")
        word = word if word[:1].isalpha() else f"x_{word}".rstrip("_")
        number, chosen = 1, word
        while chosen.lower() in taken:
            number += 1
            chosen = f"{word}_{number}"
        taken.add(chosen.lower())
        found[name] = chosen
    return found


class StateBlock(NamedTuple):
    """Contiguous block of the state vector, which contains entries `start` to `stop` − 1."""

    name: str
    start: int
    stop: int


@dataclass(frozen=True)
class Stepping:
    """One-step integration method: its stage, its Butcher table, the function applied at the end of a step, and the
    state layout."""

    name: str
    stage: TapeFunction
    table: tuple[tuple[float, float], ...]
    finish: TapeFunction | None = None
    state: tuple[StateBlock, ...] = ()

    @property
    def parts(self) -> tuple[TapeFunction, ...]:
        """Functions of the integration method: the stage and, if present, the function applied at the end of a step."""
        return (self.stage,) if self.finish is None else (self.stage, self.finish)

    @property
    def states(self) -> int:
        """Number of entries of the state x."""
        return self.stage.inputs[0].columns

    @property
    def inputs(self) -> int:
        """Number of entries of the input u."""
        return self.stage.inputs[3].columns


def one_step(
    name: str,
    given: Sequence[Sequence[Node]],
    wanted: Sequence[Sequence[Scalar]],
    table: Sequence[tuple[float, float]],
    finish: Sequence[Scalar] | None = None,
    state: Sequence[StateBlock] = (),
) -> Stepping:
    """Build the integration method whose stage maps x, k, acc, u and [a, b] to k' and acc'."""
    inputs = [(x, (len(nodes),), nodes) for x, nodes in zip(("x", "k", "acc", "u", "ab"), given, strict=True)]
    outputs = [(x, (len(entries),), entries) for x, entries in zip(("rate", "total"), wanted, strict=True)]
    last = None if finish is None else function("finish", [(inputs[:1], [("value", (len(finish),), finish)])])
    return Stepping(name, function("stage", [(inputs, outputs)]), tuple(table), last, tuple(state))
