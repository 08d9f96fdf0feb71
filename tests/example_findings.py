"""Every kind of finding, made once with example fields: `KINDS` and `made(kind)`."""

import pkgutil
import types
import typing
from dataclasses import fields, is_dataclass
from importlib import import_module

import dalembert.finding
from dalembert.finding import english
from dalembert.finding.finding import Finding, Location, Measure, Noun, Pass, Remedy

MODULES = [import_module(f"dalembert.finding.{x.name}") for x in pkgutil.iter_modules(dalembert.finding.__path__)]
SAMPLES = {
    "Argument": "q",
    "Function": "simulate",
    "RobotName": "arm",
    "JointName": "elbow",
    "LinkName": "forearm",
    "FrameName": "tool",
    "SymbolName": "m1",
    "Column": "tau_1",
    "FileName": "arm.urdf",
    "Element": "<inertial>",
    "Identifier": "name",
    "Given": "'x'",
    "Source": "tau1 = q1",
    "External": "no space left on device",
    "Unit": "m",
}


def kinds():
    found = {}
    for module in MODULES:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Finding) and value.__module__ == module.__name__:
                found[value.__name__] = value
    bases = {base for kind in found.values() for base in kind.__mro__[1:]}
    return {name: kind for name, kind in sorted(found.items()) if kind not in bases or name in english.SENTENCES}


KINDS = kinds()


def sample(hint, name="", depth=0):
    """A value of an annotated type."""
    if isinstance(hint, typing.NewType):
        if hint.__name__ == "Formula":
            return sample_formula(hint)
        return SAMPLES[hint.__name__]
    if hint is Noun:
        entry = english.SENTENCES.get(name.partition(".")[0])
        return Noun(next(iter(entry)) if isinstance(entry, dict) else "joint")
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        if depth > 1 and types.NoneType in args:
            return None
        return sample(next(x for x in args if x is not types.NoneType), name, depth)
    if origin is typing.Literal:
        return args[0]
    if origin is tuple:
        several = [x for x in args if x is not Ellipsis]
        return tuple(
            sample(several[k % len(several)], name, depth) for k in range(2 if Ellipsis in args else len(several))
        )
    if hint is bool:
        return True
    if hint is int:
        return 2
    if hint is float:
        return 0.31
    if hint is Measure:
        return Measure(0.31, "s")
    if hint is Location:
        return Location("arm.urdf", 12)
    if hint is Remedy:
        return Pass("limits", "False")
    if isinstance(hint, type) and hasattr(hint, "__members__"):
        return next(iter(hint))
    if hint is Finding or (isinstance(hint, type) and issubclass(hint, Finding) and not fields(hint)):
        return made(KINDS["NotFinite"])
    if isinstance(hint, type) and is_dataclass(hint):
        return made(hint, depth + 1)
    if isinstance(hint, type):
        return sample_formula(hint)
    raise TypeError(f"no sample for {name}: {hint}")


def sample_formula(hint):
    from dalembert.typeset.tree import Symbol

    return Symbol("q", "q")


def made(kind, depth=0):
    hints = typing.get_type_hints(kind)
    return kind(**{x.name: sample(hints[x.name], f"{kind.__name__}.{x.name}", depth) for x in fields(kind)})
