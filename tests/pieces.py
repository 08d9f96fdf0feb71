"""Small robots for the tests of motion: a mass on a slide, a swinging arm, two links, the falling PUMA."""

from dataclasses import replace

import numpy as np

import dalembert as da

G = 9.81
NUMBERS = {"m1": 1.0, "m2": 1.2, "l1": 0.9, "l2": 0.8, "lc1": 0.4, "lc2": 0.45, "I1": 0.1, "I2": 0.08, "g": G}


def slider(mass=1.0, drive=None, *, pull=0.0, limits=None):
    """A mass that slides along x; `pull` is gravity along −x."""
    joint = da.Joint("slide", "prismatic", "ground", "mass", axis=(1, 0, 0), drive=drive, limits=limits or da.Limits())
    return da.Robot("slider", (da.Link("ground"), da.Link("mass", da.Inertia(mass))), (joint,), gravity=(-pull, 0, 0))


def arm(drive=None, *, m=1.0, l=0.5, J=0.1, g=G):
    """A link that turns about z, its mass centre at l on its x axis, gravity along −y."""
    body = da.Inertia.about_com(m, (l, 0, 0), (0, J, J, 0, 0, 0))
    joint = da.Joint("swing", "revolute", "ground", "link", drive=drive)
    return da.Robot("arm", (da.Link("ground"), da.Link("link", body)), (joint,), gravity=(0, -g, 0))


def two_links(**changed):
    """The planar 2R with numbers."""
    return da.gallery.planar_2r().bind(**(NUMBERS | changed))


def numbered(name):
    """A robot of the gallery, with numbers where it has symbols."""
    made = getattr(da.gallery, name)()
    return made.bind(**{x: G if x == "g" else 0.4 for x in made.parameters}) if made.parameters else made


def with_drives(robot, *drives):
    """The robot with these drives on its coordinates."""
    given = dict(zip(robot.coordinates, drives, strict=True))
    return replace(robot, joints=tuple(replace(j, drive=given.get(j.name)) for j in robot.joints))


def frictionless_puma():
    """The PUMA 560 with its rotors and gears, without friction."""
    puma = da.gallery.puma560()
    return with_drives(
        puma, *(da.Drive(puma.joint(x).drive.rotor_inertia, puma.joint(x).drive.gear_ratio) for x in puma.coordinates)
    )


PUMA_START = np.array([0.1, 0.3, -0.2, 0.4, 0.5, 0.6])


def bar(mass, length):
    """A slender bar along x."""
    J = mass * length * length / 12
    return da.Inertia.about_com(mass, (length / 2, 0, 0), (0.01 * J, J, J, 0, 0, 0))


def four_bar(kind="ball", *, tip=(1.5, 0, 0), drive=None, limits=None, gravcomp=0.0, **options):
    """A crank of 1 m that can turn over (Grashof: 1 + 2 < 1.5 + 1.8), coupler 2, rocker 1.5, ground 1.8.

    It is cut at the pin of coupler and rocker, which is at `tip` of the rocker.
    """
    links = (
        da.Link("ground"),
        da.Link("crank", bar(1, 1), gravcomp),
        da.Link("coupler", bar(2, 2)),
        da.Link("rocker", bar(1.5, 1.5)),
    )
    joints = (
        da.Joint("crank", "revolute", "ground", "crank", drive=drive, limits=limits or da.Limits()),
        da.Joint("coupler", "revolute", "crank", "coupler", da.Pose(p=(1, 0, 0))),
        da.Joint("rocker", "revolute", "ground", "rocker", da.Pose(p=(1.8, 0, 0))),
    )
    pin = da.model.Loop("pin", kind, "rocker", "coupler", da.Pose(p=tip), da.Pose(p=(2, 0, 0)))
    loops = {"loops": (pin,), "actuated": ("crank",)}
    return da.Robot("four_bar", links, joints, gravity=(0, -G, 0), **loops | options)


def lecture_arm(m1=1.0, m2=2.0, l1=1.0, l2=0.8):
    """The lecture's planar arm in numbers, x horizontal, y up."""
    return da.gallery.planar_2r().bind(m1=m1, m2=m2, l1=l1, l2=l2, lc1=l1 / 2, lc2=l2 / 2, I1=0.1, I2=0.1, g=G)


def point_pendulum(mass=2.0, length=0.5):
    """A mass at the end of a weightless rod, gravity along −y."""
    row = {"joint": "R", "a": length, "alpha": 0, "d": 0, "mass": mass, "com": (0, 0, 0)}
    return da.from_dh([row], gravity=(0, -G, 0), name="pendulum")


def larger(robot, k):
    """The robot with every length k times as long."""

    def moved(pose):
        return da.Pose(pose.R, tuple(k * x for x in pose.p))

    joints = tuple(replace(j, placement=moved(j.placement), after=moved(j.after)) for j in robot.joints)
    frames = tuple(replace(f, placement=moved(f.placement)) for f in robot.frames)
    loops = tuple(
        x if x.kind == "coupling"
        else replace(x, first_placement=moved(x.first_placement), second_placement=moved(x.second_placement))
        for x in robot.loops
    )  # fmt: skip
    return replace(robot, joints=joints, frames=frames, loops=loops)


def measured(robot, mass, length, time):
    """The robot in other units: its numbers are those in kg, m and s times powers of these three."""

    def inertia(x):
        return da.Inertia(
            mass * x.mass, tuple(mass * length * y for y in x.ms), tuple(mass * length**2 * y for y in x.tensor)
        )

    def driven(joint):
        at = length if joint.kind == "prismatic" else 1.0
        effort = mass * length**2 / time**2 / at
        units = {
            "rotor_inertia": effort * time**2 / at,
            "damping": effort * time / at,
            "coulomb": effort,
            "stiffness": effort / at,
        }
        own = {} if joint.drive is None else {k: getattr(joint.drive, k) for k in units}
        changed = {k: x * units[k] for k, x in own.items() if x}
        return replace(joint, drive=joint.drive.changed(**changed)) if changed else joint

    robot = larger(robot, length)
    return replace(
        robot,
        joints=tuple(map(driven, robot.joints)),
        links=tuple(replace(x, inertia=inertia(x.inertia)) for x in robot.links),
        gravity=tuple(x * length / time**2 for x in robot.gravity),
    )


def simulate_with(robot, *state, **options):
    """Simulate with groups of options given as mappings: {"method": {"step": 1e-3}}."""
    kinds = {"tau": da.simulation.Inputs, "method": da.simulation.Solver, "sample": da.simulation.Recording}
    made = {name: kinds[name](**x) if name in kinds and isinstance(x, dict) else x for name, x in options.items()}
    return da.simulate(robot, *state, **made)
