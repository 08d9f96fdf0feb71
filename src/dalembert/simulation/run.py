"""Result of a simulation: motion, efforts, energies, events, exceeded limits, and interpolated states.

The energy balance is T + U + elastic − (T + U + elastic)₀ = motor work − friction loss + work of wrenches + projection.
Motor work, friction loss and the work of wrenches are integrated together with the motion, by the same method. The term
`projection` is the energy added by the loop-closure correction after each step. The residual of a run is the difference
between the two sides of the energy balance. [deluca]

Between samples, q is a polynomial of degree five in s = (t − t₀)/h, q = Σ_i b_i(s) (q₀, h q̇₀, h² q̈₀, q₁, h q̇₁, h²
q̈₁). [hairer1993, §II.6]

Quaternions are interpolated elementwise, with q̇ = ½ q ⊗ (0, ω), and then normalised. Interpolation smooths an impact
between two samples, so resolving impacts requires a short sampling interval. Efforts are interpolated linearly.

Joint limits apply to the position, velocity and effort of each joint. The position of a ball joint is the rotation
angle from q = (1, 0, 0, 0), which is at most π and is limited by `upper`.

An .npz file contains a complete run. The .csv and .parquet files contain the samples of a single trajectory. Files are
written under a temporary name and then renamed.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.algorithms.tangent import product
from dalembert.argument import Numbers, check_shape, choice, filled, increasing, optional, real, reals, single
from dalembert.atomic_file import written
from dalembert.boundary import Array
from dalembert.errors import DalembertError
from dalembert.finding.finding import External, FileName, Function, RobotName
from dalembert.robot.tree import tree
from dalembert.simulation.model import SimulationModel
from dalembert.simulation.sensor import Encoder, TorqueSensor, backward_difference, sliding
from dalembert.tolerance import ENERGY_ROUNDING, SAME_TIME
from dalembert.trajectory.joint_space import limits_exceeded
from dalembert.typeset.notebook_display import Displayed, card

# rows: coefficients of 1, s … s⁵ for q₀, h q̇₀, h² q̈₀, q₁, h q̇₁, h² q̈₁
_BASIS = np.array([
    [1, 0, 0, -10, 15, -6],
    [0, 1, 0, -6, 8, -3],
    [0, 0, 0.5, -1.5, 1.5, -0.5],
    [0, 0, 0, 10, -15, 6],
    [0, 0, 0, -4, 7, -3],
    [0, 0, 0, 0.5, -1, 0.5],
])  # fmt: skip


@dataclass(frozen=True)
class Event(Displayed):
    """Event of a run, such as a joint that sticks or hits a stop.

    Attributes
    ----------
    time : float
        Time in s.
    kind : str
        Kind of the event: "stick", "slip", "turn" (friction reverses its direction), "stop", "leave", or the name of a
        user's event function.
    joint : str or None
        Name of the affected coordinate.
    q, qd : tuple of float
        State at the event time.
    """

    UNITS: ClassVar[Mapping[str, str]] = {"time": "s", "q": "rad, m", "qd": "rad/s, m/s"}

    time: float
    kind: str
    joint: str | None
    q: tuple[float, ...]
    qd: tuple[float, ...]


class State(NamedTuple):
    """State of a run at one time or several times."""

    t: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array


def _entries(run: Run, q: Array, qd: Array, qdd: Array) -> tuple[Array, Array, Array]:
    """Compute q and the first and second derivatives elementwise.

    For quaternions, q̇ = ½ q ⊗ (0, ω) and q̈ = ½ (q̇ ⊗ (0, ω) + q ⊗ (0, ω̇)).
    """
    if q.shape[-1] == qd.shape[-1]:
        return q, qd, qdd
    first, second = np.zeros_like(q), np.zeros_like(q)
    for body in tree(run.robot).bodies:
        own, rates = list(body.entries), list(body.rates)
        v, a = qd[..., rates], qdd[..., rates]
        if body.motion == "ball":
            w, v = v, _spun(q[..., own], v)
            a = _spun(v, w) + _spun(q[..., own], a)
        first[..., own], second[..., own] = v, a
    return q, first, second


def _rates(run: Run, q: Array, first: Array, second: Array) -> tuple[Array, Array, Array]:
    """Compute (q, q̇, q̈) with unit quaternions and angular velocities, as the inverse of `_entries`."""
    n = run.qd.shape[-1]
    if q.shape[-1] == n:
        return q, first, second
    q, qd, qdd = q.copy(), *np.zeros((2, *q.shape[:-1], n))
    for body in tree(run.robot).bodies:
        own, rates = list(body.entries), list(body.rates)
        here = q[..., own]
        v = first[..., own]
        a = second[..., own]
        if body.motion == "ball":
            w = _spin(here, v)
            v, a = w, _spin(here, a - _spun(v, w))
            q[..., own] = here / np.linalg.norm(here, axis=-1, keepdims=True)
        qd[..., rates], qdd[..., rates] = v, a
    return q, qd, qdd


def _spun(q: Array, w: Array) -> Array:
    """Compute the quaternion derivative ½ q ⊗ (0, ω)."""
    return np.stack(product((*np.moveaxis(q, -1, 0),), (0.0, *np.moveaxis(w, -1, 0))), axis=-1) / 2


def _spin(q: Array, rate: Array) -> Array:
    """Compute ω from ½ q ⊗ (0, ω) = rate, for a quaternion of any length."""
    w, x, y, z = np.moveaxis(q, -1, 0)
    _, *spin = product((w, -x, -y, -z), (*np.moveaxis(rate, -1, 0),))
    turned: Array = 2 * np.stack(spin, axis=-1) / np.sum(q * q, axis=-1, keepdims=True)
    return turned


def rotation_angle(quaternion: NDArray[Any]) -> NDArray[Any]:
    """Compute the rotation angle 2 atan2(|v|, |w|) of quaternions whose first entry is w."""
    size = np.linalg.norm(quaternion[..., 1:], axis=-1)
    angle: NDArray[Any] = 2 * np.arctan2(size, np.abs(quaternion[..., 0]))
    return angle


COLUMNS = ("q", "qd", "qdd", "tau", "theta", "thetad")
SCALARS = ("kinetic", "potential", "elastic", "work", "loss", "external", "projection")
_PLOTS = (".svg", ".png", ".pdf")


@dataclass(frozen=True, eq=False)
class Run:
    """Result of a simulation.

    For a batch, arrays have additional leading axes, (..., T, n).

    Attributes
    ----------
    joints : tuple of str
        Names of the coordinates.
    t : ndarray, shape (T,)
        Times in s.
    q : ndarray, shape (T, nq)
        Coordinates in rad and m.
    qd, qdd, tau : ndarray, shape (T, nv)
        Velocities, accelerations, and motor efforts on the link side of the gears.
    theta, thetad : ndarray, shape (T, m)
        Motor angles and velocities of the m elastic joints in `elastic_joints`, on the link side of the gears.
    kinetic, potential, elastic : ndarray, shape (T,)
        Energies in J. `elastic` is the energy stored in elastic joints and springs.
    work, loss, external, projection : ndarray, shape (T,)
        Energies in J since the start: motor work, friction loss, work of wrenches, and energy added by the loop-closure
        correction.
    method : str
        Integration method.
    events : tuple of Event
        Events in chronological order.
    statistics : dict
        Number of steps, number of evaluations, and computing time in seconds.
    robot : Robot or None
        The simulated robot.
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
        """Names of the entries in q: coordinate names, or joint.qw to joint.qz for a ball joint."""
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
        """Sum of kinetic, potential and elastic energy in J."""
        return self.kinetic + self.potential + self.elastic

    @property
    def balance(self) -> Array:
        """Energy error of the integration in J: E − E₀ − work + loss − external − projection."""
        energy = self.energy
        return energy - energy[..., :1] - self.work + self.loss - self.external - self.projection

    @property
    def residual(self) -> float:
        """Largest energy error, relative to the largest kinetic energy, change in potential energy, work or loss."""
        if not self.t.size:
            return 0.0
        swing = [np.abs(x - x[..., :1]).max() for x in (self.potential, self.elastic)]
        moved = [np.abs(x).max() for x in (self.kinetic, self.work, self.loss, self.external)]
        still = ENERGY_ROUNDING * np.abs(self.potential).max()
        scale = max([*swing, *moved, still, np.finfo(float).tiny])
        return float(np.abs(self.balance).max() / scale)

    @property
    def exceeded(self) -> tuple[finding.LimitExceeded, ...]:
        """Joint limits that the run exceeds, and by how much. The result is empty if `robot` is None."""
        found: list[finding.LimitExceeded] = []
        last = None
        for own in self.robot.dofs if self.robot is not None else ():
            if own.q != last:  # one entry per ball joint, not per coordinate
                q = self.q[..., own.q]
                position = rotation_angle(q) if own.motion == "ball" else q[..., 0]
                found += limits_exceeded(own, "position", position, self.t)
            found += limits_exceeded(own, "velocity", self.qd[..., own.qd], self.t)
            found += limits_exceeded(own, "effort", self.tau[..., own.qd], self.t)
            last = own.q
        return tuple(found)

    def at(self, t: Numbers) -> State:
        """Compute (t, q, qd, qdd, tau) at one or several times.

        The coordinates q are interpolated by fifth-degree polynomials.
        """
        times = reals(t, "t")
        start, end = (float(x) for x in filled(self.t, "run")[[0, -1]])
        check_shape(times.shape, "t", (), ("N",))
        for outside in np.atleast_1d(times)[~((times >= start) & (times <= end)).ravel()]:
            real(outside, "t", lower=start, upper=end, unit="s")
        i = np.clip(np.searchsorted(self.t, times, side="right") - 1, 0, max(0, len(self.t) - 2))
        j = np.minimum(i + 1, len(self.t) - 1)
        h = np.where(j > i, self.t[j] - self.t[i], 1.0)
        s, h = ((times - self.t[i]) / h)[..., None], h[..., None]
        rows = [[x[..., k, :] for x in (self.q, self.qd, self.qdd)] for k in (i, j)]
        ends = [x * h**d for row in rows for d, x in enumerate(_entries(self, *row))]
        found = []
        for order in range(3):
            weights = [np.polynomial.Polynomial(row).deriv(order) for row in _BASIS]
            found.append(sum(w(s) * x for w, x in zip(weights, ends, strict=True)) / h**order)
        tau = self.tau[..., i, :] + s * (self.tau[..., j, :] - self.tau[..., i, :])
        return State(times, *_rates(self, *found), tau)

    @property
    def power(self) -> Array:
        """Motor power τ q̇ in W for each rigid joint."""
        return self.tau * self.qd

    def plot(self, path: str | Path | None = None, *, width: float | str = "page") -> Any:
        """Plot positions, velocities, torques and energies, and save the figure if `path` is given.

        `width` is "page" (425 points), "column" (246 points, for a two-column page), or a number of points.
        """
        from dalembert.simulation.plot import plot_run

        return plot_run(self, path, width=width)

    def animate(self, *, speed: float = 1.0, frame: str | None = None) -> Any:
        """Animate the run. A notebook displays the result, and `.save_html(path)` writes an HTML page."""
        from dalembert.view.scene import animate

        return animate(self, speed=speed, frame=frame)

    def _repr_html_(self) -> str:
        """Return a summary and a plot as HTML, for notebooks."""
        figures = [self.plot()._repr_html_()] if self.q.ndim == 2 and len(self.t) > 1 else []
        facts = [("events", len(self.events))] if self.events else []
        title = f"Run of {self.robot.name}" if self.robot else "Run"
        return card(title, facts=facts, words=[repr(self)], figures=figures)

    def measured(self, encoder: Encoder | None = None, torque: TorqueSensor | None = None, *, seed: int = 0) -> Run:
        """Simulate `Encoder` and `TorqueSensor` readings for the run. Energies remain exact."""
        rng = np.random.default_rng(seed)
        pick: Any = slice(None)
        if encoder is not None:
            step = self.t[1] - self.t[0] if len(self.t) > 1 else encoder.period
            if encoder.period < step * (1 - SAME_TIME):
                real(encoder.period, "encoder.period", lower=float(step), unit="s")
            wanted = np.arange(0.0, self.t[-1] + step / 2, encoder.period)
            pick = np.unique(np.searchsorted(self.t[:-1], wanted - step / 2))
        rows = {name: getattr(self, name)[..., pick, :] for name in COLUMNS}
        sums = {name: getattr(self, name)[..., pick] for name in SCALARS}
        t = self.t[pick]
        if encoder is not None:
            if self.robot is None:
                raise finding.RunWithoutRobot(Function("measured")).error()
            rows["q"] = encoder.read(rows["q"], sliding(self.robot))
            rows["qd"] = backward_difference(rows["q"], t)
            rows["qdd"] = backward_difference(rows["qd"], t)
        if torque is not None:
            rows["tau"] = torque.read(rows["tau"], rng)
        return replace(self, t=t, **rows, **sums)

    # ── files ─────────────────────────────────────────────────────────────────

    def table(self) -> dict[str, Array]:
        """Return the columns of a single trajectory by name, such as t, q.joint1 and kinetic."""
        single(self.q.shape[:-2], "table")
        columns: dict[str, Array] = {"t": self.t}
        named = {"q": self.entries, "theta": self.elastic_joints, "thetad": self.elastic_joints}
        for name in COLUMNS:
            values = getattr(self, name).T
            columns |= {f"{name}.{x}": column for x, column in zip(named.get(name, self.joints), values, strict=True)}
        columns |= {name: getattr(self, name) for name in SCALARS}
        return columns

    def __getitem__(self, index: Any) -> Run:
        """Return one or several trajectories of a batch."""
        if self.q.ndim == 2:
            raise finding.SingleTrajectory().error()
        parts = {f.name: getattr(self, f.name) for f in fields(self)}
        for name in (*COLUMNS, *SCALARS):
            parts[name] = parts[name][index]
        return Run(**parts)

    def save(self, path: str | Path) -> Path:
        """Write the run to a file and return its path.

        The suffix selects the format: .npz (complete run), .csv, .parquet, or .svg, .png or .pdf for a plot.
        """
        target = Path(path)
        writers: dict[str, Callable[[Path], Any]] = {
            ".npz": self.to_npz,
            ".csv": self.to_csv,
            ".parquet": self.to_parquet,
        }
        suffix = choice(target.suffix.lower(), "path", (*writers, *_PLOTS))
        writers.get(suffix, self.plot)(target)
        return target

    def to_csv(self, path: str | Path) -> None:
        """Write comma-separated values with 17 significant digits, one row per sample."""
        write_csv(path, self.table())

    def to_npz(self, path: str | Path) -> None:
        """Write rows, events, robot and statistics to an .npz file that `Run.from_npz` can read."""
        from dalembert.formats import toml

        content: dict[str, Any] = {name: getattr(self, name) for name in ("t", *COLUMNS, *SCALARS)}
        content |= {"joints": np.array(self.joints), "elastic_joints": np.array(self.elastic_joints, dtype="U")}
        content |= {"method": np.array(self.method), "events": np.array(json.dumps([asdict(e) for e in self.events]))}
        content["statistics"] = np.array(json.dumps({name: float(x) for name, x in self.statistics.items()}))
        if self.robot is not None:
            content["robot"] = np.array(toml.text(self.robot))
        with written(path) as beside, beside.open("wb") as file:
            np.savez_compressed(file, **content)

    @staticmethod
    def from_npz(path: str | Path) -> Run:
        """Read a run from a file written by `Run.to_npz`."""
        import zipfile

        try:
            with np.load(path, allow_pickle=False) as data:
                arrays = {name: data[name] for name in ("t", *COLUMNS, *SCALARS)}
                joints, soft = (tuple(map(str, data[x])) for x in ("joints", "elastic_joints"))
                events, statistics = (json.loads(str(data[x])) for x in ("events", "statistics"))
                events = [Event(**(e | {"q": tuple(e["q"]), "qd": tuple(e["qd"])})) for e in events]
                robot = _robot(str(data["robot"]), str(path)) if "robot" in data else None
                _check(arrays, joints, soft, robot)
                given: dict[str, Any] = {"events": tuple(events), "statistics": dict(statistics)}
                return Run(joints, **arrays, **given, method=str(data["method"]), elastic_joints=soft, robot=robot)
        except (OSError, KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile, DalembertError) as error:
            cause = error.finding if isinstance(error, DalembertError) else External(str(error))
            raise finding.NotARun(FileName(str(path)), cause).error() from None

    def to_parquet(self, path: str | Path) -> None:
        """Write an Apache Parquet file with one row per sample."""
        arrow, parquet = (optional(x, "to_parquet", "dalembert[data]") for x in ("pyarrow", "pyarrow.parquet"))
        with written(path) as beside:
            parquet.write_table(arrow.table(self.table()), beside)

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame` with one row per sample."""
        return optional("pandas", "to_pandas").DataFrame(self.table())


def record(
    model: SimulationModel,
    t: Array,
    x: Array,
    qdd: Array,
    tau: Array,
    energies: Array,
    method: str,
    events: tuple[Event, ...],
) -> Run:
    """Create a run from sequences of states, accelerations, motor efforts and energies (T, U, elastic)."""
    L = model.layout
    kinetic, potential, elastic = np.moveaxis(energies, -1, 0)
    work, loss, external, *more = np.moveaxis(x[..., L.ledger], -1, 0)
    projection = more[0] if more else np.zeros_like(work)
    return Run(
        joints=model.robot.coordinates, t=t,
        q=x[..., L.q], qd=x[..., L.qd], qdd=qdd, tau=tau,
        theta=x[..., L.theta], thetad=x[..., L.thetad],
        kinetic=kinetic, potential=potential, elastic=elastic, work=work, loss=loss, external=external,
        projection=projection, method=method, elastic_joints=model.elastic_names, events=events, robot=model.robot,
    )  # fmt: skip


def write_csv(path: str | Path, columns: Mapping[str, Array]) -> None:
    """Write columns as comma-separated values with 17 significant digits."""
    with written(path) as beside, beside.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerow(columns)
        np.savetxt(file, np.column_stack(list(columns.values())), delimiter=",", fmt="%.17g")


def _check(arrays: dict[str, Any], joints: tuple[str, ...], soft: tuple[str, ...], robot: Any) -> None:
    """Raise an error if the contents of an archive are inconsistent."""
    n, rows = len(joints), arrays["t"].shape[0]
    if robot is not None and robot.coordinates != joints:
        raise finding.OtherJoints(RobotName(robot.name)).error()
    entries = {"q": arrays["q"].shape[-1] if robot is None else robot.nq, "theta": len(soft), "thetad": len(soft)}
    for name, x in arrays.items():
        ends = (rows, entries.get(name, n)) if name in COLUMNS else (rows,)
        check_shape(reals(x, name).shape, name, ("...", *ends))
    increasing(arrays["t"], "t")


def _robot(text: str, path: str) -> Any:
    from dalembert.formats import toml
    from dalembert.formats.robot_file import FindingLog

    draft = toml.read(text.encode(), path, FindingLog())
    draft.topology()
    return draft.robot()
