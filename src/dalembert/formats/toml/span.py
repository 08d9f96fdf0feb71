"""Where the values of a TOML file stand in its text, so that one can be changed and the rest stays as it is.

    ("links", 2, "com", 0)   the first number of com of the third [[links]], from its first character to behind its last

The text has been read by a TOML reader before: it is known to be well-formed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from dalembert.errors import BadFile

Path = tuple[str | int, ...]
_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_KEY = re.compile(r"""\s*(?:([A-Za-z0-9_-]+)|"((?:[^"\\]|\\.)*)"|'([^']*)')\s*(\.?)""")
_TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"""+|\'\'\'.*?\'\'\'+|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
)  # all four kinds of strings
_PLAIN = re.compile(r"[^\s,\]}#]+")


@dataclass
class Spans:
    """The values of a text by their path, and the table that each statement stands in."""

    text: str
    values: dict[Path, tuple[int, int]] = field(default_factory=dict)
    last: dict[Path, tuple[int, int]] = field(default_factory=dict)  # a table's header, then its last statement
    changes: list[tuple[int, int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        counts: dict[Path, int] = {}
        table: Path = ()
        at = self._blank(1 if self.text.startswith("\ufeff") else 0)
        while at < len(self.text):
            start = at
            if self.text[at] == "[":
                many = self.text.startswith("[[", at)
                keys, at = self._key(at + 1 + many)
                at = self.text.index("]", at) + 1 + many
                table = ()
                for k, key in enumerate(keys):
                    table = (*table, key)
                    if many and k == len(keys) - 1:
                        counts[table] = counts.get(table, -1) + 1
                    if table in counts:
                        table = (*table, counts[table])
            else:
                keys, at = self._key(at)
                at = self._value(self.text.index("=", at) + 1, (*table, *keys))
            self.last[table] = (start, at)
            at = self._blank(at)

    def put(self, path: Path, value: str) -> None:
        """Give a key of a table this value, in place or as a new statement."""
        if path in self.values:
            self.changes.append((*self.values[path], value))
            return
        table, key = path[:-1], path[-1]
        if table in self.values:  # { … }
            start, stop = self.values[table]
            inside = self.text[start + 1 : stop - 1]
            at = start + 1 + len(inside.rstrip())
            self.changes.append((at, at, f"{',' if inside.strip() else ''} {key} = {value}"))
        elif table in self.last or table[:-1] in self.last:
            if table not in self.last:  # drive.damping = …: the table is only in the names of its keys
                table, key = table[:-1], f"{table[-1]}.{key}"
            start, at = self.last[table]
            indent = self.text[self.text.rfind("\n", 0, start) + 1 : start]
            line = "\r\n" if "\r\n" in self.text else "\n"
            end = self.text.find("\n", at)
            end = len(self.text) if end < 0 else end - (line == "\r\n")
            self.changes.append((end, end, f"{line}{indent}{key} = {value}"))
        else:
            raise BadFile(f"'{'.'.join(map(str, path))}' is written in a way that cannot be changed in place")

    def put_all(self, table: Path, values: Mapping[str, str]) -> None:
        for key, value in values.items():
            self.put((*table, key), value)

    def changed(self) -> str:
        """The text with its changes."""
        parts, at = [], 0
        for start, stop, new in sorted(self.changes, key=lambda x: x[:2]):
            parts += [self.text[at:start], new]
            at = stop
        return "".join([*parts, self.text[at:]])

    def _blank(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    def _key(self, at: int) -> tuple[Path, int]:
        keys: list[str] = []
        while found := _KEY.match(self.text, at):
            keys.append(next(x for x in found.groups()[:3] if x is not None))
            at = found.end()
            if not found[4]:
                break
        return tuple(keys), at

    def _value(self, at: int, path: Path) -> int:
        """Note the value that begins here and all inside it; the place behind it."""
        start = at = self._blank(at)
        if self.text[at] in "[{":
            close = "]" if self.text[at] == "[" else "}"
            k, at = 0, self._blank(at + 1)
            while self.text[at] != close:
                inner: Path = (k,)
                if close == "}":
                    inner, at = self._key(at)
                    at = self.text.index("=", at) + 1
                at = self._blank(self._value(at, (*path, *inner)))
                at = self._blank(at + 1) if self.text[at] == "," else at
                k += 1
            at += 1
        else:
            found = (_TEXT if self.text[at] in "\"'" else _PLAIN).match(self.text, at)
            at = found.end() if found else at + 1
        self.values[path] = (start, at)
        return at
