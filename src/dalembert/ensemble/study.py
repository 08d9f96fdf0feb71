"""Studies: run a task for many robots, locally or on a cluster, and resume interrupted runs.

Members are computed in chunks. Each chunk is written atomically to a separate Parquet file, which is byte-identical on
every machine. If a study is restarted in the same directory, only the missing chunks are computed. If a Dask worker
fails, another worker recomputes the chunk.

Each row describes a member: its index, its parameters, the results of the task, and `error`, which is empty on success.
Results are numbers or arrays. Arrays are stored as fixed-length lists, and their shapes are stored in the file
metadata.

A digest of the task identifies the study to which the results in a directory belong. The digest of a function depends
on its code, closure and defaults. The digest of a number or array depends on all digits. The digest of a distribution
or any other object depends on its class and contents. Module globals that are read by a function are not included in
the digest.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np

from dalembert import atomic_file, finding
from dalembert.argument import instance, integer, known, optional
from dalembert.boundary import Array, RobotLike, as_robot
from dalembert.ensemble.member import Member, Population, population
from dalembert.ensemble.tasks import Simulation
from dalembert.finding.finding import Column, FileName, Noun, given
from dalembert.progress import Progress
from dalembert.typeset.notebook_display import Displayed

_DEEPEST = 12


def digest(x: Any) -> str:
    """Compute a digest of an object from its canonical form."""
    return sha256(_canonical(x).encode()).hexdigest()


def _canonical(x: Any, depth: int = 0) -> str:
    if depth > _DEEPEST:
        return "…"

    def inside(*parts: Any) -> str:
        return "(" + ",".join(_canonical(y, depth + 1) for y in parts) + ")"

    if x is None or isinstance(x, (bool, int, float, complex, str, bytes)):
        return f"{type(x).__name__} {x!r}"
    if isinstance(x, (np.generic, np.ndarray)):
        return f"array {x.dtype} {x.shape} {sha256(x.tobytes()).hexdigest()}"
    if isinstance(x, CodeType):
        return "code" + inside(x.co_code, x.co_names, x.co_consts, x.co_varnames, x.co_freevars)
    if isinstance(x, (tuple, list)):
        return type(x).__name__ + inside(*x)
    if isinstance(x, (set, frozenset)):
        return "set(" + ",".join(sorted(_canonical(y, depth + 1) for y in x)) + ")"
    if isinstance(x, Mapping):
        return "map" + inside(*(part for pair in x.items() for part in pair))
    if hasattr(x, "__code__"):
        cells = tuple(cell.cell_contents for cell in x.__closure__ or ())
        return "function" + inside(x.__code__, cells, x.__defaults__, x.__kwdefaults__)
    kind = type(x)
    contents = getattr(x, "__dict__", None)
    if (callable(x) and contents is None) or isinstance(x, type):
        return f"{getattr(x, '__module__', '')}.{getattr(x, '__qualname__', kind.__qualname__)}"
    parts = {k: v for k, v in sorted((contents or {}).items()) if not k.startswith("__") and "random_state" not in k}
    if hasattr(x, "dist") and hasattr(x, "kwds"):  # a frozen SciPy distribution
        parts = {"name": x.dist.name, "args": x.args, "kwds": x.kwds}
    if hasattr(x, "func") and hasattr(x, "keywords"):  # a partial
        parts = {"func": x.func, "args": x.args, "keywords": x.keywords}
    return f"{kind.__module__}.{kind.__qualname__}" + inside(parts)


SHAPES = b"dalembert.shapes"


def encoded(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Encode rows as a Parquet file, and return the bytes."""
    arrow = parquet()[0]
    names = list(dict.fromkeys(name for row in rows for name in row if name != "error"))
    columns, shapes = {}, {}
    for name in names:
        found = [None if name not in row else np.asarray(row[name]) for row in rows]
        there = [x for x in found if x is not None]
        _storable(name, there)
        first = there[0]
        if first.dtype.kind != "U":
            first = first.astype(np.result_type(*there))
            found = [None if x is None else x.astype(first.dtype) for x in found]
        if first.shape:
            kind = arrow.list_(arrow.from_numpy_dtype(first.dtype), int(first.size))
            columns[name] = arrow.array([None if x is None else x.ravel().tolist() for x in found], kind)
            shapes[name] = list(first.shape)
        else:
            columns[name] = arrow.array([None if x is None else x.item() for x in found])
    columns["error"] = arrow.array([row.get("error") for row in rows], arrow.string())
    table = arrow.table(columns).replace_schema_metadata({SHAPES: json.dumps(shapes, sort_keys=True)})
    sink = io.BytesIO()
    parquet()[1].write_table(table, sink, compression="zstd")
    return sink.getvalue()


