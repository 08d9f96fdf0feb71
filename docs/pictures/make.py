"""The pictures of the README and of the documentation, made by the software itself: `python docs/pictures/make.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import dalembert as da
from dalembert.mobility import library
from dalembert.mobility.picture import plot as mechanism_picture
from dalembert.report import plot
from dalembert.report.document import Picture
from dalembert.report.style import JOINTS, figure, tidy
from dalembert.simulate import simulate
from dalembert.view import render

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ARM = Path(da.__file__).parent / "assets" / "arm.urdf"
POSTURE = (0.5, -0.95, 1.0, 0.55, 0.9, 0.3)
RESULTS = ROOT / "benchmarks" / "results.json"


def main() -> None:
    arm = da.load(ARM)
    keep("robot", lambda: robot(arm))
    keep("torques", lambda: plot.torques(arm))
    keep("torque_parts", lambda: plot.torque_parts(arm, 1))
    keep("planar_2r", lambda: plot.robot_picture(da.gallery.planar_2r()))
    keep("inertia", lambda: plot.inertia_ellipsoids(arm, POSTURE))
    keep("reach", lambda: plot.reach(arm, 60_000))
    for name in ("scara", "stanford"):
        keep(name, lambda name=name: plot.robot_picture(getattr(da.gallery, name)()))
    keep("puma560", lambda: plot.reach(da.gallery.puma560(), 60_000))
    keep("pendulum", pendulum)
    keep("parallelogram", parallelogram)
    equations()
    if RESULTS.exists():
        keep("benchmark", lambda: benchmark(json.loads(RESULTS.read_text())))


def keep(name: str, draw: Any) -> None:
    """A picture as SVG and PNG."""
    picture = Picture(name, draw)
    for format in ("svg", "png"):
        (HERE / f"{name}.{format}").write_bytes(picture.bytes(format))


def robot(arm: da.Robot) -> Any:
    drawn = figure(6.0, 5.0)
    render(arm, POSTURE, ax=drawn.add_subplot(projection="3d"), colours=("#8a98a8", *JOINTS))
    return drawn


def pendulum() -> Any:
    """Swinging to rest, as on its page."""
    numbers = {"m": 1.2, "d": 0.4, "Il": 0.05, "Im": 2e-5, "n": 50, "bl": 0.08, "bm": 1e-5, "l": 0.8, "g": 9.81}
    return plot.phase_portrait(simulate(da.gallery.pendulum().bind(**numbers), [2.6], duration=8.0))


def parallelogram() -> Any:
    drawn = figure(5.0, 3.6)
    mechanism_picture(library.parallelogram(), drawn.add_subplot(), motion=6)
    return drawn


def equations() -> None:
    """The equations of the planar 2R, set by Typst on a page of their own size."""
    import typst

    body = da.equations(da.gallery.planar_2r()).typst()
    source = f"#set page(width: auto, height: auto, margin: 10pt)\n#set text(size: 13pt)\n$ {body} $\n"
    for format in ("svg", "png"):
        (HERE / f"equations.{format}").write_bytes(typst.compile(source.encode(), format=format, ppi=200))


def benchmark(results: dict[str, Any]) -> Any:
    """How many times faster than the rival, one bar a robot and quantity; both ran side by side."""
    rows = bars(results)
    drawn = figure(7.0, 0.5 + 0.36 * len(rows))
    axis = tidy(drawn.add_subplot(), "times as fast as Pinocchio (C++), one core, same run", "")
    for k, (_, ratio) in enumerate(rows):
        axis.barh(k, ratio, color=JOINTS[k % 2], height=0.66)
        axis.text(ratio, k, f" {ratio:.0f}×", va="center", fontsize=9)
    axis.set_yticks(range(len(rows)), [label for label, _ in rows])
    axis.invert_yaxis()
    axis.grid(axis="y", visible=False)
    return drawn


def bars(results: dict[str, Any]) -> list[tuple[str, float]]:
    """(robot and quantity, ratio) of every comparison."""
    return [
        (f"{robot}  {quantity.replace('_', ' ')}", float(row["ratio"]))
        for robot, rows in results["versus"].items()
        for quantity, row in rows.items()
        if isinstance(row, dict)
    ]


if __name__ == "__main__":
    main()
