"""Findings: messages of the program as data.

A finding is a frozen dataclass. The fields of a finding are typed identifiers, numbers with units, formulas and
locations in files, but not sentences. The function `sentence` formats a finding as text. Each language has a table of
sentences whose keys are the class names (`english.toml`). A sentence can contain the placeholders

    {field}            the field, formatted by its type: 'elbow' for a joint, 0.31 s for a measure, a, b for a tuple
    {field!s}          the field without quotation marks
    {field:.3g}        a number, a measure with its unit, or a tuple of these; {field:%} a percentage
    {field:?a @|b}     a if the field has a value, with the field in place of @; b if it is None, False or empty
    {field:a|b}        a if the number, or the number of entries, is 1, otherwise b
    {field:8}          the first eight entries and the number of the others; {field:#} the number of entries;
                       {field:or} a, b or c; {field:(@)} (a) and (b)
    {known:~name}      the nearest name of `known` to the field `name`, or the first of them

Alternatives can contain placeholders. A table entry can also contain several sentences, one of which is selected by the
first noun or enumeration of the finding. All other sentences are functions in `english.py`, which take a finding and
its formatted fields. A formula in a sentence is LaTeX between dollar signs. An output surface (Python, command line,
report, studio) determines how arguments, functions, formulas and remedies are displayed. The sentences are the same for
all output surfaces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from dalembert.namespace import Kind
from dalembert.typeset.label import printable, shown

Argument = NewType("Argument", str)  # parameter of a public function; the command line shows the option that sets it
Function = NewType("Function", str)  # public function, without the package's name
RobotName = NewType("RobotName", str)
JointName = NewType("JointName", str)
LinkName = NewType("LinkName", str)
FrameName = NewType("FrameName", str)
SymbolName = NewType("SymbolName", str)
Column = NewType("Column", str)  # of a log or a table
FileName = NewType("FileName", str)
Element = NewType("Element", str)  # element or attribute of a robot file, as written there
Identifier = NewType("Identifier", str)  # any other name that a person chose
Given = NewType("Given", str)  # what was passed instead, made fit for a message by `given`
Source = NewType("Source", str)  # text that a person wrote and the program quotes: an equation, a line of a file
External = NewType("External", str)  # message of another program: operating system, compiler, LLVM, xacro
Unit = NewType("Unit", str)
Joints = tuple[JointName, ...]
Links = tuple[LinkName, ...]
Symbols = tuple[SymbolName, ...]
Arguments = tuple[Argument, ...]
Columns = tuple[Column, ...]
Names = tuple[Identifier, ...]
Shape = tuple["int | str", ...]  # of an array: numbers, or letters such as N


class Noun(str):
    """Word or phrase in a message: a key of the language's table of nouns, or the word itself."""


# why a part of a robot file is not read
NO_EFFECT = Noun("no effect on the dynamics")
UNKNOWN = Noun("unknown part")
SOFT = Noun("soft in MuJoCo")
SIMULATED = Noun("acts in a simulator")
INPUTS = Noun("inputs")
SERVOS = Noun("servos")
CARRIED = Noun("carried weight")
PLUGINS = Noun("plugins")
UNEXPANDED = Noun("unexpanded macros")
IGNORED = Noun("ignored on request")
NOTED = (NO_EFFECT, SOFT, CARRIED, INPUTS, SERVOS, PLUGINS)  # notes; the other reasons are warnings


class _Record(metaclass=Kind):  # dataclasses would compile these methods again for each of hundreds of classes
    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={x!r}' for name, x in vars(self).items())})"


class Measure(_Record):
    """Number with its unit. The unit of a pure number is "1"."""

    value: float
    unit: Unit = Unit("1")


def seconds(t: float) -> Measure:
    """Convert a time in seconds to a `Measure`."""
    return Measure(float(t), Unit("s"))


class Location(_Record):
    """Location in a file. Lines and columns count from 1."""

    file: FileName
    line: int | None = None
    column: int | None = None


class Remedy(_Record):
    """Suggested action by which the user can resolve a problem. The format of the action depends on the output
    surface."""


class Pass(Remedy):
    """Advice to pass an argument, with a value if it is known."""

    argument: Argument
    value: Given | None = None


