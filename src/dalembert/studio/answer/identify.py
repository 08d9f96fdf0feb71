"""A log that was dropped in, turned into a model and its report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dalembert as da
from dalembert.errors import WrongValue
from dalembert.studio import upload
from dalembert.studio.answer.subject import Subject


def identify(subject: Subject, told: dict[str, Any]) -> dict[str, Any]:
    """What an identification found: verdict, errors, parameters, and its report as a page."""
    folder = Path(str(told.get("folder_here", "")))
    name = told.get("file")
    if not told.get("folder_here") or not isinstance(name, str):
        raise WrongValue("drop a log of q and tau, .csv or another format, to identify the robot from it")
    path = folder.joinpath(*upload.parts(name))
    log = da.read_log(path, subject.numbers)
    fit = da.identify(subject.numbers, log)
    prior, sigma = fit.prior, fit.sigma
    rows = [{"name": x, "value": y, "prior": prior.get(x), "sigma": sigma.get(x)} for x, y in fit.parameters.items()]
    report = fit.report(folder / "report.html")
    return {
        "file": name,
        "log": str(log),
        "verdict": fit.verdict,
        "error": fit.error,
        "errors": fit.errors,
        "warnings": [*fit.warnings, *map(str, fit.doubts)],
        "parameters": rows,
        "report": report.read_text(encoding="utf-8"),
    }
