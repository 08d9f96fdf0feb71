"""Table of quantities with their names, inputs, shapes, units and requirements.

The functions that compute the quantities are in `quantity.ALGORITHMS`. This module has no imports from the library, so
that the command line and the equation printers and parsers can use the table without loading the algorithms. The table
also contains the letters that textbooks use for a quantity, such as H, B and D for M [featherstone2008],
[siciliano2009], [spong2006].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

LOOPS, CONSTRAINTS = "loops", "constraints"
REGROUPED, PLATES, LINKS = "regrouped", "plates", "links"
_ID, _FD = ("q", "qd", "qdd"), ("q", "qd", "tau")
_CHECKS = ("gap", "drift", "pivot")


@dataclass(frozen=True)
class Quantity:
    """Definition of a quantity: name, inputs, shape, unit and requirements.

    `shape` contains one string per axis: "nq", "nv", a number, or the name of a count. `unit` applies to revolute
    joints. `shape` and `unit` describe the first output. If the output has linear and angular rows, `unit` is the unit
    of the linear rows. `whole` contains the letters that textbooks use for the quantity and for its entries. `entries`
    contains letters that denote entries only. `kind` is the name of a single term within an entry.
    """

    symbol: str
    latex: str
    words: str
    inputs: tuple[str, ...]
    shape: tuple[str, ...] = ()
    unit: str = ""
    typed: str = ""  # name on the command line; "" if not available
    whole: str = ""
    entries: str = ""
    kind: str = ""
    takes: tuple[str, ...] = ()  # options: frame, wrench, contacts
    outputs: tuple[str, ...] = ("value",)
    constrained_outputs: tuple[str, ...] = ("value", *_CHECKS)  # for robots with loops or contacts
    inertias: str = REGROUPED  # regrouped parameters with the same motion, regrouped into PLATES, or original LINKS
    needs: str = ""  # required: LOOPS, or CONSTRAINTS (loops or contacts)
    inverts_mass: bool = False
    needs_moving_frame: bool = False
    needs_weight: bool = False  # gravity compensation is not supported
    checks_qdd: bool = False  # accelerations must satisfy loop closure


QuantityName: TypeAlias = Literal[
    "inverse_dynamics", "forward_dynamics", "mass_matrix", "christoffel", "coriolis_matrix", "coriolis_vector",
    "gravity_vector", "jacobian", "forward_kinematics", "regressor", "kinetic_energy", "potential_energy",
    "inverse_dynamics_derivatives", "forward_dynamics_derivatives", "centre_of_mass", "momentum", "centroidal_matrix",
    "integrate", "difference", "loop_closure", "loop_jacobian", "loop_forces", "impact", "project", "independent_map",
    "independent_mass_matrix", "independent_gravity_vector",
]  # fmt: skip
QUANTITIES: dict[str, Quantity] = {
    "inverse_dynamics": Quantity(
        "tau", r"\tau", "joint efforts for a given motion", _ID, ("nv",), "N·m", "id",
        takes=("wrench", "contacts"), inertias=PLATES, checks_qdd=True,
    ),
    "forward_dynamics": Quantity(
        "qdd", r"\ddot q", "joint accelerations for given efforts", _FD, ("nv",), "rad/s²", "fd",
        takes=("wrench", "contacts"), inverts_mass=True,
    ),
    "mass_matrix": Quantity(
        "M", "M", "inertia matrix", ("q",), ("nv", "nv"), "kg·m²", "M",
        whole="M H A B D", entries="m b d a h", kind="inertia",
    ),
    "christoffel": Quantity(
        "Gamma", "c_{kij}", "Christoffel symbols", ("q",), ("nv", "nv", "nv"), "kg·m²", "C",
        entries="c C D h", kind="Christoffel symbol",
    ),
    "coriolis_matrix": Quantity(
        "S", "S", "Coriolis matrix, c = S q̇", ("q", "qd"), ("nv", "nv"), "N·m·s", "S", whole="S C"
    ),
    "coriolis_vector": Quantity(
        "c", "c", "Coriolis and centrifugal efforts", ("q", "qd"), ("nv",), "N·m", "c",
        whole="c V", entries="C h", inertias=PLATES,
    ),
    "gravity_vector": Quantity("g", "g", "gravity efforts", ("q",), ("nv",), "N·m", "g", whole="g G fg", entries="D"),
    "jacobian": Quantity(
        "J", "J", "Jacobian of a frame", ("q",), ("6", "nv"), "m", "J",
        kind="Jacobian", takes=("frame",), needs_moving_frame=True,
    ),
    "forward_kinematics": Quantity("pose", "{}^0T", "pose of a frame", ("q",), ("4", "4"), "m", "fk", takes=("frame",)),
    "regressor": Quantity(
        "Y", "Y", "regressor, τ = Y π", _ID, ("nv", "parameters"), "", "Y", inertias=LINKS, needs_weight=True
    ),
    "kinetic_energy": Quantity(
        "T", "T", "kinetic energy", ("q", "qd"), (), "J", "T", whole="T K", kind="kinetic energy", inertias=LINKS
    ),
    "potential_energy": Quantity(
        "U", "U", "potential energy", ("q",), (), "J", "U", whole="U P", kind="potential energy", inertias=LINKS
    ),
    "inverse_dynamics_derivatives": Quantity(
        "dtau", r"\partial\tau", "derivatives of the efforts with respect to q, q̇ and q̈", _ID, ("nv", "nv"), "N·m",
        outputs=("by_q", "by_qd", "by_qdd"),
    ),
    "forward_dynamics_derivatives": Quantity(
        "dqdd", r"\partial\ddot q", "derivatives of the accelerations with respect to q, q̇ and τ", _FD, ("nv", "nv"), "1/s²",
        takes=("contacts",), inverts_mass=True,
        outputs=("by_q", "by_qd", "by_tau"), constrained_outputs=("by_q", "by_qd", "by_tau", *_CHECKS),
    ),
    "centre_of_mass": Quantity("p_c", "p_c", "centre of mass", ("q",), ("3",), "m", "com", inertias=LINKS),
    "momentum": Quantity(
        "h", "h", "linear and angular momentum", ("q", "qd"), ("6",), "kg·m/s", "h", inertias=LINKS
    ),
    "centroidal_matrix": Quantity(
        "A_G", "A_G", "centroidal momentum matrix", ("q",), ("6", "nv"), "kg·m", "Ac", inertias=LINKS
    ),
    "integrate": Quantity(
        "q+dq", r"q \oplus dq", "configuration after a step in the tangent space", ("q", "dq"), ("nq",), "rad"
    ),
    "difference": Quantity("q1-q0", r"q_1 \ominus q_0", "tangent-space step between two configurations", ("q0", "q1"), ("nv",), "rad"),
    "loop_closure": Quantity(
        "phi", r"\varphi", "loop-closure error", ("q",), ("closures",), "m", "phi", needs=LOOPS
    ),
    "loop_jacobian": Quantity(
        "J_phi", r"J_\varphi", "Jacobian of the loop constraints, J q̇ = 0", ("q",), ("closures", "nv"), "m", "Jphi", needs=LOOPS
    ),
    "loop_forces": Quantity(
        "lambda", r"\lambda", "constraint force and moment at each cut of a loop", _FD, ("cuts", "6"), "N", "lambda",
        takes=("wrench", "contacts"), needs=CONSTRAINTS,
    ),
    "impact": Quantity(
        "qd_after", r"\dot q^+", "joint velocities after an impact", ("q", "qd", "restitution"), ("nv",), "rad/s",
        takes=("contacts",), needs=CONSTRAINTS, constrained_outputs=("value", "impulses", *_CHECKS),
    ),
    "project": Quantity(
        "qd_held", r"P\dot q", "velocities and accelerations that satisfy the constraints", _ID, ("nv",), "rad/s",
        takes=("contacts",), needs=CONSTRAINTS, constrained_outputs=("qd", "qdd", *_CHECKS),
    ),
    "independent_map": Quantity(
        "G", "G", "map from independent to all velocities, q̇ = G u", ("q", "qd"), ("nv", "independent"), "1",
        needs=CONSTRAINTS, constrained_outputs=("G", "Gdu", *_CHECKS),
    ),
    "independent_mass_matrix": Quantity(
        "M_u", r"G^{\mathsf T} M G", "inertia matrix of the independent velocities", ("q",), ("independent", "independent"),
        "kg·m²", needs=CONSTRAINTS,
    ),
    "independent_gravity_vector": Quantity(
        "g_u", r"G^{\mathsf T} g", "gravity efforts of the independent velocities", ("q",), ("independent",), "N·m",
        needs=CONSTRAINTS,
    ),
}  # fmt: skip
TYPED = {row.typed: name for name, row in QUANTITIES.items() if row.typed}
SYMBOLS = {row.symbol: row for row in QUANTITIES.values()}
