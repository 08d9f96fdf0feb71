"""Pages measured by those who set them: Typst's own layout and PDF, pdfLaTeX's log, boxes in headless Chromium."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import numeric

import dalembert as da
from dalembert.closed.derive import METHODS
from dalembert.closed.printing.abbreviated_equations import QUANTITIES
from dalembert.document.facts import closed_form
from dalembert.document.report import pdf_bytes
from dalembert.typeset import fonts
from dalembert.typeset.block import Display, Document, Passage, Section
from dalembert.typeset.languages import language
from dalembert.typeset.line_breaking import broken, widths

WRITTEN = (*QUANTITIES, "base_parameters")
SMALLEST, OVERFULL, BLOCK = 7.0, 1.0, 425.2  # pt
_ASK = """
#show math.equation.where(block: true): it => layout(size => {
  [#metadata((measure(it).width / 1pt, size.width / 1pt))<display>]
  it
})
"""
_SCRIPT = """<script>
addEventListener("load", async () => {
  await Promise.all([...document.fonts].map(x => x.load()));  // before it, widths are those of whatever type is installed
  for (const part of document.querySelectorAll("details")) part.open = true;
  const page = document.querySelector("main").getBoundingClientRect();
  const over = [...document.querySelectorAll("math[display=block]")].map(x => {
    const inside = x.firstElementChild.getBoundingClientRect();
    return Math.max(x.scrollWidth - x.clientWidth, inside.right - page.right, page.left - inside.left);
  });
  over.push(document.documentElement.scrollWidth - document.documentElement.clientWidth);
  document.title = JSON.stringify(over);
});
</script>"""


def sections(name: str, quantities=WRITTEN, roads=tuple(METHODS)):
    """Every quantity and every derivation of a robot that it has, as blocks of one document."""
    robot = getattr(da.gallery, name)()
    for what in quantities:
        try:
            found = closed_form(robot)
            found.text(what)
        except da.DalembertError:
            continue
        yield Section(what)
        yield Passage(lambda lang, found=found, what=what: [found.typeset(lang, what)])
    for road in roads:
        try:
            made = da.derive(robot, road)
        except da.DalembertError:
            continue
        yield Section(road)
        yield Passage(lambda lang, made=made: made.blocks(lang, level=2))


def document(name: str, *which) -> Document:
    return Document(name, tuple(sections(name, *which)))


READ = (("text", None), ("latex", 425), ("latex", 246))  # languages and widths that are read back
_LONGEST = 60_000  # characters of one quantity that `check` multiplies out; longer ones are compared by numbers


def read_back(name: str, quantities=WRITTEN, ways=READ) -> tuple[int, list[str], list[str]]:
    """(how many were read, those found wrong, those compared by numbers at random states) of a robot's printed quantities."""
    robot = getattr(da.gallery, name)()
    eq = da.equations(robot)
    checked, wrong, long = 0, [], []
    for what in quantities:
        for how, width in ways:
            try:
                text = getattr(eq, how)(what, width=width)
            except da.DalembertError:
                continue  # a quantity that this robot has not
            text = _telling(text)
            if "=" not in text:
                continue
            checked += 1
            if len(text) > _LONGEST:
                long.append(f"{what} {how} {width}")
                text = _telling(getattr(eq, how)(what, width=width, digits=15))
                wrong += [f"{what} {how} {width}: {x}" for x in numeric.wrong(robot, text)]
                continue
            try:
                verdict = da.check(robot, text)
            except da.DalembertError as reason:
                wrong.append(f"{what} {how} {width}: {reason}")
            else:
                wrong += [] if verdict.correct else [f"{what} {how} {width}: {verdict.explain()[:200]}"]
    return checked, wrong, long


def _telling(text: str) -> str:
    """Without lines such as `m1 = m1   [kg]`, a parameter that is its own name, which `check` refuses as saying nothing."""

    def empty(line: str) -> bool:
        left, _, right = re.sub(r"\\quad \\mathrm.*|   \[.*|\\\\.*|&", "", line).partition("=")
        return left.strip() == right.strip() != ""

    return "\n".join(line for line in text.splitlines() if not empty(line))


