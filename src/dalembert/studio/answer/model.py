"""The robot of a tab: chosen from the gallery, read from a file, shown with what the doctor finds."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

import dalembert as da
from dalembert.errors import BadFile, DalembertError, WrongValue, did_you_mean, shown
from dalembert.formats.finding import Log
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.studio import upload
from dalembert.studio.answer.subject import Subject
from dalembert.studio.answer.table import Made
from dalembert.studio.payload import payload
from dalembert.studio.sample_value import sample_values

if TYPE_CHECKING:
    from dalembert.formats.visual import Visual

_VIEW = np.array([[0.8, 0.6, 0.0], [-0.24, 0.32, 0.917]])  # from which gallery pictures are drawn: right, up
_MOST_FINDINGS = 60


def gallery(_: dict[str, Any]) -> dict[str, Any]:
    """The names of the gallery."""
    return {"names": list(da.gallery.names())}


def picture(told: dict[str, Any]) -> dict[str, Any]:
    """A robot of the gallery, small: strokes between joints, and the joints."""
    from dalembert.kinematics.outline import outline
    from dalembert.kinematics.posture import stance

    name = _known(told)
    robot: Robot = getattr(da.gallery, name)()
    drawn = outline(robot, stance(robot))
    strokes = [(np.zeros(3) if x.ground else x.points[0], p) for x in drawn.shapes for p in x.points]
    strokes += [(h.at, h.to) for h in drawn.hinges] + [(a, b) for a, b, _ in drawn.rods]
    flat = [[*(_VIEW @ a), *(_VIEW @ b)] for a, b in strokes if np.linalg.norm(b - a) > 1e-9]
    places = [h.at for h in drawn.hinges] or [x.com for x in drawn.shapes if x.com is not None]
    dots = [(_VIEW @ p).tolist() for p in places]
    return {
        "name": name, "n": robot.n, "symbols": bool(robot.parameters), "loops": len(robot.loops),
        "strokes": np.round(flat, 4), "joints": np.round(dots, 4),
    }  # fmt: skip


def _known(told: dict[str, Any]) -> str:
    name = told.get("name")
    if name not in da.gallery.names():
        raise WrongValue(f"the gallery has no '{shown(name)}'{did_you_mean(str(name), da.gallery.names())}")
    return str(name)


def start(told: dict[str, Any]) -> Made:
    """The robot named on the command line, or the lecture's planar 2R."""
    path = told.get("path_here")
    if path is None:
        return open_gallery({"name": told.get("name", "planar_2r")})
    subject = _subject(da.load(path))
    name = Path(path).name
    return Made(
        described(subject, da.diagnose(path)), subject, f"robot = da.load({name!r})", name, source=(str(path), "")
    )


def open_gallery(told: dict[str, Any]) -> Made:
    """A robot of the gallery."""
    name = _known(told)
    subject = _subject(getattr(da.gallery, name)())
    return Made(described(subject), subject, f"robot = da.gallery.{name}()", name)


def load(told: dict[str, Any]) -> Made:
    """A robot that was dropped into the page: a file, a folder or a zip with its meshes."""
    folder = Path(str(told.get("folder_here", "")))
    if not told.get("folder_here") or not folder.is_dir():
        raise BadFile("nothing was uploaded; drop a robot's file, its folder or a zip")
    upload.unpacked(folder)
    known = upload.robots(folder)
    if not known:
        raise BadFile("no robot among the files: one of .urdf .xacro .xml .mjcf .sdf .toml .csv .par is needed")
    chosen = told.get("file")
    name = chosen if chosen in known else known[0]
    try:
        subject = _subject(
            da.load(folder / name, packages=_packages(folder) if name.lower().endswith(".xacro") else None)
        )
    except DalembertError as error:
        raise type(error)(str(error).replace(f"{folder}/", "")) from None
    told_of = da.diagnose(folder / name)
    body = described(subject, told_of) | {"file": name, "files": known}
    return Made(body, subject, f"robot = da.load({name!r})", name, source=(str(folder / name), str(folder)))


def _packages(folder: Path) -> dict[str, Path]:
    """Folders of an upload by their names, as `package://NAME` and `$(find NAME)` call them."""
    return {x.name: x for x in sorted(folder.rglob("*"), reverse=True) if x.is_dir()}


def meshes(subject: Subject, told: dict[str, Any]) -> dict[str, Any]:
    """The shapes that the robot's file shows, as pieces of the picture, and why others are left out."""
    from dalembert.view.skin import skin  # after the first picture

    log = Log()
    return {"solids": skin(subject.numbers, shapes(told, log)), "left": [x.what for x in log.findings][:_MOST_FINDINGS]}


def shapes(told: dict[str, Any], log: Log | None = None) -> tuple[Visual, ...]:
    """What the robot's file shows; none of a robot that is of no such file. What is left out is told to the log."""
    from dalembert.formats.visual import visuals

    path, folder = told.get("source_here") or ("", "")
    if Path(path).suffix.lower() not in (".urdf", ".xacro", ".xml", ".mjcf"):
        return ()
    return visuals(path, _packages(Path(folder)) if folder else None, log, inside=folder or None)


def show(subject: Subject, _: dict[str, Any]) -> dict[str, Any]:
    """The robot again: after undo, or in a tab that comes back."""
    return described(subject)


def file(subject: Subject, _: dict[str, Any]) -> dict[str, Any]:
    """The robot as text that `load` reads, symbols and all."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "robot.toml"
        da.export(subject.robot, path)
        return {"text": path.read_text(encoding="utf-8")}


def diagnose(subject: Subject, _: dict[str, Any]) -> dict[str, Any]:
    """What the doctor finds, each pinned to its part; of a robot with symbols at the values that were chosen too."""
    found = findings(da.diagnose(subject.numbers), subject.robot)
    if subject.values:
        told = {x["what"] for x in found}
        found += [x for x in findings(da.diagnose(subject.robot), subject.robot) if x["what"] not in told]
    return {"findings": found[:_MOST_FINDINGS]}


def described(subject: Subject, report: Any = None) -> dict[str, Any]:
    """What the page needs to show a robot and to let it move."""
    found: dict[str, Any] = {
        "payload": payload(subject.robot, values=subject.values, lesson=False),
        "values": subject.values,
    }
    if report is not None:
        found["findings"] = findings(report, subject.robot)
    return found


def findings(report: Any, robot: Robot) -> list[dict[str, Any]]:
    """What is found, the worst first, with the body (−1: the ground) and the coordinate of the part it is about."""
    order = sorted(report.findings, key=lambda x: ("error", "warning", "note").index(x.level))
    return [
        {"level": x.level, "what": x.what, "why": x.why, "fix": x.fix, "link": x.link, "joint": x.joint, "line": x.line,
         **_part(x, robot)}
        for x in order[:_MOST_FINDINGS]
    ]  # fmt: skip


def _part(finding: Any, robot: Robot) -> dict[str, int | None]:
    whole = tree(robot)
    joint = next((x for x in robot.joints if x.name == finding.joint), None)
    link = finding.link if joint is None else joint.child
    body = whole.places[link][0] if link in whole.places else None
    own = [k for x in whole.bodies if joint is not None and x.name == joint.name for k in x.rates]
    return {"body": body, "coordinate": own[0] if own else None}


def _subject(robot: Robot) -> Subject:
    return Subject(robot, sample_values(robot))
