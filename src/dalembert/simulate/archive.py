"""Runs as files and tables: .npz keeps all of a run, .csv and .parquet the rows of one trajectory.

Every file is written beside its place and renamed into it.
"""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.errors import DalembertError, MissingExtra, WrongValue
from dalembert.file import written
from dalembert.formats.finding import Log
from dalembert.formats.toml import read as toml_read
from dalembert.formats.toml import write as toml_write
from dalembert.simulate.event import Event
from dalembert.simulate.run import COLUMNS, SCALARS, Run

PLOTS = (".svg", ".png", ".pdf")


def save(run: Run, path: str | Path) -> Path:
    """The run as the suffix says."""
    target = Path(path)
    writers: dict[str, Callable[[Run, Path], None]] = {".npz": to_npz, ".csv": to_csv, ".parquet": to_parquet}
    suffix = target.suffix.lower()
    if suffix in PLOTS:
        run.plot(target)
    elif suffix in writers:
        writers[suffix](run, target)
    else:
        raise WrongValue(f"a run is saved as {', '.join((*writers, *PLOTS))}; '{target.name}' is none of them")
    return target


def to_csv(run: Run, path: str | Path) -> None:
    """Comma-separated, one row a sample, 17 digits."""
    columns = run.table()
    with written(path) as beside, beside.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerow(columns)
        np.savetxt(file, np.column_stack(list(columns.values())), delimiter=",", fmt="%.17g")


def to_parquet(run: Run, path: str | Path) -> None:
    """Apache Parquet, one row a sample."""
    arrow, parquet = _package("pyarrow", "Parquet files"), _package("pyarrow.parquet", "Parquet files")
    with written(path) as beside:
        parquet.write_table(arrow.table(run.table()), beside)


def to_frame(run: Run, package: str) -> Any:
    """A table of pandas or polars."""
    return _package(package, f"tables of {package}").DataFrame(run.table())


def to_npz(run: Run, path: str | Path) -> None:
    """NumPy's archive of rows, events, robot and statistics."""
    content: dict[str, Any] = {name: getattr(run, name) for name in ("t", *COLUMNS, *SCALARS)}
    content |= {"joints": np.array(run.joints), "elastic_joints": np.array(run.elastic_joints, dtype="U")}
    content |= {"method": np.array(run.method), "events": np.array(json.dumps([asdict(e) for e in run.events]))}
    content["statistics"] = np.array(json.dumps({name: float(x) for name, x in run.statistics.items()}))
    if run.robot is not None:
        content["robot"] = np.array(toml_write.text(run.robot))
    with written(path) as beside, beside.open("wb") as file:
        np.savez_compressed(file, **content)


def from_npz(path: str | Path) -> Run:
    """A run written by `to_npz`; one of before events, robot and projections were kept has none."""
    try:
        with np.load(path, allow_pickle=False) as data:
            arrays = {name: data[name] for name in ("t", *COLUMNS, *SCALARS) if name in data or name != "projection"}
            arrays.setdefault("projection", np.zeros_like(arrays["work"]))
            joints, soft = (tuple(map(str, data[x])) for x in ("joints", "elastic_joints"))
            events = tuple(_event(e) for e in json.loads(str(data["events"]))) if "events" in data else ()
            statistics = dict(json.loads(str(data["statistics"]))) if "statistics" in data else {}
            robot = _robot(str(data["robot"]), str(path)) if "robot" in data else None
            _check(arrays, joints, soft, robot)
            return Run(
                joints, **arrays, method=str(data["method"]), elastic_joints=soft, events=events, statistics=statistics,
                robot=robot,
            )  # fmt: skip
    except (OSError, KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile, DalembertError) as error:
        raise WrongValue(f"'{path}' is not a run written by to_npz: {error}") from None


def _check(arrays: dict[str, Any], joints: tuple[str, ...], soft: tuple[str, ...], robot: Any) -> None:
    """Raise where what an archive holds does not go together."""
    n, rows = len(joints), arrays["t"].shape[0]
    if robot is not None and robot.coordinates != joints:
        raise WrongValue(f"its robot '{robot.name}' has other joints")
    entries = {"q": arrays["q"].shape[-1] if robot is None else robot.nq, "theta": len(soft), "thetad": len(soft)}
    for name, x in arrays.items():
        ends = (rows, entries.get(name, n)) if name in COLUMNS else (rows,)
        if x.dtype.kind != "f" or x.shape[x.ndim - len(ends) :] != ends:
            raise WrongValue(
                f"'{name}' holds {x.dtype} {x.shape}, and numbers of shape (…, {', '.join(map(str, ends))}) are needed"
            )
    if not (np.diff(arrays["t"]) > 0).all():
        raise WrongValue("its times do not rise")


def _event(given: dict[str, Any]) -> Event:
    return Event(**(given | {"q": tuple(given["q"]), "qd": tuple(given["qd"])}))


def _robot(text: str, path: str) -> Any:
    draft = toml_read.read(text.encode(), path, Log(file=path))
    draft.topology()
    return draft.robot()


def _package(name: str, what: str) -> Any:
    package = name.partition(".")[0]
    try:
        return import_module(name)
    except ImportError:
        how = "'dalembert[data]'" if package == "pyarrow" else package
        raise MissingExtra(f"{what} need the package {package}: pip install {how}") from None
