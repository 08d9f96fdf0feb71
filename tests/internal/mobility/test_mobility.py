"""Mobility of named mechanisms against the literature, and of awkward ones against independent counts."""

import math
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.graph import evaluate
from dalembert.mobility.degrees_of_freedom import assembled, walk
from dalembert.mobility.network import network
from dalembert.mobility.rank import rank_at
from raised import raises
from tolerance import ANOTHER_LIBRARY, HUNDREDS_OF_ROUNDINGS, SAME_ALGORITHM, SOLVED

# ── the literature ────────────────────────────────────────────────────────────
# mechanism, options, formula, true mobility, freedoms of the output, who says so

PUBLISHED = [
    ("four_bar", {}, 1, 1, None, "Grübler 1917"),
    ("five_bar", {}, 2, 2, 2, "Hunt 1978"),
    ("slider_crank", {}, 1, 1, 1, "Hunt 1978"),
    ("watt", {}, 1, 1, 1, "Hunt 1978"),
    ("peaucellier", {}, 1, 1, None, "Peaucellier 1864"),
    ("hooke", {}, -2, 1, 1, "Hunt 1978: all axes through one point, spherical"),
    ("bennett", {}, -2, 1, 1, "Bennett 1903"),
    ("goldberg", {}, -1, 1, 1, "Goldberg 1943"),
    ("bricard", {"kind": "trihedral"}, 0, 1, 1, "Bricard 1927"),
    ("bricard", {"kind": "line-symmetric"}, 0, 1, 1, "Bricard 1927"),
    ("bricard", {"kind": "plane-symmetric"}, 0, 1, 1, "Bricard 1927"),
    ("sarrus", {}, 0, 1, 1, "Sarrus 1853"),
    ("rssr", {}, 2, 2, 1, "Hunt 1978: one of the two is the idle spin of the rod"),
    ("rccc", {}, 1, 1, 1, "Hunt 1978"),
    ("seven_r", {}, 1, 1, 1, "Hunt 1978: the general closed loop of seven hinges"),
    ("stewart", {"legs": "UPS"}, 6, 6, 6, "Stewart 1965, Gough and Whitehall 1962"),
    ("stewart", {"legs": "SPS"}, 12, 12, 6, "Stewart 1965; each of six legs spins idly"),
    ("delta", {}, 9, 9, 3, "Clavel 1988: three translations; each of six rods spins idly"),
    ("orthoglide", {}, -9, 3, 3, "Wenger and Chablat 2000: three translations"),
    ("three_rps", {}, 3, 3, 3, "Hunt 1983"),
    ("three_upu", {}, 3, 3, 3, "Tsai 1996: three translations"),
    ("tripteron", {}, 0, 3, 3, "Kong and Gosselin 2002: three translations"),
    ("agile_eye", {}, -3, 3, 3, "Gosselin and Hamel 1994: three rotations"),
]


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("name", "options", "formula", "truth", "output", "source"), PUBLISHED)
def test_mobility_equals_the_literature(name, options, formula, truth, output, source):
    found = da.mechanism.mobility(getattr(da.mechanism.library, name)(**options))
    assert (found.formula, found.full_cycle) == (formula, truth), source
    assert found.instantaneous == truth
    assert found.redundant == truth - formula
    assert (found.output.freedoms if found.output else None) == output


@pytest.mark.parametrize(
    ("name", "translations", "turns"),
    [
        ("orthoglide", 3, 0),
        ("delta", 3, 0),
        ("three_upu", 3, 0),
        ("tripteron", 3, 0),
        ("agile_eye", 0, 3),
        ("three_rps", 1, 2),
    ],
)
def test_kind_of_output_motion_equals_the_literature(name, translations, turns):
    output = da.mechanism.mobility(da.mechanism.library.get(name)).output
    assert (output.translations, output.turns) == (translations, turns)


