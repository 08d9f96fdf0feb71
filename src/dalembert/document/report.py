"""Reports on robots: `report(robot, "arm.pdf")` selects the sections, fits the contents to the page and writes the
file.

If the equations of motion are short, a report shows the figure and the symbols, the equations and their properties, the
derivation, torques along a motion, and proofs. For long equations, a report shows the main results and the figure, the
structure of the equations, the model, the base parameters, the structure of the mass matrix, torques and proofs. In
this case, a separate text file contains the full equations.

Reports are written as .pdf, .html, .tex, .md or .ipynb. Equations and derivations can also be written as .typ or .txt.
Typst compiles the PDF in an empty directory, so a document cannot read any files. Expressions that are too long for a
page are written to NAME-equations.txt with all digits, in a format that `check` can parse. A table that is too wide is
split into several tables, which repeat the first column. A table is truncated after 100 rows, with the total number of
rows in the caption. Long lines of Python code are broken after commas inside brackets, and long strings are split.
"""

from __future__ import annotations

import io
import os
import re
import tempfile
import textwrap
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

from dalembert import atomic_file, finding
from dalembert.argument import FilePath, instance, known, optional
from dalembert.boundary import RobotLike, as_robot
from dalembert.closed.derive import METHOD_NAMES, Derivation, Method
from dalembert.closed.equations import Equations
from dalembert.closed.reading.lexer import LONGEST
from dalembert.document import base_parameters_and_inertia, model_tables, notebook, plot, summary, torques
from dalembert.document.facts import STEP_TERMS, Facts, ReportRequest
from dalembert.document.facts import start as start_of
from dalembert.document.plot import Picture
from dalembert.drawing.chart import prefixed
from dalembert.errors import DalembertError, printable, shown
from dalembert.finding.finding import External, FileName, Identifier, Noun, RobotName
from dalembert.progress import Progress
from dalembert.quantity import count
from dalembert.robot.model import Robot
from dalembert.typeset import fonts
from dalembert.typeset.block import Beside, Block, Blocks, Code, Document, Items, Passage, Section, Table, Words
from dalembert.typeset.label import distinct
from dalembert.typeset.languages import language
from dalembert.typeset.latex_parser import INLINE, renamed
from dalembert.typeset.number import significant, whole

if TYPE_CHECKING:
    from dalembert.identification.fit import Fit

_LETTER = 5.4  # pt, width of a letter of code on paper
_INDENT = "    "


def columns(width: float | None) -> int:
    """Return the number of code characters per line for a page width in points."""
    return int((width or 425.0) / _LETTER)


def folded(lines: list[str], most: int) -> list[str]:
    """Break long lines of Python code inside brackets."""
    return [part for text in lines for line in text.split("\n") for part in _line(line, most)]


def _line(line: str, most: int) -> Iterator[str]:
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(line).readline))
    except (tokenize.TokenError, SyntaxError):  # not a line of Python
        tokens = []
    if len(line) <= most or not tokens:
        yield line
        return
    now = ""
    for piece in _pieces(line, tokens, most - len(_INDENT)):
        if now.strip() and len(now + piece.rstrip()) > most:
            yield now.rstrip()
            now = _INDENT + piece.lstrip()
        else:
            now += piece
    yield now.rstrip()


def _pieces(line: str, tokens: list[tokenize.TokenInfo], most: int) -> Iterator[str]:
    """Yield the parts of a code line between possible line breaks inside brackets."""
    depth, done = 0, 0
    for token in tokens:
        end = token.end[1]
        if token.type == tokenize.OP:
            depth += (token.string in "([{") - (token.string in ")]}")
        if depth and token.type == tokenize.OP and token.string in ",([{":
            yield line[done:end]
            done = end
        elif depth and token.type == tokenize.STRING and len(token.string) > most and token.string[0] in "'\"":
            yield line[done : token.start[1]]
            yield from _texts(token.string, most)
            done = end
    yield line[done:]


def _texts(literal: str, most: int) -> Iterator[str]:
    """Split a string literal into several adjacent literals without splitting an escape sequence."""
    quote, inside = literal[0], literal[1:-1]
    while len(inside) > most - 2:
        cut = most - 2
        while cut > 1 and "\\" in inside[max(0, cut - 10) : cut]:
            cut -= 1
        yield f"{quote}{inside[:cut]}{quote} "
        inside = inside[cut:]
    yield f"{quote}{inside}{quote}"


