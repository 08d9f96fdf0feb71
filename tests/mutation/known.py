"""Changes that no test noticed once: (file, what stood there, what was put there, tests that notice it now)."""

from __future__ import annotations

from change import SOURCE, Mutant

KNOWN: dict[str, tuple[str, str, str, str]] = {
    "impact without M": (
        "simulation/adaptive_stick_slip_and_stops.py", "held.project(before, row[None])",
        "project(np.eye(len(before)), before, row[None])", "tests/contract/laws/test_impact.py"
    ),
    "duty not squared": ("design/actuator.py", "continuous_torque) ** 2", "continuous_torque) ** 1", "tests/internal/design/test_size.py"),
    "back-driving efficiency dropped": (
        "design/actuator.py", "tau * efficiency / gear", "tau / gear", "tests/internal/design/test_size.py"
    ),
    "counterweight from the wrong body": (
        "design/actuator.py", "column = PER_BODY * tree", "column = 0 * tree", "tests/internal/design/test_size.py"
    ),
    "asymmetric mesh tensor": ("robot/mesh.py", "cross + cross.T", "cross + cross", "tests/internal/robot/test_body.py"),
    "MathML fraction upside down": (
        "typeset/html.py", "<mfrac><mrow>{}</mrow><mrow>{}</mrow></mfrac>",
        "<mfrac><mrow>{1}</mrow><mrow>{0}</mrow></mfrac>", "tests/internal/closed/test_printer.py"
    ),
    "posture not wrapped": (
        "kinematics/configuration.py", "np.where(whole_turns(robot), wrapped(d), d)", "d",
        "tests/internal/kinematics/test_kinematics_inverse.py"
    ),
    "check_mass threshold 1e-6": ("quantity.py", "size[0] < DEFINITE", "size[0] < 1e-6", "tests/contract/unit/test_dynamics.py"),
    "factoring disabled": (
        "algorithms/forward.py", "if not plain or len(tree.bodies) <= LONG", "if not plain", "tests/internal/algorithms/test_count.py"
    ),
}  # fmt: skip


def known(name: str) -> Mutant:
    """A change of the list."""
    path, before, after, _ = KNOWN[name]
    text = (SOURCE / "dalembert" / path).read_text()
    if text.count(before) != 1:
        raise SystemExit(f"{path} does not hold {before!r} once; the list of known changes is out of date")
    line = text[: text.index(before)].count("\n") + 1
    return Mutant(name, f"dalembert/{path}", line, before, after, text.replace(before, after), (line, line), False)
