"""Run the benchmarks, print the tables, write `benchmarks/results.json`, the README's table and the page of costs.

python benchmarks/run.py            everything
python benchmarks/run.py versus     one part
"""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from dalembert.codegen.runtimes.machine_code import host

HERE = Path(__file__).resolve().parent
RESULTS, README = HERE / "results.json", HERE.parent / "README.md"
COSTS = HERE.parent / "docs" / "operations.md"
PARTS = {
    "versus": "versus_pinocchio",
    "limit": "limit",
    "mechanisms": "mechanisms",
    "exported_c": "exported_c",
    "webassembly": "webassembly",
    "start": "start",
    "closed": "closed",
    "simulation": "simulation",
    "inverse_kinematics": "inverse_kinematics",
}


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    names = re.findall(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text()) if sys.platform == "linux" else []
    packages = ("numpy", "llvmlite", "pin", "mujoco", "sympy")
    return {
        "cpu": names[0] if names else platform.processor(),
        "target": host().cpu,
        "doubles_per_vector": host().vector_bytes // 8,
        "python": platform.python_version(),
        **{name: version(name) for name in packages},
    }


def speed_table(results: dict[str, Any]) -> Table:
    host_ = results["machine"]
    table = Table(title=f"one core, batches of 4096; {host_['cpu']}, {host_['doubles_per_vector']} doubles a vector")
    for column in (
        "robot",
        "quantity",
        "operations",
        "ours / ns",
        "Pinocchio / ns",
        "ratio",
        "F/C order",
        "f32/f64",
        "one call, ours, Pinocchio / µs",
    ):
        table.add_column(column, justify="right")
    for robot, rows in results["versus"].items():
        for quantity, row in rows.items():
            if quantity == "n":
                continue
            call = row.get("one_call")
            table.add_row(
                robot,
                quantity,
                str(row["operations"]),
                f"{row['ours_ns']:.1f}",
                f"{row['theirs_ns']:.0f}",
                f"{row['ratio']:.1f} ({row['ratio_low']:.1f}–{row['ratio_high']:.1f})",
                f"{row['fortran_over_c']:.2f}" if call else "",
                f"{row['float32_over_float64']:.2f}" if call else "",
                f"{call['ours_us']:.2f} / {call['theirs_us']:.2f}" if call else "",
            )
    return table


def readme_table(results: dict[str, Any]) -> str:
    lines = [
        "| robot | quantity | multiplications and additions | speed-up over a batch call of Pinocchio "
        "| speed-up over one Python call of Pinocchio per state |",
        "|---|---|---|---|---|",
    ]
    for robot, rows in results["versus"].items():
        for quantity, row in rows.items():
            if quantity != "n":
                ratio = f"{row['ratio']:.0f}×"
                columns = (ratio, "") if "one_call" in row else ("", ratio)
                name = quantity.replace("_", " ")
                lines.append(f"| {robot} | {name} | {row['operations']} | {columns[0]} | {columns[1]} |")
    measured = (
        "The table lists robots from example-robot-data, without drives, in float64. `make bench` measured the speeds on "
        f"{where(results)}, with both libraries in the same process. The batch calls `rneaInParallel` and `abaInParallel` "
        "process 4096 states in C++ with one thread. `crba` and `computeRNEADerivatives` are called from Python, once for "
        "each of 512 states, so their ratio includes the call overhead. "
        "`dalembert count` prints the multiplications and additions per state."
    )
    return "\n".join([*lines, "", measured])


def where(results: dict[str, Any]) -> str:
    return f"one core ({results['machine']['cpu']}, {results['machine']['doubles_per_vector']} doubles per vector)"


def put(page: Path, mark: str, text: str) -> None:
    """Replace the text between a page's marks."""
    place = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- /{mark} -->)", re.DOTALL)
    page.write_text(place.sub(lambda found: f"{found[1]}{text}\n{found[2]}", page.read_text()))


def main(wanted: list[str]) -> None:
    console = Console(width=160)
    results: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    results["machine"] = machine()
    everywhere = os.sched_getaffinity(0)
    for part in wanted or PARTS:
        console.print(f"measuring {part} …")
        results[part] = import_module(PARTS[part]).main()
        os.sched_setaffinity(0, everywhere)  # some parts keep to one core
        RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    if "versus" in results:
        console.print(speed_table(results))
        put(README, "speed", readme_table(results))
    if "limit" in results:
        shown = import_module("limit_shown")
        console.print(shown.table(results["limit"]))
        put(COSTS, "limit", shown.page(results["limit"], where(results)))
    console.print_json(json.dumps({k: v for k, v in results.items() if k not in ("versus", "limit")}))


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    main(sys.argv[1:])
