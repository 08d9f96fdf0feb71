"""What each quantity is called: its letter, what is typed for it, its words, its shape and what it is measured in.

The algorithm behind a name is in `quantity.QUANTITIES`; this half of the table is for people, and light enough to be
read before anything is computed: by the command line, by printers and by readers of equations.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Notation:
    """`shape` has a word an axis: "nq", "nv", a number, or a count of things; `measure` is of turning joints."""

    symbol: str
    latex: str
    words: str
    shape: tuple[str, ...] = ()
    measure: str = ""
    typed: str = ""  # on the command line; "" where it is not asked for there


NOTATION: dict[str, Notation] = {
    "inverse_dynamics": Notation("tau", r"\tau", "efforts of a motion", ("nv",), "N·m", "id"),
    "forward_dynamics": Notation("qdd", r"\ddot q", "accelerations under efforts", ("nv",), "rad/s²", "fd"),
    "mass_matrix": Notation("M", "M", "inertia matrix", ("nv", "nv"), "kg·m²", "M"),
    "christoffel": Notation("Gamma", "c_{kij}", "Christoffel symbols", ("nv", "nv", "nv"), "kg·m²", "C"),
    "coriolis_matrix": Notation("S", "S", "Coriolis matrix, c = S q̇", ("nv", "nv"), "N·m·s", "S"),
    "coriolis_vector": Notation("c", "c", "Coriolis and centrifugal efforts", ("nv",), "N·m", "c"),
    "gravity_vector": Notation("g", "g", "gravity efforts", ("nv",), "N·m", "g"),
    "jacobian": Notation("J", "J", "Jacobian of a frame", ("6", "nv"), "m", "J"),
    "forward_kinematics": Notation("pose", "{}^0T", "pose of a frame", ("4", "4"), "m", "fk"),
    "regressor": Notation("Y", "Y", "regressor, τ = Y π", ("nv", "parameters"), "", "Y"),
    "kinetic_energy": Notation("T", "T", "kinetic energy", (), "J", "T"),
    "potential_energy": Notation("U", "U", "potential energy", (), "J", "U"),
    "centre_of_mass": Notation("p_c", "p_c", "centre of mass", ("3",), "m", "com"),
    "momentum": Notation("h", "h", "momentum, linear and angular", ("6",), "kg·m/s", "h"),
    "centroidal_matrix": Notation("A_c", "A_c", "centroidal momentum matrix", ("6", "nv"), "kg·m", "Ac"),
    "loop_closure": Notation("phi", r"\varphi", "what parts the loops", ("closures",), "m", "phi"),
    "loop_jacobian": Notation("J_phi", r"J_\varphi", "Jacobian of the loops", ("closures", "nv"), "m", "Jphi"),
    "loop_forces": Notation("lambda", r"\lambda", "forces in the cuts of loops", ("loops", "6"), "N", "lambda"),
}
TYPED = {row.typed: name for name, row in NOTATION.items() if row.typed}