@pytest.mark.parametrize(
    ("name", "legs", "idle"), [("stewart", "SPS", 6), ("stewart", "UPS", 0), ("delta", "", 6), ("rssr", "", 1)]
)
def test_idle_freedoms_are_counted(name, legs, idle):
    found = da.mechanism.mobility(getattr(da.mechanism.library, name)(**({"legs": legs} if legs else {})))
    assert found.idle == idle
    assert found.full_cycle - found.idle == found.output.freedoms


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("hooke", {}, da.finding.GroupRedundancy("rotations about one point", 3, 6, 3, 4, 4, 4, 0)),
        ("bennett", {}, da.finding.SpecialLoops(1, 3, "Bennett linkage", 4)),
        ("bricard", {"kind": "line-symmetric"}, da.finding.SpecialLoops(1, 1, "special loop", 6)),
        ("sarrus", {}, da.finding.SharedChains(1, 1, True, "motions in a plane", "motions in a plane", 1)),
        ("orthoglide", {}, da.finding.LoopGroups(3, 3, "motions in a plane")),
        ("stewart", {"legs": "SPS"}, da.finding.IdleFreedoms(6, 6)),
        ("shaky", {}, da.finding.SingularPosition(1, moves=False)),
    ],
)
def test_the_reason_is_given(name, options, reason):
    found = da.mechanism.mobility(getattr(da.mechanism.library, name)(**options))
    assert reason in found.reasons
    assert str(reason) in found.explain()


def test_reasons_name_the_group():
    reason = da.mechanism.mobility(da.mechanism.library.screw_press()).reasons[0]
    assert (reason.group, reason.dimension) == ("rotations about and translations along one axis", 2)


# ── independent counts ────────────────────────────────────────────────────────


def freedoms_of_bodies(robot):
    """Instantaneous mobility by another road: twists of all bodies, each joint taking away 6 − f directions."""
    parts = network(robot)
    S = parts.screws(assembled(parts))
    rows = []
    for joint in parts.joints:
        a, b = joint.ends
        U, s, _ = np.linalg.svd(S[:, list(joint.rates)])
        forbidden = U[:, int(np.sum(s > 1e-9)) :].T
        row = np.zeros((len(forbidden), 6 * len(parts.bodies)))
        row[:, 6 * b : 6 * b + 6], row[:, 6 * a : 6 * a + 6] = forbidden, -forbidden
        rows.append(row)
    ground = np.eye(6, 6 * len(parts.bodies))
    values = np.linalg.svd(np.concatenate([ground, *rows]), compute_uv=False)
    return 6 * len(parts.bodies) - int(np.sum(values > 1e-9 * values[0]))


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", da.mechanism.library.names())
def test_loops_and_bodies_give_the_same_count(name):
    robot = da.mechanism.library.get(name)
    assert da.mechanism.mobility(robot).instantaneous == freedoms_of_bodies(robot)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", da.mechanism.library.names())
def test_a_drawing_and_its_robot_give_the_same_count(name):
    assert counts(da.mechanism.library.drawn(name).mobility()) == counts(
        da.mechanism.mobility(da.mechanism.library.get(name))
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["parallelogram", "slider_crank", "bennett", "sarrus", "rccc", "screw_press", "hooke"])
def test_mobility_does_not_depend_on_place_scale_or_ground(name):
    """Gauge: turned, moved far away, in other units, and with every body as the ground in turn."""
    mechanism = da.mechanism.library.drawn(name)
    expected = counts(mechanism.mobility())
    R = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]
    R = R * np.sign(np.linalg.det(R))
    for scale, shift in ((1e-4, (0, 0, 0)), (1e5, (1e5, -3e4, 2e5)), (1.0, (100, 200, -300))):
        assert counts(carried(mechanism, R, scale, np.array(shift)).mobility()) == expected, (scale, shift)
    for body in mechanism.bodies:
        turned = replace(mechanism, ground=body, output="")
        assert counts(turned.mobility())[:3] == expected[:3], body


def counts(found):
    return found.instantaneous, found.full_cycle, found.redundant, found.m, found.formula


def carried(mechanism, R, scale, shift):
    def point(p):
        return None if p is None else tuple((scale * R @ evaluate(p, {}) + shift).tolist())

    def direction(u):
        return None if u is None else tuple((R @ evaluate(u, {})).tolist())

    joints = [
        replace(j, point=point(j.point), axis=direction(j.axis), second=direction(j.second), point_b=point(j.point_b),
                axis_b=direction(j.axis_b), pitch=scale * evaluate([j.pitch], {})[0])
        for j in mechanism.joints
    ]  # fmt: skip
    return replace(mechanism, joints=tuple(joints))


