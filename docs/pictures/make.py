"""The pictures of the README and of the documentation, made by the software itself: `python docs/pictures/make.py`."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.image import imread, imsave
from PIL import Image
from PIL.PngImagePlugin import PngInfo

import dalembert as da
from dalembert.document.plot import Picture
from dalembert.document.report import plot
from dalembert.drawing import chart
from dalembert.mobility import library
from dalembert.simulation.simulate import simulate
from dalembert.typeset import fonts
from dalembert.typeset.palette import INK, JOINTS, KINDS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ARM = Path(da.__file__).parent / "assets" / "arm.urdf"
POSTURE = (0.5, -0.95, 1.0, 0.55, 0.9, 0.3)
RESULTS = ROOT / "benchmarks" / "results.json"
DARK = ("#0d1117", "#ecedef")  # paper of dark pages where the README is read, and ink on it
SHOWN = ("planar_2r", "scara", "ur5", "panda", "stewart", "quadruped")  # the first picture of the README


def main() -> None:
    arm = da.load(ARM)
    keep("robot", lambda: da.draw(arm, POSTURE))
    keep("torques", lambda: plot.torques(arm))
    keep("torque_parts", lambda: plot.torque_parts(arm, 1))
    keep("reach", lambda: reach(arm))
    for name in ("planar_2r", "scara", "stanford"):
        keep(name, lambda name=name: da.draw(getattr(da.gallery, name)()))
    keep("puma560", lambda: reach(da.gallery.puma560()))
    keep("pendulum", pendulum)
    keep("parallelogram", library.drawn("parallelogram").draw)
    equations()
    if RESULTS.exists():
        keep("benchmark", lambda: benchmark(json.loads(RESULTS.read_text())))
    keep("overview", overview, formats=("png",))
    darken("overview")
    for name in ("overview", "overview-dark") if RESULTS.exists() else ():
        record(name, json.loads(RESULTS.read_text()))


def keep(name: str, draw: Any, formats: tuple[str, ...] = ("svg", "png")) -> None:
    """A picture as SVG and PNG."""
    picture = Picture(name, draw)
    for format in formats:
        (HERE / f"{name}.{format}").write_bytes(picture.bytes(format, dpi=200))


def darken(name: str) -> None:
    """A twin of a PNG for dark pages: paper and ink change places, hues stay."""
    found = imread(HERE / f"{name}.png")[..., :3]
    light = found @ (0.2126, 0.7152, 0.0722)
    paper, ink = (np.array(to_rgb(x)) for x in DARK)
    turned = paper + (1 - light)[..., None] * (ink - paper) + (found - light[..., None])
    imsave(HERE / f"{name}-dark.png", np.clip(turned, 0, 1))


def record(name: str, results: dict[str, Any]) -> None:
    """Store the benchmark ratios that a PNG shows in its metadata, where a test compares them with the results."""
    path, about = HERE / f"{name}.png", PngInfo()
    about.add_text("ratios", json.dumps(labels(results)))
    with Image.open(path) as image:
        image.save(path, dpi=(200, 200), pnginfo=about)


def labels(results: dict[str, Any]) -> list[str]:
    """Return the labels of the bars, in order."""
    return [f"{robot} {quantity} {ratio:.0f}" for robot, quantity, ratio in bars(results)]


def overview() -> Any:
    """The first picture of the README: robots, the equations of one, the torque of another by kinds, and bars."""
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    heights = (112.0, 176.0, *((104.0,) if "versus" in results else ()))
    drawn = chart.figure(680.0, sum(heights))
    upper, middle, *last = drawn.subfigures(len(heights), 1, height_ratios=heights)
    for axis, name in zip(upper.subplots(1, len(SHOWN)).flat, SHOWN, strict=True):
        show(
            axis,
            da.draw(getattr(da.gallery, name)(), style=da.view.DrawStyle(frames=False, labels=False)).bytes("png", 400),
        )
    left, right = middle.subplots(1, 2, width_ratios=(1.0, 1.05))
    show(left, (HERE / "equations.png").read_bytes())
    show(right, bytes_of(plot.torque_parts(da.gallery.panda(), 1, width=330.0)))
    if last:
        draw_bars(last[0].add_subplot(), bars(results))
    return drawn


def show(axis: Any, data: bytes) -> None:
    axis.imshow(imread(BytesIO(data)), interpolation="antialiased")
    axis.set_axis_off()


def bytes_of(figure: Any) -> bytes:
    kept = BytesIO()
    figure.savefig(kept, format="png", dpi=400)
    return kept.getvalue()


def reach(robot: da.Robot) -> Any:
    """A section of the workspace of the last frame."""
    drawn = chart.figure(300.0, 252.0)
    da.kinematics.workspace(robot, samples=60_000).plot(drawn.add_subplot())
    return drawn


def pendulum() -> Any:
    """Swinging to rest, as on its page."""
    numbers = {"m": 1.2, "d": 0.4, "Il": 0.05, "Im": 2e-5, "n": 50, "bl": 0.08, "bm": 1e-5, "l": 0.8, "g": 9.81}
    return plot.phase_portrait(simulate(da.gallery.pendulum().bind(**numbers), [2.6], duration=8.0))


def equations() -> None:
    """The equations of the planar 2R, set by Typst on a page of their own size."""
    import typst

    body = da.equations(da.gallery.planar_2r()).typst()
    type = f'#set text(size: 11pt, font: "{fonts.TEXT}")\n#show math.equation: set text(font: "{fonts.MATH}")\n'
    source = f"#set page(width: auto, height: auto, margin: 6pt)\n{type}$ {body} $\n"
    for format in ("svg", "png"):
        made = typst.compile(source.encode(), format=format, ppi=300, font_paths=[fonts.folder()])
        (HERE / f"equations.{format}").write_bytes(made)


def benchmark(results: dict[str, Any]) -> Any:
    """How many times faster than the rival, one bar a robot and quantity; both ran side by side."""
    rows = bars(results)
    drawn = chart.figure("page", 40.0 + 15.0 * len(rows))
    draw_bars(drawn.add_subplot(), rows)
    return drawn


def draw_bars(axis: Any, rows: list[tuple[str, str, float]]) -> None:
    chart.tidy(axis, x="times as fast as Pinocchio (C++), one core, same run")
    kinds = list(dict.fromkeys(quantity for _, quantity, _ in rows))
    colours = [KINDS["inertial"][0], JOINTS[1][0], KINDS["gravity"][0], JOINTS[0][0]]
    for k, (_, quantity, ratio) in enumerate(rows):
        axis.barh(k, ratio, color=colours[kinds.index(quantity) % len(colours)], height=0.66)
        axis.annotate(f"{ratio:.0f}×", (ratio, k), xytext=(3, 0), textcoords="offset points", va="center",
                      **chart.lettering())  # fmt: skip
    names = [f"{robot}  {quantity.replace('_', ' ')}" for robot, quantity, _ in rows]
    axis.set_yticks(range(len(rows)), names, **chart.lettering(colour=INK))
    axis.invert_yaxis()
    axis.grid(axis="y", visible=False)
    axis.tick_params(axis="y", length=0)


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