def _storable(name: str, values: Sequence[Array]) -> None:
    """Raise an error if the results of different members differ in shape or type."""
    shapes, kinds = {x.shape for x in values}, {x.dtype.kind for x in values}
    if len(shapes) > 1:
        fault: tuple[Any, ...] = Noun("other shapes"), given(sorted(shapes))
    elif not kinds <= set("fiubU"):
        fault = Noun("other type"), given(next(x.dtype for x in values if x.dtype.kind not in "fiubU"))
    elif "U" in kinds and len(kinds) > 1:
        fault = (Noun("text and number"),)
    elif values[0].size == 0:
        fault = (Noun("empty array"),)
    else:
        return
    raise finding.TaskResult(Column(name), *fault).error()


def decoded(parts: Sequence[bytes]) -> tuple[Any, dict[str, tuple[int, ...]]]:
    """Decode several files into one table, and return the table and the array shapes."""
    arrow, files = parquet()
    tables = [files.read_table(io.BytesIO(x)) for x in parts]
    found: dict[str, list[tuple[int, ...]]] = {}
    for table in tables:
        for name, shape in json.loads(table.schema.metadata[SHAPES]).items():
            found.setdefault(name, []).append(tuple(shape))
    for name, shapes in found.items():
        _storable(name, [np.broadcast_to(0.0, x) for x in shapes])
    whole = arrow.concat_tables([t.replace_schema_metadata(None) for t in tables], promote_options="permissive")
    return whole, {name: shapes[0] for name, shapes in found.items()}


def parquet() -> tuple[Any, Any]:
    """Return the modules pyarrow and pyarrow.parquet."""
    first, second = (optional(x, "ensemble.run", "dalembert[data]") for x in ("pyarrow", "pyarrow.parquet"))
    return first, second


Task = Callable[[Member], Mapping[str, Any]] | Simulation
_RETRIES = 20  # attempts per chunk on other workers


def run(
    robot: RobotLike,
    parameters: Mapping[str, Any],
    run: Task,
    *,
    members: int,
    seed: int = 0,
    path: str | Path | None = None,
    client: Any = None,
    chunk: int = 250,
    progress: bool | None = None,
) -> Study:
    """Run a task for many robots that differ only in their parameters.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot whose parameters vary between members.
    parameters : mapping
        Values of each parameter by name: one row of numbers per member, a SciPy distribution, or a function that takes
        a `numpy.random.Generator`. The names are the same as in `compile(…, parameters=…)`.
    run : Simulation, Identification or function of a Member
        Task for each member. A function must return a mapping from names to numbers and arrays. If the task raises an
        error, the error is stored in the row of the member.
    members : int
        Number of members.
    seed : int
        Seed of the random generators.
    path : str or path, optional
        Directory for the Parquet files with the results. Results that already exist in the directory are not computed
        again.
    client : dask.distributed.Client, optional
        Client of a cluster that computes the members. By default, the members are computed locally.
    chunk : int
        Number of members per file.
    progress : bool, optional
        Whether to show a progress bar.

    Returns
    -------
    Study

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> draws = {"link1.mass": lambda rng: rng.normal(2, 0.1)}
    >>> study = da.ensemble.run(robot, draws, da.ensemble.Simulation([0.5, 0.5], 1.0), members=20)
    >>> study["q"].std(axis=0).round(3)
    array([0.023, 0.026])
    """
    robot = as_robot(robot)
    if not callable(run):
        instance(run, "run", Simulation, "simulation or function")
    members, chunk = integer(members, "members", lower=1), integer(chunk, "chunk", lower=1)
    seed = integer(seed, "seed", lower=0)
    parquet()
    study = Study(
        population(robot, parameters, members, seed), run, members, chunk, None if path is None else Path(path)
    )
    study.prepare()
    with Progress(members, progress, "members done") as bar:
        done = members - sum(len(study.span(k)) for k in study.missing)
        for k, content in study.here() if client is None else study.there(client):
            study.keep(k, content)
            done += len(study.span(k))
            bar.at(done)
    return study