def model_overfull(doc: Document, width: float | None = None) -> list[float]:
    """By the width model alone: how far lines stand out, as parts of the width."""
    lang = language("latex", width)
    blocks = [x for block in doc.blocks for x in (block.make(lang) if isinstance(block, Passage) else [block])]
    found = [w for x in blocks if isinstance(x, Display) for w in widths(broken(x, lang.page), lang.page)]
    return [w / lang.page.width - 1 for w in found if w > lang.page.width * (1 + 1e-9)]


def typst(doc: Document, width: float | None = None) -> tuple[float, float]:
    """(largest overhang of a display, smallest glyph), in pt, of the PDF that Typst makes."""
    return display_overhang(doc, width), smallest_glyph(pdf_bytes(doc, width))


def display_overhang(doc: Document, width: float | None = None) -> float:
    """How far the widest display stands out of its block, in pt, as Typst lays it out."""
    import typst as engine

    source = language("typst", width).document(doc).replace("\n\n", f"\n{_ASK}\n", 1)
    files = {f"{x.name}.svg": x.bytes("svg") for x in doc.pictures}
    asked = {"main.typ": source.encode(), **files}
    found = json.loads(engine.query(asked, "<display>", field="value", font_paths=[fonts.folder()]))
    return max((a - b for a, b in found), default=0.0)


def outside(pdf: bytes) -> float:
    """How far a word stands out of the text block of 425 pt, or of the page above and below, in pt, as Poppler reads it."""
    command = ["pdftotext", "-bbox", "-", "-"]
    found = subprocess.run(command, input=pdf, capture_output=True, timeout=300, check=True).stdout.decode()
    worst = -99.0
    for page in found.split("<page ")[1:]:
        width, height = (float(x) for x in re.findall(r'(?:width|height)="([\d.]+)"', page[:80]))
        margin = (width - BLOCK) / 2
        for *box, word in re.findall(
            r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)</word>', page
        ):
            if word[-1] in ",.;:-‐\u00ad":  # which Typst hangs into the margin
                continue
            left, top, right, bottom = map(float, box)
            worst = max(worst, margin - left, right - width + margin, -top, bottom - height)
    return worst


def smallest_glyph(pdf: bytes) -> float:
    """The smallest size at which a glyph is shown, from the content streams."""
    from pypdf import PdfReader

    sizes = set()

    def visit(text, cm, tm, font, size):
        if text.strip():
            sizes.add(size * abs(tm[3]) * abs(cm[3]))

    for page in PdfReader(io.BytesIO(pdf)).pages:
        page.extract_text(visitor_text=visit)
    return round(min(sizes, default=99.0) * 72.27 / 72, 2)  # in points of TeX, whose sizes are whole in them


def latex(doc: Document, folder: Path, width: float | None = None) -> list[float]:
    """Overfull boxes in pt, of pdfLaTeX."""
    source = language("latex", width).document(doc)
    (folder / "page.tex").write_text(source)
    return overfull_boxes(folder)


def overfull_boxes(folder: Path) -> list[float]:
    """Of the file page.tex, in pt."""
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=300)
    assert done.returncode == 0, done.stdout[-2000:]
    log = (folder / "page.log").read_text(errors="replace")
    return [float(x) for x in re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\)", log)]


def chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")


def html(doc: Document, folder: Path, width: float | None = None) -> list[float]:
    """How many px each display stands out of its box or of the page, and last the page of the window, in Chromium."""
    page = folder / "page.html"
    text = language("html", width).document(doc).replace("</body>", f"{_SCRIPT}</body>")
    page.write_text(text.replace("default-src 'none'", "default-src 'none'; script-src 'unsafe-inline'"))  # ours alone
    command = [str(chromium()), "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1000,1400",
               f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=20000", "--dump-dom", page.as_uri()]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    found = re.search(r"<title>(\[[^<]*\])</title>", done.stdout)
    assert found, done.stderr[-2000:]
    return [float(x) for x in json.loads(found[1])]
