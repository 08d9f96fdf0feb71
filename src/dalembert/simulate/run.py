"""The record of a run: motion, efforts, energies and what happened."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import WrongValue
from dalembert.simulate.between import State, between
from dalembert.simulate.event import Event
from dalembert.simulate.excess import Excess, excesses
from dalembert.typeset.card import card

Array = NDArray[Any]
COLUMNS = ("q", "qd", "qdd", "tau", "theta", "thetad")
SCALARS = ("kinetic", "potential", "elastic", "work", "loss", "external", "projection")


@dataclass(frozen=True, eq=False)
class Run:
    """`t` (T,), `q` (T, nq), `qd`, `qdd`, `tau` (T, nv); of a batch (..., T, n). Energies in J, `elastic` of elastic
    joints and springs; `work`, `loss`, `external` since the start, `projection` what closing the loops after each step did.

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
    projection: Array
    method: str = ""
    elastic_joints: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    statistics: dict[str, float] = field(default_factory=dict)
    robot: Any = field(default=None, repr=False)

    def __repr__(self) -> str:
        shape = " × ".join(map(str, self.q.shape[:-2])) + " trajectories of " if self.q.ndim > 2 else ""
        end = f"{self.t[-1]:g}" if len(self.t) else "0"
        beyond = "".join(f"; {x}" for x in self.exceeded[:3]) + ("; …" if len(self.exceeded) > 3 else "")
        return f"Run({shape}{len(self.t)} samples to {end} s, {self.method}, residual {self.residual:.1e}{beyond})"

    @property
    def entries(self) -> tuple[str, ...]:
        """Names of the entries of q: the coordinates', and joint.qw … joint.qz of a ball."""
        if self.robot is None or self.robot.nq == len(self.joints):
            return self.joints
        names = [""] * self.robot.nq
        for joint in self.robot.joints:
            for c in joint.coordinates:
                own = [c.name] if c.motion != "ball" else [f"{joint.name}.q{letter}" for letter in "wxyz"]
                names[c.q] = own
        return tuple(names)

    @property
    def energy(self) -> Array:
        """Kinetic + potential + elastic energy."""
        return self.kinetic + self.potential + self.elastic

    @property
    def balance(self) -> Array:
        """E − E₀ − work + loss − external − projection: zero but for the error of the integration."""
        energy = self.energy
        return energy - energy[..., :1] - self.work + self.loss - self.external - self.projection

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
    def exceeded(self) -> tuple[Excess, ...]:
        """Where joints went beyond the robot's own `Limits`, the farthest of each."""
        return tuple(excesses(self))

    def at(self, t: Any) -> State:
        """(t, q, qd, qdd, tau) at a time or at many, between rows by their motion: fifth degree in q."""
        return between(self, t)

    @property
    def power(self) -> Array:
        """τ q̇ of each joint's motor (of a rigid joint), W."""
        return self.tau * self.qd

    def plot(self, path: str | Path | None = None, *, width: float | str = "page") -> Any:
        """Positions, velocities, torques and the energy ledger; written to `path` where one is given.

        `width`: "page" is 425 points, "column" 246, for a paper set in two; or a number of points.
        """
        from dalembert.simulate.plot import plot_run

        return plot_run(self, path, width=width)

    def animate(self, *, speed: float = 1.0, frame: str | None = None) -> Any:
        """The run as a film: it shows itself in a notebook, `.save_html(path)` keeps it."""
        from dalembert.view import animate

        return animate(self, speed=speed, frame=frame)

    def _repr_html_(self) -> str:
        """What happened, and the plot of one trajectory, for notebooks."""
        name = getattr(self.robot, "name", "")
        end = f"{self.t[-1]:g} s" if len(self.t) else "0 s"
        many = f"{' × '.join(map(str, self.q.shape[:-2]))} trajectories, " if self.q.ndim > 2 else ""
        facts = [
            ("method", self.method),
            ("samples", f"{many}{len(self.t)} to {end}"),
            ("energy residual", f"{self.residual:.1e}"),
        ]
        facts += [("events", str(len(self.events)))] if self.events else []
        facts += [("beyond its limits", "; ".join(map(str, self.exceeded)))] if self.exceeded else []
        figures = [self.plot()._repr_html_()] if self.q.ndim == 2 and len(self.t) > 1 else []
        return card(f"Run of {name}" if name else "Run", facts=facts, figures=figures)

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
        named = {"q": self.entries, "theta": self.elastic_joints, "thetad": self.elastic_joints}
        for name in COLUMNS:
            joints = named.get(name, self.joints)
            for k, joint in enumerate(joints):
                columns[f"{name}.{joint}"] = getattr(self, name)[:, k]
        columns |= {name: getattr(self, name) for name in SCALARS}
        return columns

    def __getitem__(self, index: Any) -> Run:
        """One trajectory, or some, of a batch."""
        if self.q.ndim == 2:
            raise WrongValue("this run is one trajectory; there is nothing to pick from")
        parts = {f.name: getattr(self, f.name) for f in fields(self)}
        for name in (*COLUMNS, *SCALARS):
            parts[name] = parts[name][index]
        return Run(**parts)

    def save(self, path: str | Path) -> Path:
        """The run in a file: .npz (all of it), .csv, .parquet, or a picture .svg, .png, .pdf. Returns the path."""
        from dalembert.simulate.archive import save

        return save(self, path)

    def to_csv(self, path: str | Path) -> None:
        """Comma-separated, one row a sample, 17 digits."""
        from dalembert.simulate.archive import to_csv

        to_csv(self, path)

    def to_npz(self, path: str | Path) -> None:
        """NumPy's archive of everything, events and robot too; `Run.from_npz` reads it back."""
        from dalembert.simulate.archive import to_npz

        to_npz(self, path)

    @staticmethod
    def from_npz(path: str | Path) -> Run:
        """A run written by `to_npz`."""
        from dalembert.simulate.archive import from_npz

        return from_npz(path)

    def to_parquet(self, path: str | Path) -> None:
        """Apache Parquet, one row a sample."""
        from dalembert.simulate.archive import to_parquet

        to_parquet(self, path)

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame`, one row a sample."""
        from dalembert.simulate.archive import to_frame

        return to_frame(self, "pandas")

    def to_polars(self) -> Any:
        """A `polars.DataFrame`, one row a sample."""
        from dalembert.simulate.archive import to_frame

        return to_frame(self, "polars")