_MOST = 100  # largest number of rows of a table
_GAP = 8.0  # pt between two columns
# pt, width of a character; LaTeX writes missing characters as U+94FE
_NARROW, _SMALL, _FIGURE, _CAPITAL, _FOREIGN = 2.9, 4.3, 4.75, 6.4, 28.0
_MARKUP = re.compile(r"[${}_^\\]|(?<=\\)[a-z]+")


def fitted(x: Table, width: float | None) -> Iterator[Table]:
    """Split a table that is wider than the page, and truncate it after 100 rows."""
    if len(x.rows) > _MOST:
        left = f"The first {_MOST} of {len(x.rows)} rows."
        x = replace(x, rows=x.rows[:_MOST], caption=f"{x.caption} {left}".strip())
    yield from _narrowed(x, width)


def _narrowed(x: Table, width: float | None) -> Iterator[Table]:
    """Split a table into parts that fit on a page of the given width in points.

    Tables with wrapped text are not split.
    """
    taken = [max(map(_wide, texts)) + _GAP for texts in x.columns]
    room = (width or 425.0) + _GAP
    if not x.align or sum(taken) <= room:
        yield x
        return
    part: list[int] = []
    caption = x.caption
    for k in range(1, len(taken)):
        if part and taken[0] + sum(taken[i] for i in part) + taken[k] > room:
            yield _column_width(x, [0, *part], caption)
            part, caption = [], "Continued."
        part.append(k)
    yield _column_width(x, [0, *part], caption)


def _column_width(x: Table, columns: list[int], caption: str) -> Table:
    head, *rows = (tuple(row[k] for k in columns) for row in (x.head, *x.rows))
    kinds = tuple(x.kinds[k] for k in columns) if x.kinds else ()
    return replace(
        x, head=head, rows=tuple(rows), caption=caption, align="".join(x.align[k] for k in columns), kinds=kinds
    )


def _wide(text: str) -> float:
    """Estimate the width of a table cell in points."""
    return sum(map(_advance, _MARKUP.sub("", text)))


def _advance(letter: str) -> float:
    if letter in "ijltfr.,;:'|()[] \u00a0/":
        return _NARROW
    if letter.isdigit():
        return _FIGURE
    if letter.islower():
        return _SMALL
    return _FOREIGN if letter > "\u2e7f" else _CAPITAL


_TITLE = 32  # largest length of a name in the title
_CURVES = 8  # largest number of curves in one plot
_COUNTED = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "coriolis_vector", "gravity_vector", "jacobian")


def content(facts: Facts, announce: Callable[[float, str], None] = lambda *_: None) -> Document:
    """Create the complete report as a document.

    `announce` is called with the completed fraction and the name of the next section.
    """
    announce(0.0, "equations and proofs")
    parts = list(_parts(facts))
    numbers = {title: str(k) for k, (title, _) in enumerate(parts, 1)}
    announce(0.3, "survey")
    blocks: list[Block] = [*_laid(summary.top(facts, numbers), facts)]
    for k, (title, make) in enumerate(parts, 1):
        announce(0.3 + 0.5 * k / len(parts), title.lower())
        blocks.append(Section(title, 1, numbers[title]))
        try:
            blocks.extend(_laid(make(numbers), facts))
        except DalembertError as reason:
            blocks.append(Words(f"Omitted: {reason}"))
    title = f"Dynamics of {distinct([facts.robot.name], _TITLE)[0].replace('_', ' ')}"
    letters = facts.request.style.get("symbols") or {}
    return Document(title, tuple(_lettered(x, letters) for x in blocks), summary.subtitle(facts), summary.foot())


def _laid(blocks: Blocks, facts: Facts) -> Blocks:
    for block in blocks:
        yield from fitted(block, facts.request.width) if isinstance(block, Table) else (block,)


def _lettered(x: Block, letters: Mapping[str, str]) -> Block:
    """Replace symbols in a block by the letters that the user chose."""

    def sentence(text: str) -> str:
        return INLINE.sub(lambda found: renamed(found[0], letters), text)

    match x:
        case Words(text, True):
            return replace(x, text=sentence(text))
        case Items(items):
            return replace(x, items=tuple(sentence(y) for y in items), lead=sentence(x.lead))
        case Table(head, rows, formulas=True):
            written = tuple(tuple(sentence(y) for y in row) for row in rows)
            return replace(x, head=tuple(sentence(y) for y in head), rows=written, caption=sentence(x.caption))
        case Beside():
            left, right = (tuple(_lettered(y, letters) for y in side) for side in (x.left, x.right))
            return replace(x, left=left, right=right)
    return x


