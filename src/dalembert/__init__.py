"""dalembert: the dynamics of robots, derived, readable, proved, checked, and run at the speed of the hardware.

    import dalembert as da
    robot = da.load("arm.urdf")
    tau = da.inverse_dynamics(robot, q, qd, qdd)

Names are imported on first use, so that `import dalembert` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# where each public name lives; other people's scripts call these: add, do not rename
_WHERE = {
    "dalembert.errors": ("DalembertError",),
    "dalembert.robot": (
        "BallSpring",
        "Coordinate",
        "Coupling",
        "Drive",
        "Frame",
        "Inertia",
        "Joint",
        "Limits",
        "Link",
        "Loop",
        "Mimic",
        "Pose",
        "Robot",
        "Strut",
        "Tendon",
    ),
    "dalembert.formats.load": ("load",),
    "dalembert.formats.export": ("export",),
    "dalembert.formats.doctor": ("diagnose",),
    "dalembert.robot.dh": ("from_dh",),
    "dalembert.robot.rotor": ("with_rotors",),
    "dalembert.formats.dh": ("from_table",),
    "dalembert.robot.rolling_race": ("rolling_race",),
    "dalembert.view.draw": ("draw",),
    "dalembert.view.matplotlib_axes": ("picture",),
    "dalembert.quantity": ("count",),
    "dalembert.code.export": ("export_code",),
    "dalembert.code.autodiff": ("casadi", "jax", "torch"),
    "dalembert.mechanism.loops": (
        "assemble",
        "difference",
        "impact",
        "independent_coordinates",
        "independent_map",
        "project",
        "integrate",
        "loop_closure",
        "loop_forces",
        "loop_jacobian",
        "neutral",
    ),
    "dalembert.formats.pinocchio": ("from_pinocchio_state", "pinocchio_rates", "pinocchio_state"),
    "dalembert.closed.equations": ("elastic_equations", "equations"),
    "dalembert.closed.derive": ("derive",),
    "dalembert.closed.prove": ("prove",),
    "dalembert.closed.check": ("check",),
    "dalembert.kinematics": (
        "force_ellipsoid",
        "inverse_kinematics",
        "joint_rates",
        "kinematic_equations",
        "manipulability",
        "null_space",
        "self_motion",
        "singularities",
        "velocity_ellipsoid",
        "workspace",
    ),
    "dalembert.kinematics.parallel_robot": ("assembly_modes", "parallel_workspace", "working_modes"),
    "dalembert.statics": (
        "equilibria",
        "largest_force",
        "largest_mass",
        "link_forces",
        "load_capacity",
        "static_equations",
        "static_torque",
    ),
    "dalembert.mobility": ("Mechanism",),
    "dalembert.simulation.gpu": ("gpu_stepper",),
    "dalembert.simulation": ("Encoder", "Event", "Run", "TorqueSensor", "simulate"),
    "dalembert.control.iterative_learning": ("learn_torque",),
    "dalembert.ensemble": ("Simulation", "Study"),
    "dalembert.identification.fit": ("Fit",),
    "dalembert.identification.identify": ("identify",),
    "dalembert.identification.log": ("Log",),
    "dalembert.identification.read_log": ("read_log",),
    "dalembert.identification.calibration.calibrate": ("calibrate",),
    "dalembert.identification.excitation.excite": ("excite",),
    "dalembert.control.linearization": ("linearize",),
    "dalembert.document.report": ("report",),
    "dalembert.studio.share": ("share",),
    "dalembert.design": ("Motor", "size_actuators"),
    "dalembert.dynamics": (
        "compile",
        "centre_of_mass",
        "centroidal_matrix",
        "momentum",
        "christoffel",
        "coriolis_matrix",
        "coriolis_vector",
        "forward_dynamics",
        "forward_dynamics_derivatives",
        "forward_kinematics",
        "gravity_vector",
        "inertial_parameters",
        "inverse_dynamics",
        "inverse_dynamics_derivatives",
        "jacobian",
        "kinetic_energy",
        "mass_matrix",
        "potential_energy",
        "regressor",
    ),
}
_MODULES = {
    "body": "dalembert.robot.body",
    "control": "dalembert.control",
    "errors": "dalembert.errors",
    "gallery": "dalembert.robot.gallery",
    "kinematics": "dalembert.kinematics",
    "mechanisms": "dalembert.mobility.library",
    "questions": "dalembert.closed.teaching",
    "trajectory": "dalembert.trajectory",
    # called like functions: see `callable_package`
    "mobility": "dalembert.mobility",
    "ensemble": "dalembert.ensemble",
    "view": "dalembert.view",
}
_HOME = {name: module for module, names in _WHERE.items() for name in names}

__all__ = sorted([*_HOME, *_MODULES])


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        found: Any = import_module(_MODULES[name])
    elif name in _HOME:
        found = getattr(import_module(_HOME[name]), name)
    else:
        from dalembert.errors import did_you_mean

        raise AttributeError(f"dalembert has no '{name}'{did_you_mean(name, __all__)}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