def everything():
    """One joint of each kind in two loops."""
    joints = (
        da.mechanism.universal("ground", "a", (0, 0, 0), (1, 0, 0), (0, 1, 0.3)),
        da.mechanism.spherical("a", "b", (1, 2, 0.5)),
        da.mechanism.cylindrical("b", "c", (1, 0, 2), (1, 1, 0)),
        da.mechanism.planar("c", "d", (2, 1, 1), (1, 2, 3)),
        da.mechanism.screw("d", "e", (0, 1, 1), (1, 0, 1), 0.3),
        da.mechanism.prismatic("ground", "e", (1, 2, 3), (0, 1, 1)),
        da.mechanism.revolute("b", "d", (1, 1, 1), (1, 2, 2)),
        da.mechanism.fixed("b", "plate", (1, 1, 1)),
    )
    return da.mechanism.Mechanism("everything", joints)


def test_slopes_are_the_derivative_of_what_parts_the_loops():
    """Of φ, and of the errors in which angles stand for sines, at a closed configuration; C has the same null space."""
    parts = network(everything().robot)
    q, h = assembled(parts), 1e-6
    closure, loops = parts.assembly.closure, parts.assembly
    steps = h * np.diag(closure.columns)
    slopes = (closure.errors(loops.moved(q, steps))[0] - closure.errors(loops.moved(q, -steps))[0]) / (2 * h)
    J = parts.slopes(q)
    assert np.abs(slopes.T - J).max() < SOLVED  # h² curvature and 1e-16/h, both near 1e-10
    C = parts.matrix(parts.screws(q))
    assert C.shape[1] - np.linalg.matrix_rank(C) == J.shape[1] - np.linalg.matrix_rank(J)
    N = np.linalg.svd(C)[2][np.linalg.matrix_rank(C) :].T
    assert np.abs(J @ N[: J.shape[1]]).max() < SAME_ALGORITHM


def test_every_kind_of_joint_is_counted():
    mechanism = everything()
    assert [j.freedoms for j in mechanism.joints] == [2, 3, 2, 3, 1, 1, 1, 0]
    found = mechanism.mobility()
    assert found.formula == da.mechanism.grubler(7, [2, 3, 2, 3, 1, 1, 1, 0]) == 1
    assert found.full_cycle == found.instantaneous == 1


def test_a_locked_loop_makes_the_formula_count_too_few():
    """U, R and P in one loop are locked twice over; the formula charges the rest of the mechanism for it."""
    joints = [replace(j, a="a", b="e", name="") if j.kind == "revolute" else j for j in everything().joints]
    found = da.mechanism.Mechanism("locked", tuple(joints)).mobility()
    assert (found.formula, found.full_cycle) == (1, 3)
    assert any(isinstance(x, da.finding.LockedLoops) and (x.freedoms, x.equations) == (4, 6) for x in found.reasons)


def test_wedges_that_slide_on_each_other_move():
    """Three slides in a plane: the planar formula counts turns that no slide allows; with m = 2 it is right."""
    joints = (
        da.mechanism.prismatic("ground", "low", (0, 0), (1, 0, 0)),
        da.mechanism.prismatic("low", "high", (0, 1), (2, 1, 0)),
        da.mechanism.prismatic("ground", "high", (0, 2), (0, 1, 0)),
    )
    found = da.mechanism.Mechanism("wedges", joints).mobility()
    assert (found.planar, found.full_cycle, found.group_dimension) == (0, 1, 2)
    [reason] = [x for x in found.reasons if isinstance(x, da.finding.GroupRedundancy)]
    assert (reason.dimension, reason.bodies, reason.joints, reason.freedoms) == (2, 3, 3, 3)


def test_a_platform_on_six_rods_is_fixed_and_its_rods_spin():
    """Six rods with a ball at each end hold a platform: 6(8 − 1 − 12) + 36 = 6, all of them idle."""
    rng = np.random.default_rng(8)
    joints = []
    for k in range(6):
        joints.append(da.mechanism.spherical("ground", f"rod{k}", rng.normal(size=3).tolist()))
        joints.append(da.mechanism.spherical(f"rod{k}", "platform", (rng.normal(size=3) + [0, 0, 3]).tolist()))
    for output in ("", "platform"):
        found = da.mechanism.Mechanism("six rods", tuple(joints), output=output).mobility()
        assert (found.formula, found.full_cycle, found.idle) == (6, 6, 6)


