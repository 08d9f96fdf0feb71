"""The robots of the lectures in their order, with what the slides say of each, and the slides' slips to be found.

[deluca] Lagrangian approach; [rbe3005] Newton-Euler and Lagrange; [tang] kinematics, statics, dynamics; [briot] dynamic
modelling of serial robots. A claim is an equation as somebody wrote it: the page takes it as an answer of the quiz.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from dalembert.errors import printable
from dalembert.studio.equations import InteractiveHtml
from dalembert.typeset.latex_parser import inline, read


@dataclass(frozen=True)
class LectureClaim:
    """An equation that somebody wrote, `row` being what it says, `typed` what it equals."""

    row: str
    typed: str
    words: str


@dataclass(frozen=True)
class Note:
    """What is said above a robot: where it comes from, what to look at, and equations to be checked.

    With `typeset`, what stands between dollar signs is a formula of `typeset.formula`; else all of it is letters.
    """

    source: str = ""
    words: str = ""
    claims: tuple[LectureClaim, ...] = ()
    typeset: bool = False

    def data(self) -> dict[str, Any]:
        """As `web/payload.ts` has it."""
        claims = [{"row": x.row, "typed": x.typed, "words": x.words} for x in self.claims]
        return {"source": self.source, "words": f"<p>{self._paragraph()}</p>" if self.words else "", "claims": claims}

    def _paragraph(self) -> str:
        if not self.typeset:
            return escape(printable(self.words))
        alive = InteractiveHtml()
        parts = self.words.split("$")
        return "".join(
            f"<math>{alive.math(inline(read(x)))}</math>" if k % 2 else escape(x) for k, x in enumerate(parts)
        )


def _slide(source: str, words: str, *claims: LectureClaim) -> Note:
    return Note(source, words, claims, typeset=True)


LECTURE: dict[str, Note] = {
    "pendulum": _slide(
        "De Luca: the simplest robot",
        r"One link, one motor behind a gear of ratio $n$. Rotor and link turn together, so that $n^2 I_m$ stands beside the inertia of the link; "
        r"friction of the motor is felt $n^2$ times too. Let it go: what the sum of the energies loses is what friction took.",
    ),
    "pr": _slide(
        "De Luca: a slide and a turning link, in a horizontal plane",
        r"$q_1$ occurs nowhere but as $\ddot q_1$: it is cyclic, and without a motor the momentum along the slide is kept. There is no Coriolis term, since $q_1$ changes no inertia; "
        r"there is no gravity, since the plane is horizontal.",
        LectureClaim("tau1", "(m1 + m2)*qdd1 - m2*dc2*sin(q2)*qdd2", "a version without the centrifugal term"),
    ),
    "planar_2r": _slide(
        "De Luca, Tang: the planar arm with two links",
        r"$h = m_2 l_1 l_{c2} \sin q_2$ is in every velocity term: with the elbow straight there are none. The slide “For the second link” says $\partial L/\partial q_2 = -G_2$ "
        r"and so prints $-h\, \dot q_1 \dot q_2$ in $\tau_2$. But $T$ depends on $q_2$ as well.",
        LectureClaim(
            "tau2",
            "(m2*lc2**2 + I2)*qdd2 + (m2*(lc2**2 + l1*lc2*cos(q2)) + I2)*qdd1 - m2*l1*lc2*sin(q2)*qd1*qd2 + m2*g*lc2*cos(q1 + q2)",
            "the slide's second effort",
        ),
    ),
    "rp": _slide(
        "RBE 3005: a turning and a sliding joint, in a vertical plane",
        r"The mass runs along the arm: $2 m_2 q_2 \dot q_1 \dot q_2$ is the Coriolis term, $-m_2 q_2 \dot q_1^2$ what throws it outwards. "
        r"For gravity to be felt as weight, the base of Newton and Euler accelerates upwards, against the field: the slide's $\dot v_0 = 1G$ leaves that sign open.",
        LectureClaim(
            "tau1",
            "(m1*l1**2 + I1 + m2*q2**2 + I2)*qdd1 + m2*q2*qd1*qd2 + (m1*l1 + m2*q2)*g*cos(q1)",
            "a version with half of the Coriolis term",
        ),
    ),
    "cartesian": _slide("Tang: mechanisms, PPP", r"Three slides: $M$ is constant; nothing turns, so that nothing is centrifugal or Coriolis."),
    "cylindrical": _slide("Tang: mechanisms, RPP", r"The arm reaches out: its inertia about the column grows with the square of the reach."),
    "spherical": _slide("Tang: mechanisms, RRP", r"It turns, tilts and reaches out. Pull the tool and watch which joints pay for it."),
    "scara": _slide("Tang: mechanisms, SCARA", r"Two parallel turns in a horizontal plane carry a slide: only the slide feels its weight."),
    "articulated": _slide("Tang: mechanisms, six turning joints", r"Its efforts fill pages; the bars and the code below have all of them."),
    "stewart": _slide(
        "Tang: mechanisms, the Stewart platform",
        r"Six legs, each a slide between a universal joint and a ball: $6 (14 - 1 - 18) + 36 = 6$ freedoms, one for each motor. Lengthen one leg and the platform moves in all of its six ways. "
        r"Let the motors bear its weight, then take PD + gravity and another goal.",
    ),
    "four_bar": _slide(
        "Tang: mobility of a closed loop",
        r"$3 (4 - 1 - 4) + 4 = 1$: one freedom. The loop is cut at one joint and held by two forces $\lambda_1$ and $\lambda_2$, which appear in every effort; only the crank has a motor.",
    ),
    "planar_rpr": _slide(
        "Tang: forward kinematics",
        r"The tool is at $x = q_2 \cos q_1 + l_3 \cos (q_1 + q_3)$, $y = q_2 \sin q_1 + l_3 \sin (q_1 + q_3)$. Pull it: three joints for two directions leave the arm a motion of its own.",
    ),
    "spatial_3r": _slide(
        "Tang: forward kinematics in space, and its Jacobian",
        r"$x = [l_1 \cos q_2 + l_2 \cos (q_2 + q_3)] \cos q_1$. Stretch the elbow with “speed of the tool” on: the ellipsoid grows flat and the page warns, $\det J = 0$.",
    ),
    "planar_3r": _slide(
        "Briot: three links, gravity along the axes",
        r"$M_{13}$, $M_{23}$ and $M_{33}$ are all the inertia of the last link. Some parameters occur only in sums: base parameters, which the software finds. "
        r"In the text of the slides $E_3$ stands without the term in $(\dot q_1 + \dot q_2 + \dot q_3)^2$; the sum $E$ on the next slide has it.",
    ),
    "orthoglide": _slide(
        "Briot: parallel robots, the Orthoglide",
        r"Three slides at right angles; parallelograms keep the platform from turning. Grübler counts $6 (17 - 1 - 21) + 21 = -9$ freedoms, in truth there are three: "
        r"nine of the conditions repeat others or say nothing new where every motion of a parallelogram is in a plane.",
    ),
}  # fmt: skip