class PassEntry(Remedy):
    """Advice to pass an entry of an argument, either with a key, as in packages={'arms': …}, or without a key, as in
    ignore=['fluid'].

    The argument `arguments` represents keyword arguments with arbitrary names, such as the arguments of a xacro file.
    """

    argument: Argument
    key: Identifier | None = None
    value: Given | None = None


class Omit(Remedy):
    """Advice to omit an argument."""

    argument: Argument


class Bind(Remedy):
    """Advice to assign numbers to the symbols of a robot."""

    symbols: Symbols


class Call(Remedy):
    """Advice to call a public function or a method of the robot (`robot.rigid`), first or instead."""

    function: Function
    instead: bool = False


class Install(Remedy):
    """Advice to install a package, or an optional dependency group of this package."""

    package: Identifier


class Edit(Remedy):
    """Advice to edit the robot file. `action` is a key of the table of nouns ("remove it", "write"), and `value` is the
    text to write."""

    action: str
    value: Given | None = None


class Finding(_Record):
    """Base class of all messages. If a message refers to a location in a file, this location is stored in the field
    `at` and precedes the sentence."""

    def __str__(self) -> str:
        return sentence(self)


class Message(Finding):
    """Message of an error that a user-defined function raised."""

    text: External


def given(value: object, most: int = 60) -> Given:
    """Format a rejected value as one short printable line."""
    if isinstance(value, str):
        return Given(repr(value if len(value) <= most else value[:most] + "…"))
    text = str(value)
    one = "".join(c if c.isprintable() else " " for c in text[: most + 1])
    return Given(one if len(one) <= most else one[:most] + "…")


Sentence = str | Mapping[str, str] | Callable[[Any, Any], str]
_QUOTED = ("RobotName", "JointName", "LinkName", "FrameName", "Column", "FileName", "Identifier", "Source")


@dataclass(frozen=True, eq=False)
class Surface:
    """Output surface, which determines how arguments, functions, formulas and remedies appear in messages.

    The base class formats everything in words, without Python code or command-line options. The studio and web pages
    use the base class.
    """

    def argument(self, name: str) -> str:
        return name

    def function(self, name: str) -> str:
        """Return the name of a function in words, such as "inverse kinematics" for `kinematics.inverse_kinematics`."""
        return name.rpartition(".")[2].replace("_", " ")

    def formula(self, tree: Any) -> str:
        """Format a formula (a tree of `typeset.tree`) for a sentence."""
        from dalembert.typeset.text import Text

        return Text().math(tree)

    def words(self, text: str) -> str:
        """Render the formulas between dollar signs in a sentence. The base class renders formulas as plain text."""
        from dalembert.typeset.text import Text

        return Text().inline(text) if "$" in text else _unquoted(text)

    def remedy(self, remedy: Remedy) -> str:
        match remedy:
            case Pass(argument, value):
                return f"Set {self.argument(argument)} to {value}." if value else f"Specify {self.argument(argument)}."
            case PassEntry("arguments", key, value):
                return f"Set {key} to {value}." if value else f"Specify {key}."
            case PassEntry(argument, key, value):
                return f"Add {' '.join(x for x in (key, value) if x)} to {self.argument(argument)}."
            case Omit(argument):
                return f"Omit {self.argument(argument)}."
            case Bind(symbols):
                return f"Assign values to {', '.join(symbols[:3])}."
            case Call(function, instead):
                return f"{'Use' if instead else 'Apply'} {self.function(function)} {'instead' if instead else 'first'}."
            case Install(package):
                return f"Install the Python package {package}."
            case Edit(action, value):
                words = default_language().nouns.get(action, action)
                return f"{words[0].upper()}{words[1:]}{'' if value is None else f' {value}'}."
        raise TypeError(type(remedy).__name__)


class Python(Surface):
    """Output surface for Python, where messages show arguments and calls as code."""

    def function(self, name: str) -> str:
        return name

    def remedy(self, remedy: Remedy) -> str:
        match remedy:
            case Pass(argument, value):
                return f"Pass {argument}={value or '…'}."
            case PassEntry("arguments", key, value):
                return f"Pass {key}={value or '…'}."
            case PassEntry(argument, None, value):
                return f"Pass {argument}=['{value}']."
            case PassEntry(argument, key, value):
                return f"Pass {argument}={{'{key}': {value or '…'}}}."
            case Bind(symbols):
                return f"Assign values with robot.bind({', '.join(f'{x}=…' for x in symbols[:3])})."
            case Call(function, instead):
                return f"Use {function} instead." if instead else f"Call {function} first."
            case Install(package):
                return f"Install it with: pip install '{package}'."
        return super().remedy(remedy)


