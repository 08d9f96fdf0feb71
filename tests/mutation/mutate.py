"""How much the tests notice: one small change of the source at a time, the tests that run it, and the share caught.

    python tests/mutation/mutate.py --record            which test runs which line, once (needs the package coverage)
    python tests/mutation/mutate.py --count 20 --seed 1  twenty changes in each area
    python tests/mutation/mutate.py --known              the changes that went unnoticed once

What a change is stands in `change.py`, how one is tried in `trial.py`. What the tests let through is printed as a
statement before and after. A survivor counts as missed unless `equivalent.json` says why it changes nothing that the
library promises; those are listed with their reason. With `--output` a run that is stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import asdict
from pathlib import Path

from change import AREAS, ROOT, SOURCE, Mutant, draw
from known import KNOWN, known
from trial import Bench, Map

HERE = Path(__file__).parent
RECORD = ROOT / ".mutation"


def record(folder: Path, tests: list[str]) -> None:
    """Run tests with the recorder; what was recorded of others stays."""
    environment = os.environ | {"RECORD": str(folder)}
    environment["PYTHONPATH"] = os.pathsep.join([str(SOURCE), str(HERE), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "pytest", "-p", "record", "-p", "no:cacheprovider", *(tests or ["tests"])]
    raise SystemExit(subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode)


def reason(mutant: Mutant, judged: list[dict[str, str]]) -> str:
    """Why a survivor is no fault, where somebody wrote that down."""
    same = (x for x in judged if (x["path"], x["before"], x["after"]) == (mutant.path, mutant.before, mutant.after))
    return next(same, {}).get("reason", "")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--record", nargs="*", metavar="TESTS", help="record these tests, or all, and stop")
    parser.add_argument("--known", action="store_true", help="the changes that went unnoticed once, not random ones")
    parser.add_argument("--area", action="append", choices=AREAS, help="may be repeated (default: all)")
    parser.add_argument("--count", type=int, default=20, help="changes in each area")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--budget", type=float, default=600, help="seconds of tests a change, quickest first")
    parser.add_argument(
        "--output", type=Path, help="append a line of JSON a trial; trials that stand there are not made"
    )
    parser.add_argument("--map", type=Path, default=RECORD, help="folder of what was recorded")
    options = parser.parse_args()
    if options.record is not None:
        record(options.map, options.record)
    if not options.known and not any(options.map.glob("*.json")):
        raise SystemExit(f"nothing is recorded in {options.map}; run mutate.py --record first")
    chosen = [x for area in options.area or AREAS for x in draw(area, options.count, options.seed)]
    if options.known:
        chosen = [known(name) for name in KNOWN]
    judged = json.loads((HERE / "equivalent.json").read_text())
    done: dict[tuple[str, int, str], dict[str, object]] = {}
    if options.output and options.output.exists():
        rows = [json.loads(x) for x in options.output.read_text().splitlines()]
        done = {(x["path"], x["line"], x["after"]): x for x in rows}
    results: list[tuple[Mutant, str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), Map(options.map), options.budget)
        for mutant in chosen:
            told = done.get((mutant.path, mutant.line, mutant.after))
            if told is None:
                by_name = [KNOWN[mutant.area][3]] if options.known else []
                told = asdict(mutant) | asdict(bench.trial(mutant, by_name))
                del told["text"]
                if options.output:
                    with options.output.open("a") as file:
                        file.write(json.dumps(told | {"seed": options.seed}, ensure_ascii=False) + "\n")
                print(
                    f"{told['kind']:9} {told['seconds']:5.0f} s  {mutant.path}:{mutant.line}  {told['test']}",
                    flush=True,
                )
            results.append((mutant, str(told["kind"]), str(told["test"])))
        noticed_by = sorted({test for _, kind, test in results if kind == "caught" and "::" in test})
        false = [x for x in noticed_by if bench.run([x])[0] != "survived"]
    show(results, judged, false)


def show(results: list[tuple[Mutant, str, str]], judged: list[dict[str, str]], false: list[str]) -> None:
    """The survivors, the reasons, and the share by area; what a test that fails by itself "caught" is missed."""
    counts: dict[str, Counter[str]] = {}
    for mutant, kind, test in results:
        why = reason(mutant, judged)
        verdict = "missed" if kind == "survived" or test in false else "noticed"
        if verdict == "missed" and why:
            verdict = "equivalent"
        counts.setdefault(mutant.area, Counter())[verdict] += 1
        if verdict != "noticed":
            print(f"\n{verdict}: {mutant.path}:{mutant.line}  {why}\n  - {mutant.before}\n  + {mutant.after}")
    print("\narea          noticed  missed  equivalent")
    for area, count in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        print(f"{area:12}  {count['noticed']:7}  {count['missed']:6}  {count['equivalent']:10}")
    print("".join(f"\nfails without a change, so what it noticed counts as missed: {x}" for x in false))


if __name__ == "__main__":
    main()
