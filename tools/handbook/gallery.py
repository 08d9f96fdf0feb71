"""Write docs/gallery/*.md with the picture, the joints, the equations and the sources of each robot."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import dalembert as da
from dalembert.robot.model import headline, joint_table, loop_and_spring_lines
from handbook.docstring import prose
from handbook.markdown import WIDTH, math
from handbook.svg import lean

GROUPS = {
    "Robots from lectures": ("pendulum", "pr", "rp", "planar_2r", "planar_3r", "planar_rpr", "spatial_3r"),
    "Arm architectures": ("cartesian", "cylindrical", "spherical", "scara", "articulated"),
    "Arms with published numbers": ("puma560", "stanford", "ur5", "panda", "iiwa14", "rx90"),
    "Classic mechanical systems": ("cart_pole", "spinning_top", "free_body"),
    "Linkages": ("four_bar", "slider_crank", "five_bar", "andrews_squeezer"),
    "Parallel robots": ("planar_3rrr", "delta", "stewart", "orthoglide"),
    "Floating robots": ("quadrotor", "quadruped"),
}
LETTERS = {"M": "Inertia matrix", "c": "Coriolis and centrifugal vector", "g": "Gravity vector"}
_WHOLE, _LONGEST = 16, 36  # largest numbers of lines: all equations of motion, one quantity
_NAMES = (
    r"All quantities are in SI units. $c_{23}$ means $\cos(q_2 + q_3)$, $s_{23}$ means $\sin(q_2 + q_3)$, and so on. Other "
    r"names are defined below the expressions that use them."
)
_MOST = 6  # coordinates up to which M and c may fit on a page
_FORMULA = re.compile(r"(\w+) (\[\w+\](?:, \[\w+\])*):\s+(.*)")
_TITLES = ("Provenance", "Known errors in public copies")
_SIDE = {"range / rad, m": "---:", "mass / kg": "---:"}
_HEAD = "<!-- made by `make pages` from the library -->\n\n"


def pages(root: Path) -> dict[Path, str]:
    folder = root / "docs" / "gallery"
    placed = [name for names in GROUPS.values() for name in names]
    if sorted(placed) != sorted(da.gallery.names()):
        raise ValueError(f"{sorted(set(placed) ^ set(da.gallery.names()))}: place them in tools/handbook/gallery.py")
    made = {folder / f"{name}.md": _page(name) for name in placed}
    return {folder / "index.md": _index(), **made}


def picture(name: str, *, bare: bool = False) -> str:
    """Draw the robot in its textbook configuration as SVG. A bare picture has no labels and no axes."""
    from dalembert.document.plot import Picture

    robot = getattr(da.gallery, name)()
    style = da.view.DrawStyle(labels=not bare, frames=not bare)
    return lean(Picture(name, lambda: da.draw(robot, style=style)).bytes("svg").decode())


def _page(name: str) -> str:
    make = getattr(da.gallery, name)
    robot = make()
    parts = [f"# {name}", prose(inspect.getdoc(make) or ""), f"![{name}]({name}.svg)"]
    parts += [f"```python\nrobot = da.gallery.{name}()\n```", "## Joints", _joints(robot)]
    parts += ["## Equations", *_equations(robot), "## Source", _source(name, robot.source)]
    return _HEAD + "\n\n".join(parts) + "\n"


def _index() -> str:
    parts = [
        "# Gallery",
        "The gallery contains the robots that come with the library. For example, `da.gallery.planar_2r()` returns a planar "
        "two-link arm. `da.gallery.names()` lists all names. Robots from lectures have symbols instead of numbers; assign "
        "values with `bind`. `dalembert report NAME` writes a report on a robot.",
    ]
    for title, names in GROUPS.items():
        rows = [
            f'| <img src="{name}_small.svg" alt="" width="110"> | [{name}]({name}.md) | {_first(name)} |'
            for name in names
        ]
        parts += [f"## {title}", "\n".join(["| | | |", "|---|---|---|", *rows])]
    return _HEAD + "\n\n".join(parts) + "\n"


def _first(name: str) -> str:
    said = inspect.getdoc(getattr(da.gallery, name)) or ""
    return prose(said.split("\n\n")[0]).replace("\n", " ")


def _joints(robot: da.Robot) -> str:
    heads, rows = joint_table(robot)
    table = [heads, [_SIDE.get(x, "---") for x in heads], *(list(map(_entry, row)) for row in rows)]
    lines = ["| " + " | ".join(row) + " |" for row in table]
    said = headline(robot).partition(": ")[2].replace("\nsymbols:", ". The symbols are")
    said = re.sub(r"^(.*?), (.*?), gravity ", r"The robot has \1 and \2; gravity is ", said)
    tied = loop_and_spring_lines(robot)
    listed = "\n".join(f"- {_cell(x)}" for x in tied[:12]) + ("\n- …" if len(tied) > 12 else "")
    return "\n\n".join([_cell(said) + ".", "\n".join(lines), *([listed] if tied else [])])


def _entry(text: str) -> str:
    if re.fullmatch(r"q\d+( … q\d+)?", text):
        return re.sub(r"q(\d+)", r"$q_{\1}$", text)
    return f"`{text}`" if "*" in text or "_" in text else _cell(text)


def _cell(text: str) -> str:
    return re.sub(r"([*|_<>\[\]])", r"\\\1", re.sub(r"(?<![\w*])-(?=[\d\w])", "−", text))


def _equations(robot: da.Robot) -> list[str]:
    """Return the equations of motion if they fit on the page, otherwise M, c and g as far as they fit.

    The last paragraph states the length of the omitted expressions.
    """
    equations = da.equations(robot)
    name = robot.name
    if robot.n <= _MOST or robot.loops:
        whole = equations.latex(width=WIDTH)
        if _lines(whole) <= _WHOLE:
            return [math(whole)]
    shown, left = ([] if robot.parameters else [_NAMES]), []
    for what, words in LETTERS.items():
        if robot.n > _MOST and what != "g" and not robot.loops:
            left.append(f"${what}$")
            continue
        tex = equations.latex(what, width=WIDTH)
        if _lines(tex) <= _LONGEST:
            shown += [f"{words}:", math(tex)]
        else:
            left.append(f"${what}$ ({_lines(tex)} lines)")
    if left:
        rest = f"This page omits some long expressions: {', '.join(left)}. `da.equations(da.gallery.{name}())` returns the "
        shown.append(rest + f"complete equations, and `dalembert report {name}` describes their structure.")
    return shown


def _lines(tex: str) -> int:
    return 1 + tex.count(r"\\")


def _source(name: str, text: str) -> str:
    """Return the text on sources in the robot's file, without the lines on other robots in the file."""
    text, about = inspect.cleandoc(text), None
    lines: list[str] = []
    for line in text.splitlines():
        found = _FORMULA.match(line)
        if found and found[1] in da.gallery.names():
            about = found[1]
            line = f"- {found[2]}: {found[3]}"
        elif not line.startswith("    "):
            about = None
        if line in _TITLES:
            line = f"\n**{line}**\n"
        if about in (None, name):
            lines.append(line if about is None else re.sub(r"\s{2,}", "  ", line))
    return _cited(re.sub(r"\n{3,}", "\n\n", "\n".join(lines)))


def _cited(text: str) -> str:
    """Link the keys of references to the bibliography."""
    return re.sub(r"(?<!\\)\[([a-z]+\d{4}|deluca|briot|tang|rbe3005)\]", r"[[\1]](../references.md#\1)", text)