@pytest.mark.parametrize("seed", range(8))
def test_a_general_loop_obeys_the_formula(seed):
    """Joints of random kinds at random places: no dependence, so F = Σf − 6."""
    rng = np.random.default_rng(seed)
    joints, k = [], 0
    while sum(j.freedoms for j in joints) < 7:
        point, axis, second = rng.normal(size=(3, 3)).tolist()
        kind = str(rng.choice(["revolute", "prismatic", "screw", "cylindrical", "universal", "revolute"]))
        options = {"second": second} if kind == "universal" else {"pitch": 0.3} if kind == "screw" else {}
        joints.append(da.mechanism.DrawnJoint(kind, f"body{k}", f"body{k + 1}", point, axis, **options))
        k += 1
    joints[-1] = replace(joints[-1], b="body0", name="")
    freedoms = [j.freedoms for j in joints]
    turning = [f for j, f in zip(joints, freedoms, strict=True) if j.kind != "prismatic"]
    assert sum(turning) >= 3, "a loop needs turns to close in all directions"
    found = da.mechanism.Mechanism("general", tuple(joints)).mobility()
    assert found.formula == found.instantaneous == found.full_cycle == sum(freedoms) - 6


# ── finite motion ─────────────────────────────────────────────────────────────


def motion(robot, steps, length):
    """Closed configurations along the motion of a mechanism."""
    parts = network(robot)
    states = walk(parts, assembled(parts), steps=steps, length=length)
    assert len(states) == steps + 1
    return np.array(states)


def test_peaucellier_draws_a_straight_line():
    robot = da.mechanism.library.peaucellier()
    point = da.model.Frame("pen", "far1", robot_loop(robot, "far1-far2").first_placement)
    robot = replace(robot, frames=(point,))
    points = da.forward_kinematics(robot, motion(robot, 25, 0.05), "pen")[:, :3, 3]
    assert np.ptp(points[:, 1]) > 0.5
    assert np.ptp(points[:, 0]) < ANOTHER_LIBRARY


def robot_loop(robot, name):
    return next(loop for loop in robot.loops if loop.name == name)


def test_sarrus_plate_rises_straight():
    robot = da.mechanism.library.sarrus()
    poses = da.forward_kinematics(robot, motion(robot, 15, 0.05), "plate")
    assert np.abs(poses[:, :3, :3] - np.eye(3)).max() < ANOTHER_LIBRARY
    assert np.ptp(poses[:, :2, 3], axis=0).max() < ANOTHER_LIBRARY
    assert np.ptp(poses[:, 2, 3]) > 0.1


def test_bennett_angles_obey_his_relation():
    """tan ½θ1 · tan ½θ2 keeps its value along the motion."""
    a, b, twist, angle = 1.0, 1.5, 0.6, 1.1
    other = math.asin(b * math.sin(twist) / a)
    constant = math.sin((other + twist) / 2) / math.sin((other - twist) / 2)
    robot = da.mechanism.library.bennett(a, b, twist, angle)
    which = [robot.coordinates.index(name) for name in ("ground-link1", "link1-link2")]
    ranges = []
    for one, two in motion(robot, 20, 0.08)[:, which]:
        theta1, theta2 = angle + one, 2 * math.atan(constant / math.tan(angle / 2)) + two
        assert math.tan(theta1 / 2) * math.tan(theta2 / 2) == pytest.approx(constant, rel=SOLVED)
        ranges.append(theta1)
    assert np.ptp(ranges) > 0.5


def test_a_crank_goes_all_the_way_round():
    """Grashof's crank passes a full turn and comes back to where it began: angles are not wrapped on the way."""
    robot = da.mechanism.library.four_bar()
    states = motion(robot, 160, 0.1)
    crank = states[:, robot.coordinates.index("ground-crank")]
    assert abs(crank[-1] - crank[0]) > 2 * math.pi
    k = int(np.argmin(np.abs(np.abs(crank - crank[0]) - 2 * math.pi)))
    gap = abs(abs(crank[k] - crank[0]) - 2 * math.pi)
    there, here = (da.forward_kinematics(robot, states[i], "coupler") for i in (k, 0))
    assert np.abs(there - here).max() < 15 * gap + 1e-9  # lengths of up to 5


