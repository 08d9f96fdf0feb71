"""Robots with a free base: a quadrotor and a quadruped. The x axis points forward, and z points up.

Provenance
- quadrotor: The parameters of the Crazyflie 2.0 are from [forster2015]: inertia tensor 16.6, 16.6, 29.3, 0.83 (xy), 1.8
  (yz), 0.72 (xz) · 10⁻⁶ kg m², mass 0.028 kg, rotors 0.046 m from the centre, moment 0.00596 m times thrust.
- quadruped: We chose all parameters. The robot consists of boxes and rods, and has the size and mass of a 12 kg robot
  dog.

Known errors in public copies
- quadrotor: The common values 1.43 · 10⁻⁵ and 2.89 · 10⁻⁵ kg m² are estimates from point masses and a box, not
  measurements. Published masses range from 27 to 34 g, with and without markers and decks.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

from dalembert.robot import body
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Frame, Joint, Limits, Link, Robot
from dalembert.spatial.pose import Pose

_ROTOR = 0.046 / sqrt(2)


@cache
def quadrotor() -> Robot:
    """Quadrotor: a rigid body with frames rotor1 to rotor4 (front left, rear left, rear right and front right).

    Pass the thrust of a rotor along its z axis as a wrench: `wrench={"rotor1": …}`. The robot has no other actuators.
    """
    frame = Inertia.about_com(0.028, (0, 0, 0), (16.6e-6, 16.6e-6, 29.3e-6, 0.83e-6, 1.8e-6, 0.72e-6))
    corners = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    rotors = tuple(
        Frame(f"rotor{i}", "body", Pose(p=(x * _ROTOR, y * _ROTOR, 0.0))) for i, (x, y) in enumerate(corners, 1)
    )
    links = (Link("world"), Link("body", frame))
    return Robot("quadrotor", links, (Joint("root", "free", "world", "body"),), frames=rotors, source=__doc__ or "")


@cache
def quadruped() -> Robot:
    """Quadruped: a trunk with four legs of three revolute joints each (hip roll, hip pitch, knee).

    The frames of the feet are lf_foot, rf_foot, lh_foot and rh_foot. At q = 0, the legs hang straight down. With the
    hips at −0.8 rad and the knees at 1.6 rad, the feet are below the hips.
    """
    links = [Link("world"), Link("trunk", body.box(0.4, 0.2, 0.1, mass=6.0))]
    joints = [Joint("root", "free", "world", "trunk")]
    frames = []
    for leg, x, y in (("lf", 0.18, 0.06), ("rf", 0.18, -0.06), ("lh", -0.18, 0.06), ("rh", -0.18, -0.06)):
        side = 1 if y > 0 else -1
        for part, inertia in (("hip", _hip(side)), ("thigh", _rod(0.7, 0.2)), ("shank", _rod(0.2, 0.2))):
            links.append(Link(f"{leg}_{part}", inertia))
        wide = (0.0, side * 0.08, 0.0)
        roll, pitch, knee = Limits(-0.8, 0.8, 20.0, 25.0), Limits(-2.5, 2.5, 20.0, 25.0), Limits(-2.6, 2.6, 20.0, 25.0)
        joints += [
            Joint(f"{leg}_roll", "revolute", "trunk", f"{leg}_hip", Pose(p=(x, y, 0.0)), (1, 0, 0), limits=roll),
            Joint(f"{leg}_pitch", "revolute", f"{leg}_hip", f"{leg}_thigh", Pose(p=wide), (0, 1, 0), limits=pitch),
            Joint(
                f"{leg}_knee",
                "revolute",
                f"{leg}_thigh",
                f"{leg}_shank",
                Pose(p=(0.0, 0.0, -0.2)),
                (0, 1, 0),
                limits=knee,
            ),
        ]
        frames.append(Frame(f"{leg}_foot", f"{leg}_shank", Pose(p=(0.0, 0.0, -0.2))))
    return Robot("quadruped", tuple(links), tuple(joints), frames=tuple(frames), source=__doc__ or "")


def _hip(side: int) -> Inertia:
    return body.box(0.08, 0.08, 0.08, mass=0.6, at=Pose(p=(0.0, side * 0.03, 0.0)))


def _rod(mass: float, length: float) -> Inertia:
    return body.cylinder(0.015, length, mass=mass, axis="z", at=Pose(p=(0.0, 0.0, -length / 2)))
