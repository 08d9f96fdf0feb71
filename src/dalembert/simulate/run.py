"""The record of a run: motion, efforts, energies and what happened."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import MissingExtra, WrongValue
from dalembert.simulate.event import Event

Array = NDArray[Any]
_COLUMNS = ("q", "qd", "qdd", "tau", "theta", "thetad")
_SCALARS = ("kinetic", "potential", "elastic", "work", "loss", "external")


@dataclass(frozen=True, eq=False)
class Run:
    """`t` (T,), motion (T, n); of a batch (..., T, n). Energies in J, `work`, `loss`, `external` since the start.

    `theta` are the motors of the elastic joints named in `elastic_joints`, on the link's side of their gears.
    """

    joints: tuple[str, ...]
    t: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    theta: Array
    thetad: Array
    kinetic: Array
    potential: Array
    elastic: Array
    work: Array
    loss: Array
    external: Array
    method: str = ""
    elastic_joints: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    statistics: dict[str, float] = field(default_factory=dict)
    robot: Any = field(default=None, repr=False)

    def __repr__(self) -> str:
        shape = " × ".join(map(str, self.q.shape[:-2])) + " trajectories of " if self.q.ndim > 2 else ""
        end = f"{self.t[-1]:g}" if len(self.t) else "0"
        return f"Run({shape}{len(self.t)} samples to {end} s, {self.method}, residual {self.residual:.1e})"

    @property
    def energy(self) -> Array:
        """Kinetic + potential + elastic energy."""
        return self.kinetic + self.potential + self.elastic

    @property
    def balance(self) -> Array:
        """E − E₀ − work + loss − external: zero but for the error of the integration."""
        energy = self.energy
        return energy - energy[..., :1] - self.work + self.loss - self.external

    @property
    def residual(self) -> float:
        """Largest |balance| relative to the largest energy that moved: kinetic, potential difference, work or loss."""
        if not self.t.size:
            return 0.0
        swing = [np.abs(x - x[..., :1]).max() for x in (self.potential, self.elastic)]
        moved = [np.abs(x).max() for x in (self.kinetic, self.work, self.loss, self.external)]
        still = 1e-9 * np.abs(self.potential).max()  # where nothing moves, roundings of the potential are all there is
        scale = max([*swing, *moved, still, np.finfo(float).tiny])
        return float(np.abs(self.balance).max() / scale)

    @property
    def power(self) -> Array:
        """τ q̇ of each joint's motor (of a rigid joint), W."""
        return self.tau * self.qd

    def plot(self, path: str | Path | None = None) -> Any:
        """Positions, velocities, torques and the energy ledger; written to `path` where one is given."""
        from dalembert.simulate.plot import plot_run

        return plot_run(self, path)

    def animate(self, *, speed: float = 1.0, frame: str | None = None) -> Any:
        """The run as a film: it shows itself in a notebook, `.save_html(path)` keeps it."""
        from dalembert.view import animate

        return animate(self, speed=speed, frame=frame)

    def _repr_png_(self) -> bytes | None:
        """The plot of one trajectory, for notebooks."""
        if self.q.ndim != 2:
            return None
        from io import BytesIO

        buffer = BytesIO()
        self.plot().savefig(buffer, format="png", dpi=80)
        return buffer.getvalue()

    def measured(self, encoder: Any = None, torque: Any = None, *, seed: int = 0) -> Run:
        """The run as a robot's own sensors log it: see `Encoder` and `TorqueSensor`."""
        from dalembert.simulate.sensor import measure

        return measure(self, encoder, torque, seed=seed)

    # ── files ─────────────────────────────────────────────────────────────────

    def table(self) -> dict[str, Array]:
        """Columns by name: t, q.joint1 …, kinetic, …; of one trajectory."""
        if self.q.ndim != 2:
            raise WrongValue(
                f"a table holds one trajectory; this run has {self.q.shape[:-2]}; take one with run[i], or write .npz"
            )
        columns: dict[str, Array] = {"t": self.t}
        for name in _COLUMNS:
            joints = self.elastic_joints if name.startswith("theta") else self.joints
            for k, joint in enumerate(joints):
                columns[f"{name}.{joint}"] = getattr(self, name)[:, k]
        columns |= {name: getattr(self, name) for name in _SCALARS}
        return columns

    def __getitem__(self, index: Any) -> Run:
        """One trajectory, or some, of a batch."""
        if self.q.ndim == 2:
            raise WrongValue("this run is one trajectory; there is nothing to pick from")
        parts = {f.name: getattr(self, f.name) for f in fields(self)}
        for name in (*_COLUMNS, *_SCALARS):
            parts[name] = parts[name][index]
        return Run(**parts)

    def to_csv(self, path: str | Path) -> None:
        """Comma-separated, one row a sample, 17 digits."""
        columns = self.table()
        numbers = np.column_stack(list(columns.values()))
        np.savetxt(path, numbers, delimiter=",", header=",".join(columns), comments="", fmt="%.17g")

    def to_npz(self, path: str | Path) -> None:
        """NumPy's archive; `Run.from_npz` reads it back."""
        arrays = {name: getattr(self, name) for name in ("t", *_COLUMNS, *_SCALARS)}
        names = {"joints": np.array(self.joints), "elastic_joints": np.array(self.elastic_joints, dtype="U")}
        content: dict[str, Any] = arrays | names | {"method": np.array(self.method)}
        np.savez_compressed(path, **content)

    @staticmethod
    def from_npz(path: str | Path) -> Run:
        """A run written by `to_npz`."""
        try:
            with np.load(path, allow_pickle=False) as data:
                arrays = {name: data[name] for name in ("t", *_COLUMNS, *_SCALARS)}
                joints, soft = (tuple(map(str, data[x])) for x in ("joints", "elastic_joints"))
                return Run(joints, **arrays, method=str(data["method"]), elastic_joints=soft)
        except (OSError, KeyError, ValueError) as error:
            raise WrongValue(f"'{path}' is not a run written by to_npz: {error}") from None

    def to_parquet(self, path: str | Path) -> None:
        """Apache Parquet, one row a sample."""
        try:
            arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        except ImportError:
            raise MissingExtra("Parquet files need the package pyarrow: pip install 'dalembert[data]'") from None
        parquet.write_table(arrow.table(self.table()), path)
