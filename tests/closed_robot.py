"""Small mechanisms with loops for the tests of motion, each with a closed configuration to start from."""

import tomllib

import numpy as np

import dalembert as da
import pieces
from pieces import bar
from place import DATA
from rotation import rotation_rpy

ANDREWS = DATA / "andrews" / "andrews.toml"


def at(x=0.0, y=0.0, z=0.0, **turned):
    return da.Pose(p=(x, y, z), **turned)


def four_bar(**options):
    robot = pieces.four_bar(**options)
    return robot, da.assemble(robot, [1.0, 0.3, 1.5])


def slider_crank():
    """Crank 0.5 m, rod 1.2 m, a slide along x."""
    links = (
        da.Link("ground"),
        da.Link("crank", bar(1, 0.5)),
        da.Link("rod", bar(2, 1.2)),
        da.Link("piston", da.Inertia(0.7)),
    )
    joints = (
        da.Joint("crank", "revolute", "ground", "crank"),
        da.Joint("rod", "revolute", "crank", "rod", at(0.5)),
        da.Joint("piston", "prismatic", "ground", "piston", axis=(1, 0, 0)),
    )
    loop = da.model.Loop("pin", "revolute", "piston", "rod", at(), at(1.2))
    robot = da.Robot("slider_crank", links, joints, gravity=(0, -9.81, 0), loops=(loop,), actuated=("crank",))
    return robot, da.assemble(robot, [0.7, -1.0, 1.5])


def five_bar():
    """Two freedoms: two cranks on the ground, 1 m apart, joined by two rods."""
    links = (da.Link("ground"), *(da.Link(f"{x}{i}", bar(1, 0.8)) for i in (1, 2) for x in ("crank", "rod")))
    joints = (
        da.Joint("crank1", "revolute", "ground", "crank1"),
        da.Joint("rod1", "revolute", "crank1", "rod1", at(0.8)),
        da.Joint("crank2", "revolute", "ground", "crank2", at(1)),
        da.Joint("rod2", "revolute", "crank2", "rod2", at(0.8)),
    )
    loop = da.model.Loop("pin", "ball", "rod1", "rod2", at(0.8), at(0.8))
    driven = ("crank1", "crank2")
    robot = da.Robot("five_bar", links, joints, gravity=(0, -9.81, 0), loops=(loop,), actuated=driven)
    return robot, da.assemble(robot, [2.0, -1.2, 1.0, 1.2])


def bennett():
    """Over-constrained: four turning joints in space that move because a / sin α = b / sin β."""
    alpha, beta, a = 0.7, 1.1, 1.0
    b = a * np.sin(beta) / np.sin(alpha)
    first, second = at(a, R=rotation_rpy(alpha, 0, 0)), at(b, R=rotation_rpy(beta, 0, 0))
    body = da.Inertia.about_com(1.0, (0.3, 0.1, 0.05), (0.05, 0.06, 0.07, 0.01, 0, 0))
    links = (da.Link("ground"), *(da.Link(f"bar{k}", body) for k in (1, 2, 3)))
    joints = (
        da.Joint("j1", "revolute", "ground", "bar1"),
        da.Joint("j2", "revolute", "bar1", "bar2", first),
        da.Joint("j3", "revolute", "bar2", "bar3", second),
    )
    loop = da.model.Loop("pin", "revolute", "bar3", "ground", first, second.inverse())
    robot = da.Robot("bennett", links, joints, loops=(loop,), actuated=("j1",))
    return robot, da.assemble(robot, [0.5, 2.5, -0.5])


def stewart():
    """6-UPS: 24 coordinates, 18 closures, six freedoms, a ball in q; soft springs in the legs keep it off the ground."""
    links, joints, loops, springs = [da.Link("ground")], [], [], []
    for i in range(6):
        a, b = 2 * np.pi * (i // 2) / 3 + (0.2 if i % 2 else -0.2), 2 * np.pi * (i // 2) / 3 + (0.6 if i % 2 else -0.6)
        lower = da.Inertia.about_com(1.0, (0, 0, 0.2), (0.02, 0.02, 0.001, 0, 0, 0))
        upper = da.Inertia.about_com(0.8, (0, 0, -0.2), (0.015, 0.015, 0.001, 0, 0, 0))
        foot, pin = at(float(np.cos(a)), float(np.sin(a))), at(float(0.6 * np.cos(b)), float(0.6 * np.sin(b)))
        links += [da.Link(f"lower{i}", lower), da.Link(f"upper{i}", upper)]
        joints.append(da.Joint(f"u{i}", "universal", "ground", f"lower{i}", foot))
        joints.append(da.Joint(f"p{i}", "prismatic", f"lower{i}", f"upper{i}"))
        loops.append(da.model.Loop(f"s{i}", "ball", f"upper{i}", "plate", at(), pin))
        springs.append(da.model.Strut(f"k{i}", "ground", "plate", foot.p, pin.p, stiffness=400.0, rest=1.25))
    links.append(da.Link("plate", da.Inertia.about_com(5.0, (0, 0, 0.05), (0.4, 0.4, 0.8, 0, 0, 0))))
    joints.append(da.Joint("plate", "free", "ground", "plate"))
    driven = tuple(f"p{i}" for i in range(6))
    robot = da.Robot(
        "stewart", tuple(links), tuple(joints), loops=tuple(loops), springs=tuple(springs), actuated=driven
    )
    guess = da.neutral(robot)
    guess[-5], guess[2:18:3] = 1.0, 1.0
    return robot, da.assemble(robot, guess)


MECHANISMS = {f.__name__: f for f in (four_bar, slider_crank, five_bar, bennett, stewart)}


def andrews():
    """Andrews' squeezing mechanism, and its published table."""
    return da.gallery.andrews_squeezer(), tomllib.loads(ANDREWS.read_text())


def leg():
    """A free body with a leg on a ball, a drive on each, a tendon, a strut and a leg whose weight is carried by half."""
    links = (da.Link("world"), da.Link("body", da.Inertia.about_com(3, (0.1, 0, 0), (0.1, 0.2, 0.25, 0.01, 0, 0))))
    links += (da.Link("thigh", bar(1, 0.5), gravcomp=0.5), da.Link("foot", bar(0.5, 0.4)))
    joints = (
        da.Joint("root", "free", "world", "body"),
        da.Joint("hip", "spherical", "body", "thigh", at(0.2, 0.1), drive=da.Drive(damping=0.3)),
        da.Joint("knee", "revolute", "thigh", "foot", at(0.5), axis=(0, 1, 0), drive=da.Drive(0.002, 5, damping=0.1)),
    )
    springs = (
        da.model.Tendon("knee_spring", (("knee", 1),), stiffness=3.0, rest=0.4, damping=0.2),
        da.model.Strut("leash", "world", "foot", (0, 0, 1.5), (0.4, 0, 0), stiffness=5.0, rest=0.3, damping=0.4),
    )
    return da.Robot("leg", links, joints, springs=springs)


ANGLES = ("beta", "theta", "gamma", "phi", "delta", "omega", "epsilon")  # the table's order
FIVE_BAR = {  # numbers for the gallery's five_bar
    "l1": 0.3, "l2": 0.5, "l3": 0.35, "l4": 0.45, "l5": 0.25, "g": 9.81,
    **{f"m{i}": 1.0 for i in range(1, 5)}, **{f"lc{i}": 0.1 for i in range(1, 5)}, **{f"I{i}": 0.01 for i in range(1, 5)},
}  # fmt: skip
