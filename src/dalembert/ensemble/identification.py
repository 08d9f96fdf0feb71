"""A fit of each of many logs of one robot, as the task of an ensemble: a row a log, on this machine or on a cluster.

da.ensemble(robot, {}, da.ensemble.Identification(paths), members=len(paths), path="fits")
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, final

from dalembert.ensemble.member import Member
from dalembert.errors import UnknownName, WrongSize
from dalembert.identify.door import identify
from dalembert.identify.log import Log
from dalembert.identify.read_log import read_log


@final
@dataclass(frozen=True)
class Identification:
    """`logs`: paths or `Log`s, one a member; `reading` and `options` as `read_log` and `identify` take them.

    A row has `log`, `unexplained` (`Fit.error`), `raw`, `left_out`, each parameter and its σ as `sigma NAME`, `warnings` (how many) and `verdict`.
    """

    logs: tuple[Any, ...]
    reading: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "logs", tuple(self.logs))
        if not self.logs:
            raise WrongSize("Identification needs at least one log")

    def __call__(self, member: Member) -> Mapping[str, Any]:
        if member.index >= len(self.logs):
            raise UnknownName(
                f"member {member.index} has no log: there are {len(self.logs)}; say members={len(self.logs)}"
            )
        given = self.logs[member.index]
        log = given if isinstance(given, Log) else read_log(given, member.robot, **self.reading)
        fit = identify(member.robot, log, **self.options)
        sure = {f"sigma {name}": s for name, s in fit.sigma.items()}
        told = {"log": log.name, "unexplained": fit.error, "raw": fit.raw_error, "left_out": fit.validation.error}
        return {**told, **fit.parameters, **sure, "warnings": len(fit.warnings), "verdict": fit.verdict}