def test_a_flat_parallelogram_is_singular_and_moves_on():
    """All joints in line: two freedoms at the instant, one over the cycle, on either branch."""
    flat = da.mechanism.Mechanism(
        "flat",
        (
            da.mechanism.revolute("ground", "a", (0, 0)),
            da.mechanism.revolute("ground", "b", (2, 0)),
            da.mechanism.revolute("a", "c", (1, 0)),
            da.mechanism.revolute("b", "c", (3, 0)),
        ),
    )
    found = flat.mobility()
    assert (found.instantaneous, found.full_cycle) == (2, 1)
    assert da.finding.SingularPosition(1, moves=True) in found.reasons


def test_parallel_bars_of_different_lengths_are_shaky():
    found = da.mechanism.mobility(da.mechanism.library.shaky())
    assert (found.formula, found.instantaneous, found.full_cycle) == (0, 1, 0)
    assert found.output.freedoms == 0


def test_a_shaky_part_carried_along_stays_shaky():
    """Two bars in line on the coupler of a four-bar: one freedom lasts, another is there to first order everywhere."""
    bars = (
        da.mechanism.revolute("coupler", "x", (0, 5)),
        da.mechanism.revolute("coupler", "y", (2, 5)),
        da.mechanism.revolute("x", "y", (1, 5)),
    )
    found = da.mechanism.Mechanism("carried", (*da.mechanism.library.drawn("four_bar").joints, *bars)).mobility()
    assert (found.formula, found.instantaneous, found.full_cycle) == (1, 2, 1)
    assert da.finding.InfinitesimalFreedoms(1) in found.reasons


def straight(rise):
    """Two bars of length 1 between supports `2 − rise` apart, drawn bent, yet to be closed."""
    span = 2 - rise
    joints = (
        da.mechanism.revolute("ground", "left", (0, 0)),
        da.mechanism.revolute("ground", "right", (span, 0)),
        da.mechanism.revolute(
            "left",
            "right",
            ("3/5", "4/5"),
            point_b=(span - da.mechanism.DrawnJoint("fixed", "x", "y", ("3/5", 0)).point[0], "4/5"),
        ),
    )
    return da.mechanism.Mechanism("two bars", joints)


def test_a_double_solution_is_decided_in_many_digits():
    """Bars that just reach: floats close the loop to 1e-8 only, which leaves the rank in doubt; 80 digits do not."""
    mechanism = straight(0)
    parts = network(mechanism.robot)
    q = assembled(parts)
    J = parts.slopes(q)
    values = np.linalg.svd(J, compute_uv=False) / np.linalg.norm(J, 2)
    assert np.any((values > 1e-9) & (values < 1e-6)), "floats alone should be in doubt here"
    assert rank_at(parts, lambda: mechanism.exact, q).rank == 1
    found = mechanism.mobility()
    assert (found.formula, found.instantaneous, found.full_cycle) == (0, 1, 0)


def test_nearly_straight_bars_are_not_shaky():
    """With 1e-6 to spare the bars stand at an angle of 1e-3: close to shaky, and not shaky."""
    found = straight(1e-6).mobility()
    assert (found.instantaneous, found.full_cycle) == (0, 0)


def test_rounded_dimensions_need_a_larger_tolerance():
    """A parallelogram measured to four digits is rigid as given, and says how near it is to moving."""
    exact = da.mechanism.library.drawn("parallelogram", base="sqrt(2)", angle="pi/7")
    rounded = replace(
        exact, joints=tuple(replace(j, point=tuple(round(x, 4) for x in evaluate(j.point, {}))) for j in exact.joints)
    )
    assert exact.mobility().full_cycle == 1
    as_given = rounded.mobility()
    assert as_given.full_cycle == 0
    assert any(isinstance(x, da.finding.NearlyDependent) and x.value < 1e-4 for x in as_given.reasons)
    assert rounded.mobility(tolerance=1e-3).full_cycle == 1


