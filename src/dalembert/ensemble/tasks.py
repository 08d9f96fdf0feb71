"""Tasks of an ensemble: simulate each member, or identify one robot per log.

The simulations of all members share one compiled stepper, whose inputs include the parameters and the efforts. Values
that depend only on the parameters are computed once per member. Members are simulated one by one if the robot has loops
or if the method is neither "rk4" nor "euler".

An identification produces one row per log, on this machine or on a cluster:

da.ensemble.run(robot, {}, da.ensemble.Identification(paths), members=len(paths), path="fits")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, final

import numpy as np

from dalembert import finding
from dalembert.algorithms.state_equation import Plant
from dalembert.argument import filled, integer, real, shaped
from dalembert.boundary import Array
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.codegen.runtimes.stepping import CompiledStepping
from dalembert.ensemble.member import Member, Population
from dalembert.errors import DalembertError
from dalembert.finding.finding import Argument, Measure, Unit
from dalembert.robot.tree import regroup, tree
from dalembert.simulation.integrator import compiled_stepper, traced_stage
from dalembert.simulation.model import motor_limits, simulation_model
from dalembert.simulation.simulate import Method, Recording, Solver, simulate
from dalembert.tolerance import SAME_TIME, STEP
from dalembert.typeset.notebook_display import Displayed

_TOGETHER = ("rk4", "euler")


@dataclass(frozen=True)
class Simulation(Displayed):
    """Simulation of each member from `q0` and `qd0` under constant efforts `tau`.

    `q0`, `qd0` and `tau` can each be an array of numbers or a function that takes the random generator.

    The result for a member contains the final `q` and `qd`. If `sample` is given, the result contains `q` and `qd`
    every `sample` seconds, starting at 0.
    """

    q0: Any
    duration: float
    qd0: Any = None
    tau: Any = None
    method: Method = "rk4"
    step: float = STEP
    sample: float | None = None

    def __post_init__(self) -> None:
        for name in ("duration", "step", "sample"):
            if (x := getattr(self, name)) is not None:
                object.__setattr__(self, name, real(x, name, above=0, unit="s"))
        if (
            self.sample is not None
            and abs(self.duration / self.sample - round(self.duration / self.sample)) > SAME_TIME
        ):
            duration, sample = Measure(self.duration, Unit("s")), Measure(self.sample, Unit("s"))
            raise finding.NotMultiple(Argument("duration"), duration, sample).error()

    def chunk(self, members: Sequence[Member], population: Population) -> list[dict[str, Any]]:
        """Compute the rows for a subset of the members."""
        if not members:
            return []
        starts = [self._start(m) for m in members]
        robot = members[0].robot if population.robot.parameters else population.robot
        model = simulation_model(robot, False, ())
        if self.method not in _TOGETHER or robot.loops:
            return [self._alone(m, *start) for m, start in zip(members, starts, strict=True)]
        q0, qd0, tau = (np.array(x) for x in zip(*starts, strict=True))
        march, first = _compiled(population, self.method)
        x = model.start(q0, qd0)
        constants = [] if first is None else [first(population.numbers(members))]
        u = np.concatenate([tau, *constants], axis=-1)[:, None, :]
        samples = 1 if self.sample is None else max(1, round(self.duration / self.sample))
        steps = max(1, int(np.ceil(self.duration / samples / self.step - SAME_TIME)))
        step = self.duration / samples / steps
        with np.errstate(all="ignore"):
            states = march(x, np.broadcast_to(u, (len(members), samples, u.shape[-1])), step, steps)
        states = states[:, -1] if self.sample is None else np.concatenate([x[:, None], states], axis=1)
        q, qd = states[..., model.layout.q], states[..., model.layout.qd]
        fine = [bool(np.isfinite(x).all()) for x in states]
        return [
            {"q": a, "qd": b} if ok else {"error": "the motion diverged"} for a, b, ok in zip(q, qd, fine, strict=True)
        ]

    def _start(self, member: Member) -> list[Array]:
        robot = member.population.robot
        sizes = robot.nq, robot.nv, robot.nv
        drawn = [x(member.rng) if callable(x) else x for x in (self.q0, self.qd0, self.tau)]
        return [
            np.zeros(n) if x is None else shaped(x, name, (n,), robot=robot.name)
            for name, x, n in zip(("q0", "qd0", "tau"), drawn, sizes, strict=True)
        ]

    def _alone(self, member: Member, q0: Array, qd0: Array, tau: Array) -> dict[str, Any]:
        try:
            solver = Solver(self.method, None if self.step == STEP else self.step)
            recording = Recording(self.sample, progress=False)
            run = simulate(member.robot, q0, qd0, duration=self.duration, tau=tau, method=solver, sample=recording)
        except DalembertError as stopped:
            return {"error": f"{type(stopped).__name__}: {stopped}"}
        return {"q": run.q, "qd": run.qd} if self.sample is not None else {"q": run.q[-1], "qd": run.qd[-1]}


def _compiled(population: Population, method: str) -> tuple[CompiledStepping, Kernel | None]:
    """Compile the stepper, and a function for the values that depend only on the parameters.

    Both compiled functions are cached with the robot.
    """
    robot, loose = population.robot, population.loose
    key = ("ensemble", method, loose.names)
    if key not in robot.kernels:
        whole = tree(loose.robot)
        plant = Plant(regroup(whole), limits=motor_limits(loose.robot, whole, False))
        robot.kernels[key] = compiled_stepper(traced_stage(plant, (), method), method, loose.symbols, "float64")
    result: tuple[CompiledStepping, Kernel | None] = robot.kernels[key]
    return result


@final
@dataclass(frozen=True)
class Identification:
    """Identification of the robot from `logs`: one path or `Log` object per member.

    `reading` contains arguments for `read_log`, and `options` contains arguments for `identify`.

    A row contains `log`, `unexplained` (`Fit.error`), `raw`, `left_out`, each parameter and its σ as `sigma NAME`, the
    number of `warnings`, and `verdict`.
    """

    logs: tuple[Any, ...]
    reading: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "logs", tuple(self.logs))
        filled(self.logs, "logs")

    def __call__(self, member: Member) -> Mapping[str, Any]:
        from dalembert.identification.identify import identify
        from dalembert.identification.log import Log
        from dalembert.identification.read_log import read_log

        given = self.logs[integer(member.index, "members", upper=len(self.logs) - 1)]
        log = given if isinstance(given, Log) else read_log(given, member.robot, **self.reading)
        fit = identify(member.robot, log, **self.options)
        sure = {f"sigma {name}": s for name, s in fit.sigma.items()}
        summary = {"log": log.name, "unexplained": fit.error, "raw": fit.raw_error, "left_out": fit.validation.error}
        return {**summary, **fit.parameters, **sure, "warnings": len(fit.warnings), "verdict": str(fit.verdict)}
