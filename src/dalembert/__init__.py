"""Derivation, verification and fast evaluation of equations of motion for robots.

    import dalembert as da
    robot = da.load("arm.urdf")
    tau = da.inverse_dynamics(robot, q, qd, qdd)

The names in the top-level namespace are stable. All other names are in namespaces such as `da.kinematics` and
`da.control`. Names are imported on first use, so `import dalembert` is fast.
"""

from __future__ import annotations

from dalembert.namespace import namespace

__version__ = "0.1.0"

_WHERE = {
    "dalembert.errors": ("DalembertError",),
    "dalembert.robot.model": ("Robot",),
    "dalembert.robot.joint": ("Joint", "Limits", "Link"),
    "dalembert.robot.inertia": ("Inertia",),
    "dalembert.robot.drive": ("Drive",),
    "dalembert.robot.dh": ("from_dh",),
    "dalembert.spatial.pose": ("Pose",),
    "dalembert.formats.load": ("load",),
    "dalembert.formats.export": ("export",),
    "dalembert.formats.doctor": ("diagnose",),
    "dalembert.dynamics": (
        "centre_of_mass",
        "christoffel",
        "compile",
        "coriolis_matrix",
        "coriolis_vector",
        "forward_dynamics",
        "forward_dynamics_derivatives",
        "forward_kinematics",
        "gravity_vector",
        "inverse_dynamics",
        "inverse_dynamics_derivatives",
        "jacobian",
        "kinetic_energy",
        "mass_matrix",
        "momentum",
        "potential_energy",
        "regressor",
    ),
    "dalembert.mechanism.loops": ("assemble", "difference", "integrate", "neutral"),
    "dalembert.closed.equations": ("equations",),
    "dalembert.closed.derive": ("derive",),
    "dalembert.closed.prove": ("prove",),
    "dalembert.closed.check": ("check",),
    "dalembert.kinematics.inverse": ("inverse_kinematics",),
    "dalembert.simulation.simulate": ("simulate",),
    "dalembert.control.linearization": ("linearize",),
    "dalembert.identification.identify": ("identify",),
    "dalembert.identification.read_log": ("read_log",),
    "dalembert.view.draw": ("draw",),
    "dalembert.document.report": ("report",),
    "dalembert.studio.share": ("share",),
    "dalembert.code.export": ("export_code",),
}
_MODULES = {
    "code": "dalembert.code",
    "control": "dalembert.control",
    "design": "dalembert.design",
    "ensemble": "dalembert.ensemble",
    "errors": "dalembert.errors",
    "finding": "dalembert.finding",
    "gallery": "dalembert.robot.gallery",
    "identification": "dalembert.identification",
    "interop": "dalembert.interop",
    "kinematics": "dalembert.kinematics",
    "mechanism": "dalembert.mechanism",
    "model": "dalembert.model",
    "simulation": "dalembert.simulation",
    "statics": "dalembert.statics",
    "teaching": "dalembert.teaching",
    "trajectory": "dalembert.trajectory",
    "types": "dalembert.types",
    "view": "dalembert.view",
}

__all__, __getattr__, __dir__ = namespace(__name__, _WHERE, _MODULES)