def _parts(x: Facts) -> Iterator[tuple[str, Callable[[dict[str, str]], Blocks]]]:
    """Yield the title and the content of each section that applies to the robot."""
    yield summary.EQUATIONS, partial(summary.equations, x)
    if x.derivation is not None:
        yield summary.DERIVATION, partial(_derivation, x, x.derivation)
    if not x.numeric.parameters:
        yield summary.MODEL, lambda _: model_tables.model(x.numeric)
    if x.equations is not None and len(x.equations.base_parameters):
        yield summary.BASE, lambda _: base_parameters_and_inertia.base(x)
    if x.survey is not None and not x.robot.loops and x.numeric.nv > 1:
        yield summary.STRUCTURE, lambda _: base_parameters_and_inertia.inertia(x)
    if x.survey is not None:
        yield summary.TORQUES, lambda _: torques.torques(x)
        yield summary.LET_GO, lambda _: _simulation(x)
    certificate = x.certificate
    if certificate is not None:
        yield summary.SHOWN, lambda _: summary.proofs(certificate, x.robot)
    yield summary.COMPUTED, lambda _: _computed(x)


def _derivation(x: Facts, found: Derivation, numbers: dict[str, str]) -> Blocks:
    before = f"{numbers[summary.DERIVATION]}."
    style = {name: y for name, y in x.request.style.items() if name != "group"}
    yield Passage(lambda language: found.blocks(language, STEP_TERMS, level=2, before=before, **style))


def _simulation(x: Facts) -> Blocks:
    from dalembert.simulation.simulate import Recording, simulate

    duration = x.request.seconds
    factor, unit = prefixed(duration, "s")
    run = simulate(x.numeric, start_of(x.numeric), duration=duration, sample=Recording(progress=False))
    beyond = {y.joint for y in run.exceeded}
    yield Words(
        f"Free motion from rest, without torque, for {duration * factor:.4g} {unit}, simulated with {run.method}. The residual of "
        f"the energy balance is {significant(run.residual, 2)} of the largest change in energy."
        + (
            f" Limits of {len(beyond)} joint{'s' * (len(beyond) > 1)} are exceeded; they are not simulated as stops."
            if beyond
            else ""
        )
    )
    if x.numeric.nv <= _CURVES:
        yield Picture("run", lambda: plot.motion_of(run), "Positions and velocities of the free motion.")
    yield Picture("energy", lambda: plot.energy_balance(run), "Energy balance.")


def _computed(x: Facts) -> Blocks:
    """Yield operation counts per state, and Python code that reproduces the report."""
    rows: list[tuple[str, ...]] = []
    uncounted: dict[str, list[str]] = {}  # quantities by reason
    for name in _COUNTED:
        quantity = name.replace("_", " ")
        try:
            n = count(x.numeric, name)
        except DalembertError as error:
            reason = "Some symbols have no values" if x.numeric.parameters else str(error).rstrip(".")
            uncounted.setdefault(reason, []).append(quantity)
        else:
            rows.append((quantity, *map(whole, (n.mul, n.add, n.div, n.total, n.sincos))))
    if rows:
        head = ("quantity", "×", "+ and −", "÷", "total", "sin, cos")
        yield Table(head, tuple(rows), "Operations per state, with regrouped parameters.", align="lrrrrr")
    for reason, names in uncounted.items():
        yield Words(f"Not counted: {', '.join(names)}. {reason}.")
    if not x.request.origin:
        raise finding.NoPythonSource(RobotName(x.robot.name)).error()
    if x.numeric.parameters:
        yield Words("With a value for each symbol, the report also contains torques along a motion and a simulation.")
    lines = [*notebook.opening(x.request), *notebook.closing(x.request)]
    first = 0 if any("np." in line for line in lines) else 1  # the first line imports numpy
    yield Code("\n".join(folded(lines[first:], columns(x.request.width))))


_TERMS = 5000  # largest number of terms on a right-hand side of the derivation
_DIGITS = 15  # number of digits that a double always preserves
_PARTS = {"M": "inertia matrix", "g": "gravity", "tau": "efforts", "base_parameters": "base parameters"}


