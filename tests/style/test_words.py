"""Pages, messages, docstrings, comments, public names and file names use the field's words, not private ones."""

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "dalembert"
WEB = SOURCE / "studio" / "web"
NAMES = {"told", "said", "asked", "road", "door", "tear", "torn", "alive", "ledger", "anew", "mended"}
INSTEAD = {
    r"told|said|asked": "given, specified, requested, by default",
    r"roads?": "method",
    r"doors?": "function, entry point",
    r"tears?|tearing|torn": "violate loop closure",
    r"alive": "interactive; live",
    r"ledgers?": "energy balance",
    r"without a word|refused (with|by)": "silently; rejected with an error that explains why",
    r"(ns|µs|ms|nanoseconds|microseconds|time) (a|of a) (state|call)": "per state, per call",
    r"what floats": "floating robots",
    r"(is|are) no (unit|number)s?": "is not a unit, is not a number",
    r"there are \d+:": "expected one of:",
    r"to say \w+=": "to pass",
    r"links alone": "links only",
    r"puts? right|mended": "fixed",
    r"anew": "again",
    r"stands? in (a|the|its) (table|row|column|entry|list|file)": "appears",
    r"(take|taken|takes) (the code )?away": "exported",
}
PRIVATE = re.compile(rf"\b(?:{'|'.join(INSTEAD)})(?!\w)", re.IGNORECASE)
EXCEPTIONS = {
    "door closers": "a door that opens",
    "wind road state": "an element of SDF",
}


def found(text: str) -> list[str]:
    for phrase in EXCEPTIONS:
        text = text.replace(phrase, "")
    return [f"{x[0]!r} in: {_around(text, x)}" for x in PRIVATE.finditer(text)]


def _around(text: str, x: re.Match[str]) -> str:
    return " ".join(text[max(0, x.start() - 40) : x.end() + 40].split())


def pages() -> Iterator[Path]:
    yield from ROOT.glob("*.md")
    yield from (ROOT / "docs").rglob("*.md")


def prose(path: Path) -> Iterator[str]:
    """The docstrings, comments and texts of a file: strings of several words, and every string of the table of sentences."""
    text = path.read_text()
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value if path.name == "english.py" or " " in node.value else ""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    yield from (x.string for x in tokens if x.type == tokenize.COMMENT)


@pytest.mark.parametrize("path", sorted(pages()), ids=lambda x: str(x.relative_to(ROOT)))
def test_page(path):
    assert not found(path.read_text())


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.toml")), ids=lambda x: str(x.relative_to(SOURCE)))
def test_table_of_sentences(path):
    assert not found(path.read_text())


def test_front_end():
    places = {path: found(path.read_text()) for suffix in ("ts", "css") for path in WEB.rglob(f"*.{suffix}")}
    assert not {path.name: x for path, x in places.items() if x and "node_modules" not in path.parts}


def test_docstrings_and_comments():
    places = {path: found("\n".join(prose(path))) for path in sorted(SOURCE.rglob("*.py"))}
    assert not {str(path.relative_to(SOURCE)): x for path, x in places.items() if x}


@pytest.mark.parametrize(
    "path", [x for x in sorted(WEB.rglob("*.ts")) if "node_modules" not in x.parts], ids=lambda x: x.name
)
def test_labels_of_the_studio(path):
    """Comments, and strings of several words; names inside the program are its own."""
    parts = re.findall(r'//[^\n]*|/\*.*?\*/|"[^"\n]*"', path.read_text(), re.DOTALL)
    assert not found("\n".join(x for x in parts if " " in x))


def test_public_names():
    names = json.loads((ROOT / "tests" / "contract" / "surface.json").read_text())
    assert not [x for x in names if NAMES & set(re.split(r"[._]", x))]


def test_file_names():
    files = (x for folder in ("src", "tests", "docs", "tools") for x in (ROOT / folder).rglob("*"))
    kept = (x for x in files if not {"node_modules", "__pycache__"} & set(x.parts))
    assert not [str(x) for x in kept if NAMES & set(re.split(r"[._-]", x.name))]


def test_a_private_word_is_found():
    assert found("Rates that tear the loops, 12 ns a state.") != []
    assert found("The spatial four-bar of door closers") == []
