"""The table of targets: what `export_code` and `dalembert codegen` can write. A new one is a file beside and a row here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from dalembert.codegen.packages.target import Target
from dalembert.errors import UnknownName, did_you_mean


@dataclass(frozen=True)
class Row:
    """`module` of this folder has the function `package`; `words` say what is written, `options` what it takes besides."""

    module: str
    words: str
    options: tuple[str, ...] = ()

    @property
    def target(self) -> Target:
        found: Target = import_module(f"dalembert.codegen.packages.{self.module}").package
        return found


TARGETS: dict[str, Row] = {
    "c": Row("c", "C99: a header, a source without allocation, a self-test"),
}


def row(name: str) -> Row:
    """The target of this name."""
    if not isinstance(name, str) or name not in TARGETS:
        raise UnknownName(f"there is no target '{name}'{did_you_mean(str(name), TARGETS, most=40)}")
    return TARGETS[name]
