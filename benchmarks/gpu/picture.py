"""The picture of `measure.py`: shares of the copy bandwidth, both layouts, and JAX beside them.

python benchmarks/gpu/picture.py [results.json] [picture]     writes picture.svg and picture.png
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

HERE = Path(__file__).resolve().parent
WORDS = {
    "inverse_dynamics": "inverse dynamics",
    "forward_dynamics": "forward dynamics",
    "mass_matrix": "M",
    "inverse_dynamics_derivatives": "∂τ",
}
NAMES = {"ur5": "UR5", "xarm7": "xArm7", "talos": "Talos"}  # the robots that are drawn


def draw(axes: Axes, name: str, rows: dict[str, list[dict[str, object]]], jax: dict[str, dict[str, float]]) -> None:
    """Bars of one robot, float32."""
    kernels = [x for x in rows["kernels"] if x["dtype"] == "float32"]
    quantities = [x for x in WORDS if any(row["quantity"] == x for row in kernels)]
    for shift, layout, colour in ((-0.27, "(n, B)", "#1f5f8b"), (0.0, "(B, n)", "#7fb2d6")):
        found = {row["quantity"]: row for row in kernels if row["layout"] == layout}
        places = [i + shift for i in range(len(quantities))]
        heights = [100 * float(str(found[x]["share_of_copy"])) for x in quantities]
        axes.bar(places, heights, 0.25, color=colour, label=f"float32 {layout}")
        for place, x in zip(places, quantities, strict=True):
            rate = float(str(found[x]["states_per_second"])) / 1e9
            axes.text(place, 2, f"{rate:.3g} G/s", rotation=90, ha="center", va="bottom", fontsize=7, color="white")
    for i, x in enumerate(quantities):
        theirs = jax.get(x, {})
        if "states_per_second" in theirs:
            own = next(row for row in kernels if row["quantity"] == x)
            share = (
                float(str(own["share_of_copy"])) * theirs["states_per_second"] / float(str(own["states_per_second"]))
            )
            axes.bar(i + 0.27, 100 * share, 0.25, color="#c0504d", label="the same graph in JAX" if i == 0 else None)
    axes.axhline(100, color="black", linewidth=0.6)
    axes.set_title(NAMES[name], fontsize=10)
    axes.set_xticks(range(len(quantities)), [WORDS[x] for x in quantities], fontsize=8, rotation=20)


def main() -> None:
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "results.json"
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else HERE / "gpu"
    results = json.loads(source.read_text())
    robots = {name: rows for name, rows in results["robots"].items() if name in NAMES}
    figure, panels = plt.subplots(1, len(robots), figsize=(11, 3.6), sharey=True, layout="constrained")
    for axes, (name, rows) in zip(panels, robots.items(), strict=True):
        draw(axes, name, rows, rows["jax"])
    panels[0].set_ylabel("bytes moved, % of a copy's")
    panels[0].set_ylim(0, 135)
    panels[0].legend(fontsize=7, loc="upper right")
    copy = median(row["copy_bytes_per_second"] for rows in results["robots"].values() for row in rows["kernels"])
    figure.suptitle(f"{results['gpu']}, copy {copy / 1e12:.2f} TB/s", fontsize=10)
    for kind in ("svg", "png"):
        figure.savefig(target.with_suffix(f".{kind}"), dpi=150)


if __name__ == "__main__":
    main()
