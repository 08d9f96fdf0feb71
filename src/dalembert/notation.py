"""What each quantity is called: its letter, what is typed for it, its words, its shape and what it is measured in.

The algorithm behind a name is in `quantity.QUANTITIES`; this half of the table is for people, and light enough to be
read before anything is computed: by the command line, by printers and by readers of equations. The letters of other
books for the quantities of an equation stand here too: H, B and D for M [featherstone2008], [siciliano2009], [spong2006].
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Notation:
    """`shape` has a word an axis: "nq", "nv", a number, or a count of things; `measure` is of turning joints.

    Both are of the first output of several, and of the linear rows where angular ones follow. `whole` are the letters
    that books write for all of it and for its entries, `entries` those for entries alone; `kind` is what a term in an
    entry is called, where all are of one kind.
    """

    symbol: str
    latex: str
    words: str
    shape: tuple[str, ...] = ()
    measure: str = ""
    typed: str = ""  # on the command line; "" where it is not asked for there
    whole: str = ""
    entries: str = ""
    kind: str = ""


NOTATION: dict[str, Notation] = {
    "inverse_dynamics": Notation("tau", r"\tau", "efforts of a motion", ("nv",), "N·m", "id"),
    "forward_dynamics": Notation("qdd", r"\ddot q", "accelerations under efforts", ("nv",), "rad/s²", "fd"),
    "mass_matrix": Notation(
        "M", "M", "inertia matrix", ("nv", "nv"), "kg·m²", "M", whole="M H A B D", entries="m b d a h", kind="inertia"
    ),
    "christoffel": Notation(
        "Gamma", "c_{kij}", "Christoffel symbols", ("nv", "nv", "nv"), "kg·m²", "C",
        entries="c C D h", kind="Christoffel symbol",
    ),
    "coriolis_matrix": Notation("S", "S", "Coriolis matrix, c = S q̇", ("nv", "nv"), "N·m·s", "S", whole="S C"),
    "coriolis_vector": Notation(
        "c", "c", "Coriolis and centrifugal efforts", ("nv",), "N·m", "c", whole="c V", entries="C h"
    ),
    "gravity_vector": Notation("g", "g", "gravity efforts", ("nv",), "N·m", "g", whole="g G fg", entries="D"),
    "jacobian": Notation("J", "J", "Jacobian of a frame", ("6", "nv"), "m", "J", kind="Jacobian"),
    "forward_kinematics": Notation("pose", "{}^0T", "pose of a frame", ("4", "4"), "m", "fk"),
    "regressor": Notation("Y", "Y", "regressor, τ = Y π", ("nv", "parameters"), "", "Y"),
    "kinetic_energy": Notation("T", "T", "kinetic energy", (), "J", "T", whole="T K", kind="kinetic energy"),
    "potential_energy": Notation("U", "U", "potential energy", (), "J", "U", whole="U P", kind="potential energy"),
    "inverse_dynamics_derivatives": Notation(
        "dtau", r"\partial\tau", "slopes of the efforts by q, q̇ and q̈", ("nv", "nv"), "N·m"
    ),
    "forward_dynamics_derivatives": Notation(
        "dqdd", r"\partial\ddot q", "slopes of the accelerations by q, q̇ and τ", ("nv", "nv"), "1/s²"
    ),
    "centre_of_mass": Notation("p_c", "p_c", "centre of mass", ("3",), "m", "com"),
    "momentum": Notation("h", "h", "momentum, linear and angular", ("6",), "kg·m/s", "h"),
    "centroidal_matrix": Notation("A_G", "A_G", "centroidal momentum matrix", ("6", "nv"), "kg·m", "Ac"),
    "integrate": Notation("q+dq", r"q \oplus dq", "coordinates after a step along the tangent", ("nq",), "rad"),
    "difference": Notation("q1-q0", r"q_1 \ominus q_0", "step from one q to another", ("nv",), "rad"),
    "loop_closure": Notation("phi", r"\varphi", "what parts the loops", ("closures",), "m", "phi"),
    "loop_jacobian": Notation("J_phi", r"J_\varphi", "Jacobian of the loops, J q̇ = 0", ("closures", "nv"), "m", "Jphi"),
    "loop_forces": Notation("lambda", r"\lambda", "force and moment that each cut bears", ("cuts", "6"), "N", "lambda"),
    "impact": Notation("qd_after", r"\dot q^+", "rates after an impact", ("nv",), "rad/s"),
    "project": Notation("qd_held", r"P\dot q", "rates and accelerations that keep the loops closed", ("nv",), "rad/s"),
    "independent_map": Notation("G", "G", "all rates by independent ones, q̇ = G u", ("nv", "independent"), "1"),
    "independent_mass_matrix": Notation(
        "M_u", r"G^{\mathsf T} M G", "inertia matrix of independent rates", ("independent", "independent"), "kg·m²"
    ),
    "independent_gravity_vector": Notation(
        "g_u", r"G^{\mathsf T} g", "gravity efforts of independent rates", ("independent",), "N·m"
    ),
}  # fmt: skip
TYPED = {row.typed: name for name, row in NOTATION.items() if row.typed}
SYMBOLS = {row.symbol: row for row in NOTATION.values()}