def appendix(equations: Equations, derivation: Derivation | None = None) -> str:
    """Write M, g, τ, the base parameters and long derivations as text that `check` can parse."""
    robot = equations.robot
    lines = [
        f"Equations of motion of {shown(robot.name)}, exact, in SI units, to {_DIGITS} digits.",
        "M(q) qdd + c(q, qd) + g(q) + friction = tau; q, qd, qdd are coordinates, velocities and accelerations.",
        "Long coefficients and brackets have names, defined below the equations that use them.",
    ]
    for what, name in _PARTS.items():
        try:
            text = equations.text(what, digits=_DIGITS)
        except DalembertError as reason:
            text = f"not written: {reason}"
        size = f" ({whole(len(text))} characters, more than check accepts)" if len(text) > LONGEST else ""
        lines += ["", f"# {what}: {name}{size}", "", text]
    if derivation is not None:
        lines += ["", f"# derivation by {METHOD_NAMES[derivation.method]}", "", derivation.text(_TERMS, digits=_DIGITS)]
    return "\n".join(lines) + "\n"


def pdf_bytes(document: Document, width: float | None = None) -> bytes:
    """Compile the document to a PDF."""
    source = language("typst", width).document(document)
    return compile_typst(source, {f"{x.name}.svg": x.bytes("svg") for x in document.pictures})


def compile_typst(source: str, files: Mapping[str, bytes]) -> bytes:
    """Compile a Typst source and its pictures to a PDF."""
    engine = optional("typst", "report", "dalembert[report]")
    with tempfile.TemporaryDirectory() as root:
        try:
            found: bytes = engine.compile(
                {"main.typ": source.encode(), **files}, root=root, font_paths=[fonts.folder()]
            )
        except engine.TypstError as error:
            raise finding.NotTypeset(Noun("document"), External(str(error))).error() from None
    return found


SUFFIXES = (".pdf", ".html", ".tex", ".md", ".ipynb")
_LANGUAGES = {".html": "html", ".tex": "latex", ".md": "markdown"}
_FORMULAS = {**_LANGUAGES, ".typ": "typst", ".txt": "text"}  # for equations and derivations without a page
_PICTURES = {".tex": "pdf", ".md": "svg"}  # picture formats for separate files


def write(document: Document, path: FilePath, width: float | None = None) -> Path:
    """Write a document in the format given by the suffix. Pictures of .tex and .md files are written to NAME_files."""
    target = checked(path)
    folder = companion(target).name if document.pictures else ""
    suffix = target.suffix.lower()
    if suffix == ".pdf":
        return save(target, pdf_bytes(document, width))
    _known(target, _LANGUAGES)
    text = language(_LANGUAGES[suffix], width).document(document, folder)
    pictures = _PICTURES.get(suffix)
    if pictures is None:
        return save(target, text)
    for picture in document.pictures:
        save(target.parent / folder / f"{picture.name}.{pictures}", picture.bytes(pictures))
    return save(target, text)


def write_passage(
    body: Passage,
    title: str,
    path: FilePath,
    *,
    titled: bool = False,
    fragment: bool = False,
    width: float | None = None,
) -> Path:
    """Write a derivation or equations as a complete document (.pdf, .html, .tex) or as a fragment (.md, .typ, .txt).

    If `titled` is True, fragments start with a title. If `fragment` is True, .html and .tex files have no preamble and
    can be included in other documents.
    """
    target = checked(path, (".pdf", *_FORMULAS))
    suffix = target.suffix.lower()
    if suffix == ".pdf" or (suffix in (".html", ".tex") and not fragment):
        return write(Document(title, (body,)), target, width)
    used = language(_FORMULAS[suffix], width)
    if not titled:
        text = used.blocks([body])
        return save(target, textwrap.dedent(text) if suffix == ".txt" else text)
    if suffix in (".md", ".txt"):
        return save(target, used.document(Document(title, (body,))))
    lower = [replace(x, level=x.level + 1) if isinstance(x, Section) else x for x in body.make(used)]
    return save(target, used.blocks([Section(title), *lower]))


def checked(path: FilePath, suffixes: Iterable[str] = SUFFIXES) -> Path:
    """Check that a path is writable and has a known suffix, and create the parent directory."""
    instance(os.fspath(instance(path, "path", (str, os.PathLike), "a path")), "path", str, "a path")
    target = Path(path)
    _known(target, suffixes)
    if target.suffix.lower() == ".pdf":
        optional("typst", "report", "dalembert[report]")
    atomic_file.folder(target.parent)
    return atomic_file.target(target, overwrite=True)


def _known(target: Path, suffixes: Iterable[str]) -> None:
    if target.suffix.lower() not in suffixes:
        raise finding.UnsupportedSuffix(FileName(target.name), tuple(map(Identifier, suffixes))).error()


