"""The pictures of the README and of the documentation, made by the software itself: `python docs/pictures/make.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from matplotlib.image import imread

import dalembert as da
from dalembert.mobility import library
from dalembert.mobility.picture import plot as mechanism_picture
from dalembert.report import plot
from dalembert.report.document import Picture
from dalembert.report.motion import motion
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
    keep("overview", lambda: overview(arm), formats=("png",))


def keep(name: str, draw: Any, formats: tuple[str, ...] = ("svg", "png")) -> None:
    """A picture as SVG and PNG."""
    picture = Picture(name, draw)
    for format in formats:
        (HERE / f"{name}.{format}").write_bytes(picture.bytes(format))


def robot(arm: da.Robot) -> Any:
    drawn = figure(6.0, 5.0)
    render(arm, POSTURE, ax=drawn.add_subplot(projection="3d"), colours=("#8a98a8", *JOINTS))
    return drawn


def overview(arm: da.Robot) -> Any:
    """The first picture of the README: a robot, torques along a motion, equations, and bars where they were measured."""
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    drawn = figure(11.0, 7.4 if "versus" in results else 5.6)
    upper, middle, *lower = drawn.subfigures(
        3 if "versus" in results else 2, 1, height_ratios=(4.3, 1.3, 1.9)[: 3 if "versus" in results else 2]
    )
    left, right = upper.subfigures(1, 2)
    render(arm, POSTURE, ax=left.add_subplot(projection="3d"), colours=("#8a98a8", *JOINTS))
    move = motion(arm)
    axis = tidy(right.add_subplot(), "t (s)", "τ (N m)")
    plot.curves(axis, move.t, da.inverse_dynamics(arm, move.q, move.qd, move.qdd), arm.coordinates)
    page = middle.add_subplot()
    page.imshow(imread(HERE / "equations.png"))
    page.set_axis_off()
    if lower:
        draw_bars(lower[0].add_subplot(), bars(results))
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
    draw_bars(drawn.add_subplot(), rows)
    return drawn


def draw_bars(axis: Any, rows: list[tuple[str, str, float]]) -> None:
    tidy(axis, "times as fast as Pinocchio (C++), one core, same run", "")
    kinds = list(dict.fromkeys(quantity for _, quantity, _ in rows))
    for k, (_, quantity, ratio) in enumerate(rows):
        axis.barh(k, ratio, color=JOINTS[kinds.index(quantity) % len(JOINTS)], height=0.66)
        axis.text(ratio, k, f" {ratio:.0f}×", va="center", fontsize=9)
    axis.set_yticks(range(len(rows)), [f"{robot}  {quantity.replace('_', ' ')}" for robot, quantity, _ in rows])
    axis.invert_yaxis()
    axis.grid(axis="y", visible=False)


def bars(results: dict[str, Any]) -> list[tuple[str, str, float]]:
    """(robot, quantity, ratio) of every comparison in which both ran compiled loops over the same batch."""
    return [
        (robot, quantity, float(row["ratio"]))
        for robot, rows in results["versus"].items()
        for quantity, row in rows.items()
        if isinstance(row, dict) and "one_call" in row
    ]


if __name__ == "__main__":
    main()