def test_a_door_on_two_hinges_moves_and_is_not_idle():
    door = da.mechanism.Mechanism(
        "door", (da.mechanism.revolute("wall", "door", (0, 0, 0)), da.mechanism.revolute("wall", "door", (0, 0, 2)))
    )
    found = da.mechanism.mobility(door)
    assert (found.planar, found.instantaneous, found.full_cycle, found.idle) == (-1, 1, 1, 0)
    assert [j.name for j in door.joints] == ["wall-door", "wall-door 2"]


def test_skew_hinges_lock_a_door():
    door = da.mechanism.Mechanism(
        "door",
        (da.mechanism.revolute("wall", "door", (0, 0, 0)), da.mechanism.revolute("wall", "door", (1, 0, 2), (1, 0, 0))),
    )
    found = door.mobility()
    assert (found.spatial, found.instantaneous, found.full_cycle) == (-4, 0, 0)


def test_a_rod_on_two_fixed_balls_spins():
    rod = da.mechanism.Mechanism(
        "rod", (da.mechanism.spherical("ground", "rod", (0, 0, 0)), da.mechanism.spherical("ground", "rod", (1, 2, 3)))
    )
    found = rod.mobility()
    assert (found.formula, found.full_cycle) == (0, 1)


# ── robots ────────────────────────────────────────────────────────────────────


def test_a_robot_is_an_open_chain():
    found = da.mechanism.mobility(da.gallery.panda())
    assert found.formula == found.full_cycle == 7
    assert found.output.freedoms == 6
    assert network(da.gallery.panda()).loops == 0


def test_a_robot_with_symbols_is_refused():
    with raises(da.finding.UnboundSymbols, robot="planar_2r", function="mobility"):
        da.mechanism.mobility(da.gallery.planar_2r())


def test_a_joint_that_mimics_another_takes_a_freedom_away():
    from random_robot import random_robot

    robot = random_robot(1, 3, mimic=True)
    followers = sum(joint.mimic is not None for joint in robot.joints)
    found = da.mechanism.mobility(robot)
    assert followers > 0
    assert found.formula == found.full_cycle == robot.nv
    assert f" − {followers} = {robot.nv}" in found.equation


@pytest.mark.parametrize(
    ("kind", "formula", "m", "truth"), [("revolute", 1, 3, 1), ("ball", 0, 6, 1), ("weld", 0, 3, 0)]
)
def test_a_cut_is_counted_as_the_joint_it_is(kind, formula, m, truth):
    """A four-bar in the plane whose last joint is a hinge, a ball (once too many in space), or none at all."""
    four = da.mechanism.library.four_bar()
    found = da.mechanism.mobility(replace(four, loops=(replace(four.loops[0], kind=kind),)))
    assert (found.formula, found.m, found.full_cycle) == (formula, m, truth)


def test_a_rod_is_a_joint_with_five_freedoms():
    """Crank and rocker with a rod between them, whose idle spin is not counted: 6(3 − 1 − 3) + 7 = 1."""
    turned = da.Pose(((1, 0, 0), (0, 0, -1), (0, 1, 0)))
    robot = da.Robot(
        "door closer",
        (da.Link("ground"), da.Link("crank"), da.Link("rocker")),
        (da.Joint("a", "revolute", "ground", "crank"), da.Joint("b", "revolute", "ground", "rocker", da.Pose(p=(3, 0, 0)) @ turned)),
        loops=(da.model.Loop("rod", "rod", "crank", "rocker", da.Pose(p=(1, 0, 0)), da.Pose(p=(1, 0.2, 0)), length=3),),
    )  # fmt: skip
    found = da.mechanism.mobility(robot)
    assert (found.formula, found.instantaneous, found.full_cycle) == (1, 1, 1)
    assert found.equation == "6(3 − 1 − 3) + 7 = 1"


def test_a_floating_chain_has_six_more():
    found = da.mechanism.mobility(da.gallery.panda().floating())
    assert found.formula == found.full_cycle == 13