class PageSurface(Surface):
    """Output surface for pages, where formulas are LaTeX between dollar signs."""

    def formula(self, tree: Any) -> str:
        from dalembert.typeset.latex import Latex

        return f"${Latex().math(tree).replace('mathit', 'mathrm')}$"

    def words(self, text: str) -> str:
        return text


PYTHON = Python()
SCREEN = Surface()
PAGE = PageSurface()


@dataclass(frozen=True, eq=False, repr=False)
class Language:
    """Tables of the sentences and words of a language."""

    sentences: Mapping[str, Sentence]
    nouns: Mapping[str, str]
    consequences: Mapping[str, str]  # why a finding about a model matters, by kind or by violated inequality


@cache
def default_language() -> Language:
    """Return the tables of the English language, which are read on first use."""
    from dalembert.finding.english import CONSEQUENCES, NOUNS, SENTENCES

    return Language(SENTENCES, NOUNS, CONSEQUENCES)


def sentence(finding: Finding, surface: Surface = PYTHON, language: Language | None = None) -> str:
    """Format a finding as a sentence, followed by its remedy. The default language is English."""
    return printable(surface.words(_sentence(finding, surface, language or default_language())))


def _sentence(finding: Finding, surface: Surface, language: Language) -> str:
    """Format a finding as a sentence, with formulas as LaTeX between dollar signs."""
    kind = type(finding)
    hints = get_type_hints(kind)
    shown = {x.name: _shown_field(getattr(finding, x.name), hints[x.name], surface, language) for x in fields(finding)}
    entry = language.sentences[kind.__name__]
    if isinstance(entry, Mapping):
        entry = next(
            entry[str(x.value)] for x in shown.values() if isinstance(x.value, Noun | Enum) and x.value in entry
        )
    wording = entry(finding, SimpleNamespace(**shown)) if callable(entry) else _Sentence(shown, language).filled(entry)
    if getattr(finding, "at", None) is not None:
        place = f"{shown['at']}: "
        wording = place + wording.replace(place, "")  # a cause can be in the same line
    remedy = getattr(finding, "remedy", None)
    if remedy is not None:
        wording = f"{wording}{'' if wording.endswith(('.', '?')) else '.'} {_quoted(surface.remedy(remedy))}"
    return wording


@dataclass(frozen=True, eq=False, repr=False)
class _Shown:
    """Formatted field of a message: its value, its text and, for a tuple, the texts of its entries."""

    value: Any
    text: str
    entries: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text

    @property
    def raw(self) -> _Shown:
        """Text of the field without quotation marks."""
        entries = tuple(map(str, self.value)) if isinstance(self.value, tuple) else (str(self.value),)
        return _Shown(self.value, _quoted(", ".join(entries)), tuple(map(_quoted, entries)))


