"""Request that identifies a robot model from an uploaded log."""

from __future__ import annotations

from typing import Any

import numpy as np

import dalembert as da
from dalembert.errors import DalembertError
from dalembert.finding.finding import SCREEN, sentence
from dalembert.identification.identify import Method
from dalembert.studio import upload
from dalembert.studio.guard import present
from dalembert.studio.handlers import BoundModel, RobotReply, choice, folder_of, without_folder
from dalembert.typeset.interactive_page import Data

METHODS: tuple[Method, ...] = ("weighted", "robust", "instruments")
FRICTIONS = ("viscous+coulomb", "asymmetric", "none", "viscous+coulomb+stribeck")
_POINTS = 600  # largest number of points of a curve


def identify(subject: BoundModel, arguments: Data) -> Data | RobotReply:
    """Identify the parameters of a robot from an uploaded log.

    The reply contains the assessment, errors, parameters, measured and predicted torques, an HTML report, and the
    identified robot.
    """
    folder, name = folder_of(arguments), str(present(arguments.get("file"), "upload"))
    method = choice(arguments, "method", METHODS, METHODS[0])
    friction = choice(arguments, "friction", FRICTIONS, FRICTIONS[0])
    path = folder.joinpath(*upload.parts(name))
    with without_folder(folder):
        log = da.read_log(path, subject.numbers)
        fit = da.identify(subject.numbers, log, method=method, friction=friction)
    body = {
        "file": name,
        "verdict": sentence(fit.verdict, SCREEN),
        "error": fit.error,
        "errors": fit.errors,
        **_tables(fit),
        **_curves(fit),
    }
    body["report"] = da.report(fit, folder / "report.html").read_text(encoding="utf-8")
    try:
        robot = fit.robot
    except DalembertError as error:
        return body | {"robot": sentence(error.finding, SCREEN)}
    options = f', method="{method}"' * (method != METHODS[0]) + f', friction="{friction}"' * (friction != FRICTIONS[0])
    bound = ", ".join(f"{key}={value!r}" for key, value in subject.values.items())
    lines = [f"robot = robot.bind({bound})"] if bound else []
    lines.append(f"robot = da.identify(robot, da.read_log({name!r}, robot){options}).robot")
    return RobotReply(body | {"robot": ""}, BoundModel(robot), edit="\n".join(lines))


def _tables(fit: Any) -> Data:
    prior, sigma = fit.prior, fit.sigma
    rows = [{"name": x, "value": y, "prior": prior.get(x), "sigma": sigma.get(x)} for x, y in fit.parameters.items()]
    return {"parameters": rows, "warnings": [*fit.warnings, *fit.doubts], "log": fit.logs[0]}


def _curves(fit: Any) -> Data:
    """Return measured and predicted torques as functions of time."""
    log = fit.logs[0]
    some = log.rows(np.unique(np.linspace(0, len(log) - 1, min(_POINTS, len(log))).astype(int)))
    return {"t": some.t - log.t[0], "tau": some.tau, "model": fit.predict(some)}