@pytest.mark.parametrize(
    ("name", "formula", "truth", "translations", "turns"),
    [
        ("andrews_squeezer", 1, 1, 0, 1),
        ("planar_3rrr", 3, 3, 2, 1),
        ("stewart", 6, 6, 3, 3),
        ("delta", 3, 3, 3, 0),
        ("orthoglide", -9, 3, 3, 0),
    ],
)
def test_parallel_robots_of_the_gallery_have_their_published_freedoms(name, formula, truth, translations, turns):
    """Andrews' squeezer is driven by one motor; the platforms as in the table of the literature above."""
    found = da.mechanism.mobility(getattr(da.gallery, name)())
    assert (found.formula, found.instantaneous, found.full_cycle, found.idle) == (formula, truth, truth, 0)
    assert (found.output.translations, found.output.turns) == (translations, turns)


# ── what cannot be ────────────────────────────────────────────────────────────


def test_lengths_that_cannot_close_say_by_how_much():
    """A ground of 10 between bars of 1, 2 and 3 leaves a gap of 4, whatever the angles."""
    with raises(da.finding.CannotAssemble, robot="four_bar", loop="coupler-rocker") as error:
        da.mechanism.mobility(da.mechanism.library.four_bar(ground=10, crank=1, coupler=2, rocker=3, angle=0.3))
    assert isinstance(error.value, da.errors.NotAssembled)
    with raises(da.finding.CannotAssemble, loop="rod-slider") as error:
        da.mechanism.mobility(da.mechanism.library.slider_crank(crank=1, rod=2, offset=5))
    assert (error.value.finding.gap.value, error.value.finding.gap.unit) == (pytest.approx(2, rel=1e-3), "m")


def test_loops_drawn_open_are_closed():
    """The four-bar drawn with its coupler turned away: the same mechanism after closing."""
    drawn = da.mechanism.library.drawn("four_bar")
    moved = tuple(replace(j, point_b=(5.5, 4.0)) if j.name == "coupler-rocker" else j for j in drawn.joints)
    robot = replace(drawn, joints=moved).robot
    assert np.abs(da.mechanism.loop_closure(robot, da.neutral(robot))).max() > 0.5
    assert np.abs(da.mechanism.loop_closure(robot, da.assemble(robot))).max() < SAME_ALGORITHM
    assert counts(da.mechanism.mobility(robot)) == counts(drawn.mobility())


def test_axes_drawn_apart_are_brought_together():
    """A hinge whose halves point in different directions is closed where bodies can turn."""
    joints = (
        da.mechanism.spherical("ground", "a", (0, 0, 0)),
        da.mechanism.revolute("a", "b", (1, 0, 0), (0, 0, 1), axis_b=(0, 1, 5), point_b=(1, 0.1, 0)),
        da.mechanism.spherical("ground", "b", (2, 0, 0)),
    )
    parts = network(da.mechanism.Mechanism("apart", joints).robot)
    assert parts.assembly.gap(assembled(parts)) < HUNDREDS_OF_ROUNDINGS