@dataclass(frozen=True)
class Study(Displayed):
    """Results of an ensemble.

    `columns["q"]` has one row per member, and `member(i)` recomputes one member separately.
    """

    population: Population
    run: Task
    members: int
    chunk: int
    path: Path | None

    @cached_property
    def _kept(self) -> dict[int, bytes]:
        return {}

    def span(self, k: int) -> range:
        """Return the indices of the members in chunk k."""
        return range(k * self.chunk, min(self.members, (k + 1) * self.chunk))

    def _file(self, k: int) -> Path:
        assert self.path is not None
        return self.path / f"part-{k:06d}.parquet"

    @property
    def missing(self) -> list[int]:
        """Indices of the chunks that have not been computed yet."""
        count = -(-self.members // self.chunk)
        return [k for k in range(count) if k not in self._kept and (self.path is None or not self._file(k).exists())]

    def prepare(self) -> None:
        """Create or open the directory of the study. Raise an error if the directory belongs to another study."""
        if self.path is None:
            return
        place = atomic_file.folder(self.path) / "study.json"
        stated = json.dumps(self._identity(), indent=1, sort_keys=True)
        if not place.exists():
            atomic_file.save(place, stated)
        elif place.read_text() != stated:
            raise finding.OtherStudy(FileName(str(self.path))).error()

    def _identity(self) -> dict[str, Any]:
        return {
            "robot": self.population.robot.name,
            "digest": self.population.robot.derived.digest.hex(),
            "parameters": [[name, digest(draw)] for name, draw in self.population.draws],
            "task": digest(self.run),
            "members": self.members,
            "chunk": self.chunk,
            "seed": self.population.seed,
        }

    def keep(self, k: int, content: bytes) -> None:
        if self.path is None:
            self._kept[k] = content
        else:
            atomic_file.save(self._file(k), content, overwrite=True)

    def here(self) -> Iterator[tuple[int, bytes]]:
        """Compute chunks in this process, and yield each chunk when it is finished."""
        for k in self.missing:
            yield k, part(self.population, self.run, self.span(k))

    def there(self, client: Any) -> Iterator[tuple[int, bytes]]:
        """Compute chunks on the workers of a cluster, and yield each chunk when it is finished."""
        from dask.distributed import as_completed

        # each task contains the required data, because data on a failed worker is lost
        waiting = {
            client.submit(part, self.population, self.run, self.span(k), retries=_RETRIES, pure=False): k
            for k in self.missing
        }
        for future in as_completed(list(waiting)):
            yield waiting[future], future.result()
            future.release()

    def member(self, index: int) -> dict[str, Any]:
        """Recompute the results of one member. The numbers are the same as in the study."""
        index = integer(index, "index", lower=0, upper=self.members - 1)
        return _rows(self.population, self.run, range(index, index + 1))[0]

    @cached_property
    def table(self) -> Any:
        """All rows as a pyarrow table."""
        return self._decoded[0]

    @cached_property
    def _decoded(self) -> tuple[Any, dict[str, tuple[int, ...]]]:
        count = -(-self.members // self.chunk)
        return decoded([self._kept[k] if self.path is None else self._file(k).read_bytes() for k in range(count)])

    @cached_property
    def columns(self) -> Mapping[str, Array]:
        """Results by name, each with one row per member.

        For failed members, the results are NaN and `error` contains the reason.
        """
        table, shapes = self._decoded
        found = {}
        for name in table.column_names:
            column = table.column(name)
            if name not in shapes:
                found[name] = column.to_numpy(zero_copy_only=False)
                continue
            blank = [np.nan] * int(np.prod(shapes[name]))
            rows = [blank if x is None else x for x in column.to_pylist()]
            found[name] = np.array(rows).reshape(len(rows), *shapes[name])
        return found

    def __getitem__(self, name: str) -> Array:
        return self.columns[known(name, self.columns, "column")]

    def to_pandas(self) -> Any:
        return self.table.to_pandas()


def part(whole: Population, run: Task, span: range) -> bytes:
    """Compute a subset of the members and return the contents of the chunk file."""
    return encoded(_rows(whole, run, span))


def _rows(whole: Population, run: Task, span: range) -> list[dict[str, Any]]:
    members = [whole.member(i) for i in span]
    wrong = [whole.violation(m) for m in members]
    fit = [m for m, reason in zip(members, wrong, strict=True) if not reason]
    drawn = [{"member": m.index, **{k: v if len(v) > 1 else v[0] for k, v in m.values.items()}} for m in members]
    done = iter(run.chunk(fit, whole) if isinstance(run, Simulation) else [_done(run, m) for m in fit])
    made = [{"error": reason} if reason else next(done) for reason in wrong]
    for row in made:
        named = isinstance(row, Mapping) and all(isinstance(x, str) for x in row)
        taken = sorted(set(row) & {"member", *members[0].values}) if named else []
        if taken or not named:
            reason, got = (Noun("taken name"), None) if taken else (Noun("not a mapping"), given(row))
            raise finding.TaskResult(Column(taken[0]) if taken else None, reason, got).error()
    return [{**a, **b} for a, b in zip(drawn, made, strict=True)]


def _done(run: Callable[[Member], Mapping[str, Any]], member: Member) -> Mapping[str, Any]:
    """Run the task for one member, and return the result or the error."""
    try:
        return run(member)
    except Exception as error:  # an error must not stop the other members
        return {"error": f"{type(error).__name__}: {error}"}
