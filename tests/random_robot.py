"""Random trees of bodies for the laws: joints of every kind, branches, tilted axes, fixed links, mimics, drives, loops."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

import dalembert as da
from rotation import quarter, rotation_rpy


def random_robot(seed: int, size: int = 5, *, mimic: bool = False, drives: bool = False) -> da.Robot:
    """A tree of `size` moving bodies with physical inertias, reproducible from its seed."""
    rng = np.random.default_rng(seed)
    links, joints = [da.Link("ground")], []
    for i in range(1, size + 1):
        parent = links[int(rng.integers(max(0, i - 3), len(links)))].name
        kind = str(rng.choice(["revolute", "revolute", "prismatic"]))
        axis = (0, 0, 1) if rng.random() < 0.4 else tuple(rng.normal(size=3).tolist())
        rpy = (0, 0, 0) if rng.random() < 0.3 else rng.uniform(-3, 3, 3).tolist()
        place = da.Pose(rotation_rpy(*rpy), tuple(rng.uniform(-0.5, 0.5, 3).tolist()))
        after = da.Pose(p=tuple(rng.uniform(-0.2, 0.2, 3).tolist())) if rng.random() < 0.3 else da.Pose()
        drive = da.Drive(*rng.uniform(0.1, 0.5, 4).tolist()) if drives else None
        follow = da.model.Mimic("joint1", _away_from_zero(rng), 0.3) if mimic and i == size and size > 1 else None
        links.append(da.Link(f"link{i}", random_inertia(rng)))
        joints.append(da.Joint(f"joint{i}", kind, parent, f"link{i}", place, axis, after, drive=drive, mimic=follow))
        if rng.random() < 0.3:
            links.append(da.Link(f"tool{i}", random_inertia(rng)))
            place = da.Pose(rotation_rpy(*rng.uniform(-3, 3, 3).tolist()), tuple(rng.uniform(-0.3, 0.3, 3).tolist()))
            joints.append(da.Joint(f"mount{i}", "fixed", f"link{i}", f"tool{i}", place))
    gravity = tuple(rng.normal(size=3).tolist())
    return da.Robot(f"random{seed}", tuple(links), tuple(joints), gravity=gravity)


def random_limbs(seed: int, limbs: int = 3, size: int = 3, *, free: bool = False) -> da.Robot:
    """A trunk of two moving bodies with limbs of `size` bodies each; the trunk stands or is free."""
    rng = np.random.default_rng(seed)
    links = [da.Link("ground"), da.Link("trunk0", random_inertia(rng)), da.Link("trunk1", random_inertia(rng))]
    joints = [
        da.Joint("root", "free" if free else "revolute", "ground", "trunk0", random_pose(rng, 0.5)),
        da.Joint("waist", "revolute", "trunk0", "trunk1", random_pose(rng, 0.5)),
    ]
    for k in range(limbs):
        parent = f"trunk{rng.integers(2)}"
        for i in range(size):
            name = f"limb{k}_{i}"
            kind = str(rng.choice(["revolute", "revolute", "prismatic"]))
            links.append(da.Link(name, random_inertia(rng)))
            joints.append(da.Joint(f"joint{k}_{i}", kind, parent, name, random_pose(rng, 0.5)))
            parent = name
    return da.Robot(f"limbs{seed}", tuple(links), tuple(joints), gravity=tuple(rng.normal(size=3).tolist()))


MOVING = [
    "revolute",
    "continuous",
    "prismatic",
    "screw",
    "cylindrical",
    "universal",
    "pin_slot",
    "planar",
    "spherical",
    "free",
]
SEQUENCES = [a + b + c for a in "xyz" for b in "xyz" for c in "xyz" if a != b != c]


def random_tree(
    seed: int, size: int = 4, *, mimic: bool = False, drives: bool = False, angles: bool = True
) -> da.Robot:
    """A tree whose joints are of any kind, balls by quaternions and (with `angles`) by any three angles."""
    rng = np.random.default_rng(seed)
    links, joints = [da.Link("ground")], []
    for i in range(1, size + 1):
        parent = links[int(rng.integers(max(0, i - 3), len(links)))].name
        kind = str(rng.choice(MOVING))
        own = {"pitch": _away_from_zero(rng)} if kind == "screw" else {}
        if angles and kind in ("spherical", "free") and rng.random() < 0.3:
            own["angles"] = str(rng.choice(SEQUENCES))
        leader = next((j.name for j in joints if j.nv == 1 and j.mimic is None), None)
        if mimic and leader and i == size:
            kind = str(rng.choice(["revolute", "prismatic"]))
            own = {"mimic": da.model.Mimic(leader, _away_from_zero(rng), 0.3)}
        if drives and kind not in ("spherical", "free", "screw"):
            own["drive"] = da.Drive(*rng.uniform(0.1, 0.5, 4).tolist())
        axis = (0, 0, 1) if rng.random() < 0.4 else tuple(rng.normal(size=3).tolist())
        after = random_pose(rng, 0.2) if rng.random() < 0.4 else da.Pose()
        links.append(da.Link(f"link{i}", random_inertia(rng)))
        joints.append(da.Joint(f"joint{i}", kind, parent, f"link{i}", random_pose(rng, 0.5), axis, after, **own))
        if rng.random() < 0.3:
            links.append(da.Link(f"tool{i}", random_inertia(rng)))
            joints.append(da.Joint(f"mount{i}", "fixed", f"link{i}", f"tool{i}", random_pose(rng, 0.3)))
    gravity = tuple(rng.normal(size=3).tolist())
    return da.Robot(f"tree{seed}", tuple(links), tuple(joints), gravity=gravity)


def random_pose(rng: np.random.Generator, reach: float) -> da.Pose:
    rpy = (0, 0, 0) if rng.random() < 0.3 else rng.uniform(-3, 3, 3).tolist()
    return da.Pose(rotation_rpy(*rpy), tuple(rng.uniform(-reach, reach, 3).tolist()))


def closed_robot(seed: int, kinds: tuple[str, ...], size: int = 4) -> tuple[da.Robot, np.ndarray]:
    """A chain that starts free, with a loop of each kind from its end back to a link before, and a q that closes them.

    The frames of a loop are put together at a drawn posture, so that there is one at which everything coincides.
    """
    rng = np.random.default_rng(seed)
    turning = ["revolute", "continuous", "prismatic", "cylindrical", "universal", "planar", "spherical"]
    links, joints = [da.Link("ground")], []
    for i in range(1, size + 1):
        kind = "free" if i == 1 else str(rng.choice(turning))
        links.append(da.Link(f"link{i}", random_inertia(rng)))
        joints.append(
            da.Joint(f"joint{i}", kind, f"link{i - 1}" if i > 1 else "ground", f"link{i}", random_pose(rng, 0.5))
        )
    frames = [
        da.model.Frame(f"{end}{k}", link, random_pose(rng, 0.3))
        for k in range(len(kinds))
        for end, link in (("a", f"link{k % (size - 1)}" if k % (size - 1) else "ground"), ("b", f"link{size}"))
    ]
    tree = da.Robot(f"closed{seed}", tuple(links), tuple(joints), gravity=(0.3, -1.0, -9.0), frames=tuple(frames))
    q = posture(tree, seed)
    loops = []
    for k, kind in enumerate(kinds):
        A, B = (da.forward_kinematics(tree, q, f"{end}{k}") for end in "ab")
        if kind == "rod":
            loops.append(
                da.model.Loop(f"loop{k}", kind, f"a{k}", f"b{k}", length=float(np.linalg.norm(A[:3, 3] - B[:3, 3])))
            )
            continue
        free = np.eye(4)  # the second frame somewhere along what the kind leaves free
        free[:3, 3] = rng.uniform(-0.3, 0.3, 3) * {
            "prismatic": (0, 0, 1),
            "cylindrical": (0, 0, 1),
            "planar": (1, 1, 0),
        }.get(kind, 0)
        back = np.linalg.inv(B) @ A @ free
        there = da.Pose(tuple(map(tuple, back[:3, :3].tolist())), tuple(back[:3, 3].tolist()))
        loops.append(da.model.Loop(f"loop{k}", kind, f"a{k}", f"b{k}", second_placement=there))
    from dataclasses import replace

    return replace(tree, loops=tuple(loops)), q


def posture(robot: da.Robot, seed: int, count: int | None = None) -> np.ndarray:
    """q with no symmetry, balls turned any way: `(nq,)`, or `(count, nq)`."""
    rng = np.random.default_rng(seed + 1)
    dq = rng.uniform(-1.7, 1.7, size=(robot.nv,) if count is None else (count, robot.nv))
    return da.integrate(robot, np.broadcast_to(da.neutral(robot), (*dq.shape[:-1], robot.nq)), dq)


def along(robot: da.Robot, function, q: np.ndarray, h: float = 1e-5) -> np.ndarray:
    """Central slopes of function(q) by the tangent, the rate last."""
    step = h * np.eye(robot.nv)
    slopes = [
        (np.asarray(function(da.integrate(robot, q, e))) - function(da.integrate(robot, q, -e))) / (2 * h) for e in step
    ]
    return np.moveaxis(np.array(slopes), 0, -1)


def _away_from_zero(rng: np.random.Generator) -> float:
    """A ratio; near 0 the follower would weigh nothing."""
    ratio = float(rng.uniform(-2, 2))
    return ratio + 0.4 if ratio >= 0 else ratio - 0.4


def random_inertia(rng: np.random.Generator) -> da.Inertia:
    """Mass, centre and a tensor that a cloud of points has."""
    mass, points = float(rng.uniform(0.3, 4)), rng.normal(size=(6, 3)) * 0.2
    points -= points.mean(axis=0)
    E = points.T @ points / len(points) * mass
    I = np.trace(E) * np.eye(3) - E
    tensor = (I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[1, 2], I[0, 2])
    return da.Inertia.about_com(mass, tuple(rng.uniform(-0.3, 0.3, 3).tolist()), tuple(float(x) for x in tensor))


def exact_robot(seed: int, size: int = 4, *, mimic: bool = False) -> da.Robot:
    """A tree whose numbers are rational and whose rotations are exactly orthogonal: identities hold to any digit."""
    rng = np.random.default_rng(seed)

    def some(count: int) -> tuple[Fraction, ...]:
        return tuple(Fraction(int(x), 50) for x in rng.integers(-40, 40, count))

    links, joints = [da.Link("ground")], []
    for i in range(1, size + 1):
        R = exact_rotation(some(1)[0] + 1, *some(3))
        kind = str(rng.choice(["revolute", "revolute", "prismatic"]))
        follow = da.model.Mimic("joint1", Fraction(3, 7), Fraction(0)) if mimic and i == size and size > 1 else None
        mass, com, (a, b, c, d, e, f) = some(1)[0] + 1, some(3), some(6)
        tensor = (a * a + b * b + 2, c * c + 2, d * d + 2, e / 9, f / 9, a / 9)
        links.append(da.Link(f"link{i}", da.Inertia.about_com(mass, com, tensor)))
        joints.append(da.Joint(f"joint{i}", kind, links[max(0, i - 2)].name if i % 3 == 0 else links[i - 1].name,
                            f"link{i}", da.Pose(R, some(3)), mimic=follow))  # fmt: skip
    return da.Robot(f"exact{seed}", tuple(links), tuple(joints), gravity=some(3))


_QUARTER_TURNS = ((0, 0, 0), (0, 0, 0), (np.pi / 2, 0, 0), (-np.pi / 2, 0, 0), (0, np.pi / 2, 0), (0, 0, np.pi / 2))


def symbolic_robot(seed: int, size: int = 3) -> da.Robot:
    """A tree in symbols as books draw them: parallel and perpendicular axes, slides, shared lengths, rods, rotors."""
    rng = np.random.default_rng(seed)

    def offset() -> tuple[str | int, ...]:
        """Three lengths of a pool of three, some with a minus sign, many zero."""
        return tuple(str(rng.choice(["l1", "l2", "-l1", "l3"])) if rng.random() < 0.35 else 0 for _ in range(3))

    links, joints = [da.Link("ground")], []
    for i in range(1, size + 1):
        parent = links[int(rng.integers(max(0, i - 2), i))].name
        kind = str(rng.choice(["revolute", "revolute", "prismatic"]))
        turn = _QUARTER_TURNS[int(rng.integers(len(_QUARTER_TURNS)))]
        drive = da.Drive(rotor_inertia=f"J{i}", gear_ratio=f"N{i}") if rng.random() < 0.25 else None
        links.append(da.Link(f"link{i}", _symbolic_inertia(rng, i)))
        joints.append(
            da.Joint(
                f"joint{i}", kind, parent, f"link{i}", da.Pose(quarter(rotation_rpy(*turn)), offset()), drive=drive
            )
        )
    gravity = ((0, 0, "-g"), (0, "-g", 0), (0, 0, 0))[int(rng.integers(3))]
    return da.Robot(f"symbolic{seed}", tuple(links), tuple(joints), gravity=gravity)


def _symbolic_inertia(rng: np.random.Generator, i: int) -> da.Inertia:
    """Ten symbols, a rod, a disc, a point, or nothing; now and then with the mass of link 1."""
    m = "m1" if rng.random() < 0.2 else f"m{i}"
    shape = int(rng.integers(5))
    if shape == 0:
        x = [f"{letters}{i}" for letters in ("mx", "my", "mz", "xx", "yy", "zz", "xy", "yz", "xz")]
        return da.Inertia(m, tuple(x[:3]), tuple(x[3:]))
    if shape == 1:
        return da.Inertia.about_com(m, (f"lc{i}", 0, 0), (0, f"I{i}", f"I{i}", 0, 0, 0))
    if shape == 2:
        return da.Inertia.about_com(m, (0, 0, f"lc{i}"), (f"I{i}", f"I{i}", f"A{i}", 0, 0, 0))
    if shape == 3:
        return da.Inertia.about_com(m, (0, "l1", f"lc{i}"), (0, 0, 0, 0, 0, 0))
    return (
        da.Inertia() if i > 1 else da.Inertia.about_com(m, (f"lc{i}", f"h{i}", 0), (f"I{i}", f"I{i}", f"I{i}", 0, 0, 0))
    )


def exact_rotation(w: Fraction, x: Fraction, y: Fraction, z: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    """The rotation of a quaternion of any length, rational where the quaternion is."""
    n = w * w + x * x + y * y + z * z
    return (
        ((w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n),
        (2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - w * x) / n),
        (2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, (w * w - x * x - y * y + z * z) / n),
    )


seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(1, 7)


def kicked(robot: da.Robot, seed: int, rows: int = 3) -> np.ndarray:
    """`rows` random vectors of n entries: a state with no symmetry."""
    return np.random.default_rng(seed + 1).uniform(-1.7, 1.7, size=(rows, robot.n))


def worst(result: object, expected: object) -> float:
    """Largest difference, relative to the largest expected entry (or to one, if that is smaller)."""
    a, b = np.asarray(result, dtype=float), np.asarray(expected, dtype=float)
    assert a.shape == b.shape
    return float(np.max(np.abs(a - b), initial=0.0) / max(1.0, float(np.max(np.abs(b), initial=0.0))))
