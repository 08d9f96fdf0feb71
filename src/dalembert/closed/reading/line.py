r"""Where one equation of a text ends and the next begins.

tau1 = h qd1,  where h = m2 l1     two equations           a = b \\ + c     one: a sign goes on with the line before
tau1 = 0,5 qdd1                    one, 0,5 is 0.5         a = b, 5 c       refused: a comma is never a product
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from dalembert.closed.reading.alphabet import LINES, LINKS, UNIT
from dalembert.closed.reading.tokens import Token, complaint

_WRAPPING = re.compile(r"\\(?:begin|end)\{(?:" + "|".join(sorted(LINES)) + r")\*?\}")
_WORDS = re.compile(r"\\(?:text|mathrm|textrm|mbox|rm)\s*\{\s*(" + "|".join(sorted(LINKS)) + r")[\s:,]*\}")
_CUT = re.compile(
    r"\\\\(?:\s*\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm)\s*\])?|[\n;()\[\]{}]|(?<![\\\d]),|(?<=\d),(?!\d)|(?<![A-Za-z\\_])(?:"
    + "|".join(sorted(LINKS))
    + r")(?![A-Za-z_])"
)
_GOING_ON = ("+", "-", "*", "/", "=")
_SPLIT = {
    "stop": "a comma or semicolon parts equations, and what follows has no '='; a decimal is written 0.5",
    "sign": "a new line begins with a name and has no '='; begin it with the + − * or / that is meant",
}


def lines(text: str) -> list[str]:
    """Statements, as text: lines that begin with an operator, or have no equals sign, go on with the one before."""
    statements: list[str] = []
    for raw in _pieces(_WORDS.sub(r" \1 ", _WRAPPING.sub("", UNIT.sub("", text)))):
        line = re.sub(r"^(?:[\s&$]|\\q?quad(?![A-Za-z]))+", "", raw).rstrip("$& ").replace("&", "")
        begins = "=" in line.lstrip("=") and not line.startswith(("=", "+", "-", "*", "/"))
        if begins or not statements:
            statements.append(line)
        else:
            statements[-1] += " " + line
    return statements


def _pieces(text: str) -> Iterable[str]:
    """A text cut at line ends, semicolons, and at commas and words between equations."""
    start = depth = 0
    for match in _CUT.finditer(text):
        sign = match.group()
        if sign in "([{" or sign in ")]}":
            depth += 1 if sign in "([{" else -1
        elif depth <= 0 or sign.startswith(("\\\\", "\n", ";")):
            yield text[start : match.start()]
            start = match.end()
    yield text[start:]


def joined(found: list[Token], text: str, what: str = "", notes: dict[str, None] | None = None) -> list[Token]:
    """Drop line ends that do not end a statement, and equation numbers, (5), that stand apart after one.

    A line goes on with the one before if a sign stands between them, \\quad anywhere; a comma never joins anything.
    """
    lines: list[tuple[str, list[Token]]] = [("stop", [])]
    for token in found:
        if token.text == "\n":
            lines.append((token.kind, []))
        else:
            lines[-1][1].append(token)
    result: list[Token] = []
    complete = False  # whether the statement so far has an equals sign
    after = ""  # the separator before a line, the strongest of several
    for separator, line in lines:
        after = "stop" if "stop" in (after, separator) else "sign" if "sign" in (after, separator) else separator
        texts = [token.text for token in line]
        if not line or (result and len(line) == 3 and texts[::2] == ["(", ")"] and line[1].kind == "number"):
            continue
        if "=" in texts and texts[-3::2] == ["(", ")"] and line[-2].text.isdigit() and line[-3].column > line[-4].end:
            if notes is not None:
                notes[f"({line[-2].text}) is read as the number of the equation"] = None
            line, texts = line[:-3], texts[:-3]
        begins = "=" in texts[1:] and texts[0] not in _GOING_ON
        if complete and begins:
            result.append(Token("sign", "\n", line[0].column))
            complete = False
        elif result and after != "space" and not _joins(result[-1].text, texts[0], after):
            raise complaint(text, _SPLIT[after], line[0].column, what)
        complete = complete or "=" in texts
        result.extend(line)
        after = ""
    return result


def doubtful(found: list[Token]) -> list[str]:
    """A remark on [0,5*m1], two entries that may have been meant as a decimal: what stands from before its comma."""
    if len(found) < 4:
        return []
    a, comma, b, after = found
    touching = a.kind == b.kind == "number" and a.end == comma.column and comma.end == b.column
    if not touching or not a.text.isdigit() or after.text in (")", "]", "end", ",", ";", "&"):
        return []
    return [f"{a.text},{b.text} is read as two entries, {a.text} and {b.text} …; in brackets a decimal needs a point"]


def _joins(last: str, first: str, separator: str) -> bool:
    """Whether a line goes on with the one before it: a sign or a bracket says so."""
    return last in _GOING_ON or (separator == "sign" and (first in (*_GOING_ON, "(", "[", "begin") or last in "(["))
