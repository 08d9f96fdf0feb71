"""`ensemble`: a task done for many robots, here or on a cluster; what is done stays done.

Members are done in chunks, each a file of its own that is there whole or not at all. A study that is started again in the same
folder does what is missing. On a Dask cluster a chunk whose worker is lost is done again elsewhere, with the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert import file
from dalembert.ensemble.member import Member, Population, population
from dalembert.ensemble.simulation import Simulation
from dalembert.ensemble.spelling import digest
from dalembert.ensemble.table import decoded, encoded, parquet
from dalembert.errors import UnknownName, WrongValue, did_you_mean
from dalembert.robot.model import Robot
from dalembert.simulate.progress import Progress
from dalembert.typeset.card import Displayed

Array = NDArray[Any]
Task = Callable[[Member], Mapping[str, Any]] | Simulation
_RETRIES = 20  # of a chunk, on other workers


def ensemble(
    robot: Robot,
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
    """`run` for each of `members` robots that differ in their `parameters`; results as a `Study`.

    parameters   name → a row of numbers a member, a distribution of SciPy, or a function of a `numpy.random.Generator`;
                 the names are those of `compile(…, parameters=…)`.
    run          `Simulation(q0, duration, …)`, or a function of a `Member` (its robot, values, rng and index) that gives a
                 mapping of names to numbers and arrays. An error in it is kept with its member.
    path         a folder for the results, as Parquet; what is in it already is not done again.
    client       a `dask.distributed.Client`; without one the work is done here.
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"ensemble needs a Robot first, got {type(robot).__name__}")
    if not callable(run) and not isinstance(run, Simulation):
        raise WrongValue(f"run is a Simulation or a function of a member, got {run!r}")
    for what, x in (("members", members), ("chunk", chunk)):
        if isinstance(x, bool) or not isinstance(x, int) or x < 1:
            raise WrongValue(f"{what} is a whole number from 1 on, got {x!r}")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise WrongValue(f"seed is a whole number from 0 on, got {seed!r}")
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
    """The results of an ensemble: `columns["q"]` has a row a member; `member(i)` does one again, alone."""

    population: Population
    run: Task
    members: int
    chunk: int
    path: Path | None

    @cached_property
    def _kept(self) -> dict[int, bytes]:
        return {}

    def span(self, k: int) -> range:
        """The members of chunk k."""
        return range(k * self.chunk, min(self.members, (k + 1) * self.chunk))

    def _file(self, k: int) -> Path:
        assert self.path is not None
        return self.path / f"part-{k:06d}.parquet"

    @property
    def missing(self) -> list[int]:
        """The chunks that are not done."""
        count = -(-self.members // self.chunk)
        return [k for k in range(count) if k not in self._kept and (self.path is None or not self._file(k).exists())]

    def prepare(self) -> None:
        """The folder, which tells what is in it; another study's is refused."""
        if self.path is None:
            return
        place = file.folder(self.path) / "study.json"
        told = json.dumps(self._told(), indent=1, sort_keys=True)
        if not place.exists():
            file.save(place, told)
        elif place.read_text() != told:
            raise WrongValue(
                f"'{self.path}' holds another study (other robot, parameters, task, members, chunk or seed); take another folder"
            )

    def _told(self) -> dict[str, Any]:
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
            file.save(self._file(k), content, overwrite=True)

    def here(self) -> Iterator[tuple[int, bytes]]:
        """Chunks done in this process."""
        for k in self.missing:
            yield k, part(self.population, self.run, self.span(k))

    def there(self, client: Any) -> Iterator[tuple[int, bytes]]:
        """Chunks done by a cluster's workers, in the order they come back."""
        from dask.distributed import as_completed

        # each task carries what it needs: data scattered over workers would be lost with them
        waiting = {
            client.submit(part, self.population, self.run, self.span(k), retries=_RETRIES, pure=False): k
            for k in self.missing
        }
        for future in as_completed(list(waiting)):
            yield waiting[future], future.result()
            future.release()

    def member(self, index: int) -> dict[str, Any]:
        """The row of one member, done again: the same numbers as in the study."""
        if not 0 <= index < self.members:
            raise UnknownName(f"there is no member {index}; they are counted from 0 to {self.members - 1}")
        return _rows(self.population, self.run, range(index, index + 1))[0]

    @cached_property
    def table(self) -> Any:
        """All rows, as a pyarrow table."""
        return self._decoded[0]

    @cached_property
    def _decoded(self) -> tuple[Any, dict[str, tuple[int, ...]]]:
        count = -(-self.members // self.chunk)
        return decoded([self._kept[k] if self.path is None else self._file(k).read_bytes() for k in range(count)])

    @cached_property
    def columns(self) -> Mapping[str, Array]:
        """Name → `(members, …)`; NaN where a member failed, whose `error` tells why."""
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
        if name not in self.columns:
            raise UnknownName(f"the study has no column '{name}'{did_you_mean(name, self.columns)}")
        return self.columns[name]

    def to_pandas(self) -> Any:
        return self.table.to_pandas()


def part(whole: Population, run: Task, span: range) -> bytes:
    """The file of some members."""
    return encoded(_rows(whole, run, span))


def _rows(whole: Population, run: Task, span: range) -> list[dict[str, Any]]:
    members = [whole.member(i) for i in span]
    wrong = {m.index: whole.violation(m) for m in members}
    fit = [m for m in members if not wrong[m.index]]
    given = [{"member": m.index, **{k: v if len(v) > 1 else v[0] for k, v in m.values.items()}} for m in members]
    made: Sequence[Mapping[str, Any]]
    if isinstance(run, Simulation):
        made = run.chunk(fit, whole) if fit else []
    else:
        made = [_done(run, m) for m in fit]
    done = dict(zip([m.index for m in fit], made, strict=True))
    made = [done[m.index] if m.index in done else {"error": wrong[m.index]} for m in members]
    for row in made:
        if taken := set(row) & {"member", *members[0].values}:
            raise WrongValue(
                f"the task gives '{sorted(taken)[0]}', which is a column of the study already; take another name"
            )
    return [{**a, **b} for a, b in zip(given, made, strict=True)]


def _done(run: Callable[[Member], Mapping[str, Any]], member: Member) -> Mapping[str, Any]:
    """What the task gives; an error is told in its place."""
    try:
        found = run(member)
    except Exception as error:  # whatever it is, it is this member's alone
        return {"error": f"{type(error).__name__}: {error}"}
    if not isinstance(found, Mapping) or not all(isinstance(x, str) for x in found):
        raise WrongValue(f"the task of an ensemble gives a mapping of names to numbers, got {found!r}")
    return found