@dataclass(frozen=True, eq=False, repr=False)
class _Sentence:
    """Formatter that replaces the placeholders of a sentence with the fields of a finding."""

    shown: Mapping[str, _Shown]
    language: Language

    def filled(self, template: str) -> str:
        from string import Formatter

        parts = []
        for words, name, spec, conversion in Formatter().parse(template):
            parts.append(words)
            if name:
                field = self.shown[name].raw if conversion == "s" else self.shown[name]
                parts.append(self._placed(field, spec or ""))
        return "".join(parts)

    def _placed(self, x: _Shown, spec: str) -> str:
        value, many = x.value, isinstance(x.value, tuple)
        if spec.startswith("?"):
            there, absent = _alternatives(spec[1:])
            missing = value is None or value is False or (isinstance(value, (tuple, str)) and not value)
            return self.filled(absent) if missing else self.filled(there).replace("@", x.text)
        if value is None:
            return ""
        if "|" in spec:
            one, several = _alternatives(spec)
            return self.filled(one if (len(value) if many else value) == 1 else several)
        if spec.startswith("~"):
            return self._known(value, self.shown[spec[1:]].value)
        if "@" in spec:
            return self._listed([self.filled(spec).replace("@", y) for y in x.entries], "and")
        if spec in ("and", "or"):
            return self._listed(x.entries, spec)
        if spec.isdigit():
            return self._first(x.entries, int(spec))
        if spec:
            return str(len(value)) if spec == "#" else ", ".join(_number(y, spec) for y in (value if many else [value]))
        return x.text

    def _word(self, key: str) -> str:
        return self.language.nouns.get(key, key)

    def _listed(self, entries: Sequence[str], word: str) -> str:
        *first, last = entries or ("",)
        return f"{', '.join(first)} {self._word(word)} {last}" if first else last

    def _first(self, entries: tuple[str, ...], most: int) -> str:
        more = f" {self._word('and')} {len(entries) - most} {self._word('more')}" if len(entries) > most else ""
        return ", ".join(entries[:most]) + more

    def _known(self, names: tuple[str, ...], name: str) -> str:
        import difflib

        near = difflib.get_close_matches(name, names, n=1)
        hint = self._word("did you mean").format(near[0]) if near else "."
        return f"{hint} {self._word('expected')} {self._first(names, 40)}" if names else hint


def _alternatives(spec: str) -> tuple[str, str]:
    """Split a|b at the first | outside of placeholders. The part b is optional."""
    depth = 0
    for k, sign in enumerate(spec):
        depth += (sign == "{") - (sign == "}")
        if sign == "|" and not depth:
            return spec[:k], spec[k + 1 :]
    return spec, ""


def _number(x: Any, spec: str) -> str:
    """Format a number or measure. The format % gives a percentage with two significant digits."""
    from dalembert.typeset.number import percent

    if isinstance(x, Measure):
        return f"{x.value:{spec}}" + ("" if x.unit == "1" else f" {x.unit}")
    return percent(x) if spec == "%" else f"{x:{spec}}"


def _shown_field(value: Any, hint: Any, surface: Surface, language: Language) -> _Shown:
    """Format a field and return the field together with its text."""
    inner = _inner(hint)
    entries = tuple(_show(x, inner, surface, language) for x in value) if isinstance(value, tuple) else ()
    return _Shown(value, _show(value, hint, surface, language), entries)


def _present(hint: Any) -> Any:
    """Return the annotated type of a field that is not None. In a union, this is the first type."""
    if get_origin(hint) in (Union, UnionType):
        return next(x for x in get_args(hint) if x is not NoneType)
    return hint


def _inner(hint: Any) -> Any:
    """Return the annotated type of the entries of a tuple."""
    return next((x for x in get_args(_present(hint)) if x is not Ellipsis), object)


def _show(value: Any, hint: Any, surface: Surface, language: Language) -> str:
    """Format a field as text, according to its annotated type."""
    if value is None or isinstance(value, Remedy):  # the remedy comes last, in the words of the surface
        return ""
    if isinstance(value, tuple):
        inner = _inner(hint)
        if inner == int | str or inner is int:
            return f"({', '.join(map(str, value))}{',' if len(value) == 1 else ''})"
        return ", ".join(_show(x, inner, surface, language) for x in value)
    name = "Noun" if isinstance(value, Noun) else getattr(_present(hint), "__name__", "")
    if name == "Argument":
        return surface.argument(value)
    if name == "Function":
        return surface.function(value)
    if name == "Noun" or (name == "Unit" and value == "1"):
        return language.nouns.get(value, value)
    if name in _QUOTED:
        return _quoted(f"'{shown(value, 200)}'")
    if isinstance(value, Measure):
        return _number(value, ".6g")
    if isinstance(value, Location):
        return ":".join(shown(x, 200) for x in (value.file, value.line, value.column) if x is not None)
    if isinstance(value, Finding):
        return _sentence(value, surface, language)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (str, int)):
        return _quoted(shown(value, 500))
    return surface.formula(value)


def _quoted(text: str) -> str:
    """Escape text from users or files so that it does not start a formula or a reference."""
    return text.replace("$", "＄").replace("@", "＠")


def _unquoted(text: str) -> str:
    """Remove the escapes that `_quoted` added."""
    return text.replace("＄", "$").replace("＠", "@")