@pytest.mark.parametrize(
    ("make", "kind", "fields"),
    [
        (lambda: da.mechanism.Mechanism("m", (da.mechanism.revolute("a", "b", (0, 0)), da.mechanism.revolute("c", "d", (1, 0)))), da.finding.Disconnected, {"ground": "a", "bodies": ("c", "d")}),
        (lambda: da.mechanism.Mechanism("m", (da.mechanism.revolute("a", "b", (0, 0)),), bodies=("a", "bb")), da.finding.Unknown, {"noun": "body", "name": "b", "known": ("a", "bb")}),
        (lambda: da.mechanism.Mechanism("m", (da.mechanism.revolute("a", "b", (0, 0)),), ground="x"), da.finding.Unknown, {"argument": "ground", "name": "x"}),
        (lambda: da.mechanism.Mechanism("m", (da.mechanism.revolute("a", "b", (0, 0)),), output="a"), da.finding.Unknown, {"argument": "output", "name": "a", "known": ("b",)}),
        (lambda: da.mechanism.Mechanism("m", ()), da.finding.Empty, {"argument": "joints"}),
        (lambda: da.mechanism.Mechanism("m", ("hinge",)), da.finding.WrongType, {"argument": "joints", "got": "'str'"}),
        (lambda: da.mechanism.revolute("a", "a", (0, 0)), da.finding.SelfJoint, {"body": "a"}),
        (lambda: da.mechanism.DrawnJoint("hinge", "a", "b"), da.finding.Unknown, {"noun": "joint kind", "name": "hinge"}),
        (lambda: da.mechanism.DrawnJoint("prismatic", "a", "b", (0, 0, 0)), da.finding.PartProblem, {"expected": "axis as its kind", "got": "'prismatic'"}),
        (lambda: da.mechanism.prismatic("a", "b", (0, 0), (0, 0, 0)), da.finding.OutOfRange, {"argument": "length of axis of joint 'a-b'"}),
        (lambda: da.mechanism.universal("a", "b", (0, 0), (0, 0, 1), (0, 0, 2)), da.finding.OutOfRange, {"argument": "sine of the angle between the axes of joint 'a-b'"}),
        (lambda: da.mechanism.DrawnJoint("universal", "a", "b", axis=(0, 0, 1)), da.finding.PartProblem, {"expected": "second as its kind"}),
        (lambda: da.mechanism.DrawnJoint("revolute", "a", "b", pitch=1), da.finding.PartProblem, {"expected": "pitch as its kind"}),
        (lambda: da.mechanism.revolute("a", "b", (0, 0, 0, 0)), da.finding.WrongLength, {"argument": "point", "got": 4, "expected": 3}),
        (lambda: da.mechanism.revolute("a", "b", "origin"), da.finding.WrongType, {"argument": "point"}),
        (lambda: da.mechanism.revolute("a", "b", ("l1", 0)), da.finding.SymbolicDrawing, {"argument": "point", "symbol": "l1"}),
        (lambda: da.mechanism.mobility(3), da.finding.WrongType, {"argument": "robot", "got": "'int'"}),
        (lambda: da.mechanism.mobility(da.mechanism.library.four_bar(), tolerance=0), da.finding.OutOfRange, {"argument": "tolerance"}),
        (lambda: da.mechanism.library.get("fourbar"), da.finding.Unknown, {"noun": "mechanism", "name": "fourbar"}),
        (lambda: da.mechanism.library.drawn("four_bar").joint("coupler"), da.finding.Unknown, {"noun": "joint", "name": "coupler"}),
        (lambda: da.mechanism.library.bennett(a=1, b=1), da.finding.OutOfRange, {"argument": "difference of a and b"}),
        (lambda: da.mechanism.library.goldberg(c=-1), da.finding.OutOfRange, {"argument": "c"}),
        (lambda: da.mechanism.library.bricard("octahedral"), da.finding.NotOneOf, {"choices": ("trihedral", "line-symmetric", "plane-symmetric")}),
        (lambda: da.mechanism.library.stewart("RPS"), da.finding.NotOneOf, {"choices": ("UPS", "SPS")}),
        (lambda: da.mechanism.library.parallelogram(bars=1), da.finding.NotInteger, {"argument": "bars", "lower": 2}),
        (lambda: da.mechanism.grubler(4, [7]), da.finding.NotInteger, {"argument": "freedoms", "upper": 6}),
        (lambda: da.mechanism.grubler(0, []), da.finding.NotInteger, {"argument": "bodies", "lower": 1}),
        (lambda: da.mechanism.Mechanism("m", (da.mechanism.revolute("a", "b", (0, 0)),), driven=("a-c",)), da.finding.Unknown, {"noun": "joint", "name": "a-c", "known": ("a-b",)}),
        (lambda: da.mechanism.Mechanism("m", (da.mechanism.revolute("a", "b", (0, 0)),), inertias=(("c", da.Inertia(1)),)), da.finding.Unknown, {"argument": "inertias", "name": "c"}),
    ],
)  # fmt: skip
def test_bad_input_is_explained(make, kind, fields):
    with raises(kind, **fields):
        make()


def test_a_drawing_holds_finite_numbers():
    with raises(da.finding.NotFinite, argument="point of joint 'a-b'"):
        da.mechanism.revolute("a", "b", (float("nan"), 0))


# ── pictures ──────────────────────────────────────────────────────────────────


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "sarrus", "stewart", "hooke", "screw_press", "rccc"])
def test_a_picture_is_drawn(name, tmp_path):
    mechanism = da.mechanism.library.drawn(name)
    figure = mechanism.draw(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").stat().st_size > 5000
    assert figure.svg() == da.draw(mechanism.robot, da.assemble(mechanism.robot)).svg()
