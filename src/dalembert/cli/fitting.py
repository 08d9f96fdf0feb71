"""What `identify` is asked on the command line, and what it says there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dalembert.cli.option import WrongUsage, numbers
from dalembert.cli.wording import of_options
from dalembert.errors import shown

if TYPE_CHECKING:
    from dalembert.identify.fit import Fit
    from dalembert.identify.log import Log


def law(
    refine: str | None, servo: bool, kp: str | None, ki: str | None, kd: str | None, period: float | None
) -> dict[str, Any]:
    """The servo's gains, as `identify` takes them."""
    texts = {name: text for name, text in (("kp", kp), ("ki", ki), ("kd", kd)) if text is not None}
    if bool(texts) != (servo or refine is not None):
        raise WrongUsage("--kp and --kd are the servo's gains, for --servo or --refine output, which need them")
    if refine is None and (ki is not None or period is not None):
        raise WrongUsage("--ki and --period are of the controller that --refine output simulates")
    given = {name: numbers(text, f"--{name}") for name, text in texts.items()}
    gains: dict[str, Any] = {name: x[0] if len(x) == 1 else x for name, x in given.items()}
    if period is not None:
        gains["period"] = period
    return {} if not gains else {"servo": gains} if servo else {"controller": gains}


def loads(text: str | None, frame: str | None, empty: int, loaded: int) -> list[Any] | None:
    """None for logs without the load, (frame, Inertia) for those with it."""
    from dalembert.robot.inertia import Inertia

    if (text is None) != (loaded == 0) or (text is None and frame is not None):
        raise WrongUsage("--load says what the robot carries in the logs of --loaded: give both, or none")
    if text is None:
        return None
    x = numbers(text, "--load")
    if len(x) not in (4, 10) or x[0] <= 0:
        raise WrongUsage(
            f"--load is mass,x,y,z or mass,x,y,z,Ixx,Iyy,Izz,Ixy,Iyz,Ixz with a positive mass; got {len(x)} numbers"
        )
    inertia = Inertia.about_com(x[0], (x[1], x[2], x[3]), tuple(x[4:]) or (0.0,) * 6)
    return [None] * empty + [(frame, inertia)] * loaded


def summary(fit: Fit, rest: list[Log]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "parameters": fit.parameters, "sigma": fit.sigma, "error": fit.error, "errors": fit.errors, "raw_error": fit.raw_error,
        "left_out_error": fit.validation.error, "elsewhere": fit.validation.elsewhere,
        "left_out_logs": dict(zip((x.name for x in fit.logs), fit.validation.by_log.tolist(), strict=False)),
        "warnings": [of_options(x) for x in fit.warnings], "verdict": of_options(fit.verdict),
    }  # fmt: skip
    if fit.gains is not None:
        found |= {"gains": fit.gains.values, "gains_sigma": fit.gains.sigma}
    if fit.refined is not None:
        found["refined"] = {
            "rounds": fit.refined.rounds,
            "torque": fit.refined.torque,
            "position": fit.refined.position,
            "moved": fit.refined.moved,
            "least_squares": fit.refined.least_squares,
        }
    halves = {"second_half": [fit.error_on(x) for x in rest], "second_half_raw": [fit.raw_error_on(x) for x in rest]}
    return found | (halves if rest else {})


def table(fit: Fit) -> str:
    """Parameters with what was given, found, σ and its share."""
    width = max(len("parameter"), *(len(shown(x)) for x in fit.parameters))
    lines = [f"{'parameter':{width}} {'given':>11} {'fit':>11} {'σ':>10} {'σ/value':>8}"]
    for name, x in fit.parameters.items():
        s = fit.sigma[name]
        part = 100 * s / abs(x) if x and s < float("inf") else None
        share = "       –" if part is None else f"{part:7.0f}%" if part >= 99.5 else f"{part:7.2g}%"
        lines.append(f"{shown(name):{width}} {fit.prior[name]:11.4g} {x:11.4g} {s:10.2g} {share}")
    return "\n".join(lines)


def said(summary: dict[str, Any]) -> list[str]:
    lines = [
        f"unexplained: {100 * summary['error']:.3g} %, left-out stretches {100 * summary['left_out_error']:.3g} %"
        f"; of torques as recorded, with the noise above the motion's band: {100 * summary['raw_error']:.3g} %"
    ]
    lines += [f"  {shown(name)}: {100 * x:.3g} %" for name, x in summary["errors"].items()]
    for name, g in summary.get("gains", {}).items():
        lines.append(f"gain of {shown(name)}: {g:.5g} ± {summary['gains_sigma'][name]:.2g}")
    if "refined" in summary:
        own = summary["refined"]
        lines.append(f"simulated with its servo: torques {100 * own['torque']:.3g} % off after {own['rounds']} rounds")
        before = {name: x for name, x in own["least_squares"].items() if x == x}
        lines.append("least squares before: " + ", ".join(f"{shown(name)} {x:.5g}" for name, x in before.items()))
    left = summary["left_out_logs"].items()
    lines += [f"{shown(name)} predicted from the other logs: {100 * x:.3g} %" for name, x in left]
    halves = zip(summary.get("second_half", ()), summary.get("second_half_raw", ()), strict=True)
    lines += [f"second half, predicted: {100 * x:.3g} %, as recorded {100 * y:.3g} %" for x, y in halves]
    lines += [f"warning: {x}" for x in summary["warnings"]]
    return [*lines, f"verdict: {summary['verdict']}"]
