"""Our TOML with other numbers: inertias of links, drives and placements of joints, in the form the file has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dalembert.errors import BadFile
from dalembert.formats.difference import Difference
from dalembert.formats.number import rpy
from dalembert.formats.toml.read import parsed
from dalembert.formats.toml.span import Path, Spans
from dalembert.formats.toml.write import drive_table, listed, number, pose_lines
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint


def rewrite(data: bytes, found: Difference) -> bytes:
    """The file with what differs."""
    whole, spans = parsed(data), Spans(data.decode())
    links, joints = ({x["name"]: (k, x) for k, x in enumerate(whole.get(kind, ()))} for kind in ("links", "joints"))
    for name, inertia in found.links.items():
        k, entry = links[name]
        _inertia(spans, ("links", k), entry, inertia)
    for name, joint in found.drives.items():
        k, entry = joints[name]
        _drive(spans, ("joints", k), entry, joint, found.joint(name))
    for name, joint in found.places.items():
        k, entry = joints[name]
        _placement(spans, ("joints", k), entry, joint)
    return spans.changed().encode()


def _inertia(spans: Spans, table: Path, entry: dict[str, Any], inertia: Inertia) -> None:
    spans.put((*table, "mass"), number(inertia.mass))
    if "ms" in entry or "inertia_origin" in entry:
        given = {"ms": inertia.ms, "inertia_origin": inertia.tensor}
    else:
        given = {"com": inertia.com, "inertia": inertia.central().tensor}
    for key, x in given.items():
        _numbers(spans, (*table, key), x)


def _numbers(spans: Spans, path: Path, x: Sequence[Any]) -> None:
    """A list number by number, so that its lines and comments stay."""
    if all((*path, k) in spans.values for k in range(len(x))):
        for k, y in enumerate(x):
            spans.put((*path, k), number(y))
    else:
        spans.put(path, listed(x))


def _drive(spans: Spans, table: Path, entry: dict[str, Any], joint: Joint, old: Joint) -> None:
    path = (*table, "drive")
    if isinstance(entry.get("drive"), dict) and not isinstance(joint.drive, tuple):
        new, before = joint.drives[0] or Drive(), old.drives[0] or Drive()
        changed = [x for x in SCALARS if getattr(new, x) != getattr(before, x)]
        if any(getattr(new, x) is None for x in changed) or new.coupling != before.coupling:
            raise BadFile(f"the drive of joint '{joint.name}' has other parts than its file; write it with da.export")
        spans.put_all(path, {x: number(getattr(new, x)) for x in changed})
    elif isinstance(joint.drive, tuple):
        spans.put(path, f"[{', '.join(drive_table(x) for x in joint.drive)}]")
    else:
        spans.put(path, drive_table(joint.drive))


def _placement(spans: Spans, table: Path, entry: dict[str, Any], joint: Joint) -> None:
    path = (*table, "placement")
    if "placement" not in entry:
        (line,) = pose_lines("placement", joint.placement)
        spans.put(path, line.partition(" = ")[2])
        return
    _numbers(spans, (*path, "xyz"), joint.placement.p)
    if "R" in entry["placement"]:
        for k, row in enumerate(joint.placement.R):
            _numbers(spans, (*path, "R", k), row)
    else:
        _numbers(spans, (*path, "rpy"), rpy(joint.placement.R))