def companion(target: Path) -> Path:
    """Return the directory NAME_files for additional files of a document."""
    return target.parent / f"{target.stem}_files"


def save(target: Path, data: str | bytes) -> Path:
    """Write a file, and create the directory if necessary. An existing file is replaced."""
    atomic_file.folder(target.parent)
    return atomic_file.save(target, printable(data) if isinstance(data, str) else data, overwrite=True)


class EquationStyle(TypedDict, total=False):
    """Options for typesetting equations, as in `Equations.text`."""

    short: bool | None
    group: Literal["inertia", "base"] | None
    digits: int | None
    symbols: Mapping[str, str] | None


def report(
    robot: RobotLike | Fit,
    path: FilePath,
    *,
    method: Method = "lagrange",
    values: Mapping[str, Any] | None = None,
    origin: str | None = None,
    duration: float | None = None,
    width: float | None = None,
    progress: bool | None = None,
    **style: Unpack[EquationStyle],
) -> Path:
    """Write a report on a robot: model, equations, derivation, proofs, torques along a motion, and a simulation.

    The report on an identified model (`Fit`) contains the verdict, warnings, torques, parameters and cross-validation.

    Parameters
    ----------
    robot : Robot, str, path or Fit
        Robot, gallery name, robot file, or identified model.
    path : str or path
        Output file. The suffix selects the format: .pdf, .html, .tex, .md or .ipynb.
    method : str
        Method of the derivation: lagrange, newton-euler, kane, hamilton, virtual-work or gibbs-appell.
    values : mapping, optional
        Numerical values for the robot's symbols, used in drawings, torques and the simulation. Equations stay symbolic.
    origin : str, optional
        Line of Python code that creates the robot, printed at the end and run in a notebook. By default, the robot is
        written to NAME_files/robot.toml and loaded from there.
    duration : float, optional
        Duration of the simulation in seconds.
    width : float, optional
        Width of the text block in points.
    progress : bool, optional
        Whether to show a progress bar. By default, the bar is shown if standard error is a terminal.
    **style
        Options `short`, `group`, `digits` and `symbols` of `Equations.text`.

    Returns
    -------
    pathlib.Path
        Path of the report. Equations and derivations that are too long for a page are written to NAME-equations.txt.

    Raises
    ------
    WrongValue
        If the suffix is unknown, or the robot has no moving joint.
    MissingExtra
        If a package required by the format is not installed.

    Examples
    --------
    >>> import dalembert as da
    >>> da.report("planar_2r", "planar_2r.md").name
    'planar_2r.md'
    """
    from dalembert.closed.printing.display import check_document

    if not isinstance(robot, (Robot, str, os.PathLike)):
        from dalembert.document.fit_report import content as content_of_fit
        from dalembert.identification.fit import Fit

        if isinstance(robot, Fit):
            return write(content_of_fit(robot), checked(path))
    robot, target = as_robot(robot), checked(path)
    line = origin if origin is not None else _origin(robot, target)
    for name in style:
        known(name, EquationStyle.__annotations__, "option")
    options: dict[str, Any] = {name: x for name, x in style.items() if x is not None}
    check_document(options.get("symbols") or {})
    beside = f"{target.stem}-equations.txt"
    request = ReportRequest(robot, method, dict(values or {}), line, duration, options, beside, width)
    if target.suffix.lower() == ".ipynb":
        return save(target, notebook.write(notebook.cells(request), str(Path.cwd())))
    facts = Facts(request)
    with Progress(1.0, progress, f"writing {target.name}") as bar:
        made = content(facts, bar.at)
        if facts.equations is not None and (facts.long or facts.appended is not None):
            bar.at(0.8, beside)
            save(target.parent / beside, appendix(facts.equations, facts.appended))
        bar.at(0.9, "pages")
        return write(made, target, width)


def _origin(robot: Robot, target: Path) -> str:
    """Return the line of Python code that creates the robot, from the gallery or from a file next to the report."""
    from dalembert.formats.export import export
    from dalembert.robot import gallery

    if robot.name in gallery.names() and getattr(gallery, robot.name)() == robot:
        return f"robot = da.gallery.{robot.name}()"
    path = atomic_file.folder(companion(target)) / "robot.toml"
    try:
        return f"robot = da.load({str(export(robot, path, overwrite=True).resolve())!r})"
    except DalembertError:
        if target.suffix.lower() == ".ipynb":
            raise
        return ""
