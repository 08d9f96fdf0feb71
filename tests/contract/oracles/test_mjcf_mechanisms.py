"""Free and ball joints, springs, meshes, equalities and lifted weights of MJCF, as MuJoCo computes them."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

import dalembert as da
from finding_queries import unread
from raised import raises
from tolerance import ANOTHER_LIBRARY, MUJOCO_AXES, MUJOCO_BOX, SAME_ALGORITHM

CARRIED = "carried weight"
IGNORED = "ignored on request"

LINK = '<inertial pos="0.02 -0.01 0.1" mass="1.3" diaginertia="0.03 0.02 0.015"/>'


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """MuJoCo writes its warnings to a file in the working folder."""
    monkeypatch.chdir(tmp_path)


def both(tmp_path, text, **options):
    path = tmp_path / "model.xml"
    path.write_text(text)
    return da.load(path, **options), mujoco.MjModel.from_xml_path(str(path))


def state(model, seed):
    """A kicked state: drawn pose, moved along a random tangent."""
    data, rng = mujoco.MjData(model), np.random.default_rng(seed)
    mujoco.mj_integratePos(model, data.qpos, rng.uniform(-1, 1, model.nv), 1.0)
    data.qvel[:] = rng.uniform(-1, 1, model.nv)
    mujoco.mj_forward(model, data)
    return data, rng.uniform(-1, 1, model.nv)


def agree(robot, model, seed=0):
    """M, c + g and inverse dynamics of the links alone."""
    assert (robot.nq, robot.nv) == (model.nq, model.nv)
    data, qdd = state(model, seed)
    M = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, M)
    for link in robot.links:
        assert float(link.gravcomp) == pytest.approx(
            0 if "/" in link.name else model.body_gravcomp[model.body(link.name).id]
        )
    weights = tuple(replace(link, gravcomp=0) for link in robot.links)
    tree = replace(robot, links=weights, loops=(), springs=())
    assert np.abs(da.mass_matrix(tree, data.qpos) - M).max() < ANOTHER_LIBRARY * np.abs(M).max()
    bias = data.qfrc_bias.copy()
    armature = np.diag(model.dof_armature) @ qdd
    for a in (np.zeros(model.nv), qdd):
        expected = M @ a + bias - (armature if a is qdd else 0)
        found = da.inverse_dynamics(tree.rigid(), data.qpos, data.qvel, a)
        assert np.abs(found - expected).max() < ANOTHER_LIBRARY * max(1, np.abs(expected).max())


def random_mjcf(seed):
    """Trees on the ground and floating, of balls, hinges and slides with anchors."""
    rng = np.random.default_rng(seed)

    def some(n, low=-1.0, high=1.0):
        return " ".join(repr(float(x)) for x in rng.uniform(low, high, n))

    def body(name, depth):
        kinds = [*rng.choice(["hinge", "slide"], rng.integers(0, 2)), rng.choice(["hinge", "slide", "ball"])]
        joints = [
            f'<joint name="{name}_{k}" type="{kind}" pos="{some(3)}" axis="{some(3)}"/>' for k, kind in enumerate(kinds)
        ]
        if depth == 2 and rng.random() < 0.6:
            joints = [
                f'<freejoint name="{name}_f"/>' if rng.random() < 0.5 else f'<joint name="{name}_f" type="free"/>'
            ]
        a, b, c = rng.uniform(0.01, 0.02, 3)
        inertial = f'<inertial pos="{some(3)}" mass="{some(1, 0.1, 3)}" diaginertia="{a} {b} {c}" quat="{some(4)}"/>'
        children = "".join(body(f"{name}{k}", depth - 1) for k in range(rng.integers(0, 3))) if depth else ""
        lifted = f'gravcomp="{some(1, 0, 2)}"' if rng.random() < 0.5 else ""
        return f'<body name="{name}" pos="{some(3)}" quat="{some(4)}" {lifted}>{"".join(joints)}{inertial}{children}</body>'

    return f'<mujoco><option gravity="{some(3, -9, 9)}"/><worldbody>{body("x", 2)}{body("y", 2)}</worldbody></mujoco>'


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(16))
def test_free_and_ball_joints_equal_mujoco(seed, tmp_path):
    robot, model = both(tmp_path, random_mjcf(seed))
    agree(robot, model, seed)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(6))
def test_they_come_back_from_an_export(seed, tmp_path):
    robot, model = both(tmp_path, random_mjcf(seed))
    again = da.load(da.export(robot, tmp_path / "again.toml"))
    agree(again, model, seed)
    assert [x.gravcomp for x in again.links] == [x.gravcomp for x in robot.links]
    path = da.export(robot, tmp_path / "again.xml")
    agree(da.load(path), mujoco.MjModel.from_xml_path(str(path)), seed)
    agree(robot, mujoco.MjModel.from_xml_path(str(path)), seed)


SPRINGS = f"""<mujoco><compiler angle="degree"/><worldbody><site name="s0" pos="0 0 2"/>
  <body name="a"><joint name="a1" axis="0 1 0" stiffness="7" springref="20" ref="10"/>{LINK}<site name="s1" pos="0.1 0.2 0.3"/>
  <body name="b" pos="0 0 1"><joint name="b1" type="slide" stiffness="3" springref="0.2"/>{LINK}
  <body name="c" pos="0 0 1"><joint name="c1" axis="1 0 0"/>{LINK}<site name="s2" pos="0 0.1 0"/></body></body></body></worldbody>
  <tendon><fixed name="t" stiffness="5" damping="2"><joint joint="a1" coef="0.3"/><joint joint="b1" coef="-2"/></fixed>
  <fixed name="u" stiffness="2" springlength="0.4"><joint joint="c1" coef="1.5"/></fixed>
  <spatial name="v" stiffness="11" damping="0.5"><site site="s1"/><site site="s2"/></spatial>
  <spatial name="w" stiffness="13" springlength="0.7"><site site="s0"/><site site="s2"/></spatial></tendon></mujoco>"""


def passive(robot, q, qd, places):
    """Efforts of springs and dampers by hand: tendons by their arms, struts by differences of their length."""
    total = np.zeros(robot.nv)
    for spring in robot.springs:
        k, L0, b = (float(x) for x in (spring.stiffness, spring.rest, spring.damping))
        if isinstance(spring, da.model.Tendon):
            J = np.zeros(robot.nv)
            for name, r in spring.arms:
                J[robot.coordinates.index(name)] = float(r)
            L = J @ q
        else:
            L, J = places(spring, q)
        total -= J * (k * (L - L0) + b * (J @ qd))
    return total


def test_springs_pull_as_mujocos(tmp_path):
    robot, model = both(tmp_path, SPRINGS)
    assert [type(x) for x in robot.springs] == [
        da.model.Tendon,
        da.model.Tendon,
        da.model.Tendon,
        da.model.Tendon,
        da.model.Strut,
        da.model.Strut,
    ]

    def places(strut, q):
        def length(x):
            ends = [
                (da.forward_kinematics(robot, x, end) if end != "world" else np.eye(4)) @ [*map(float, point), 1]
                for end, point in ((strut.first, strut.first_point), (strut.second, strut.second_point))
            ]
            return np.linalg.norm(ends[0] - ends[1])

        h = 1e-6
        return length(q), np.array([(length(q + h * e) - length(q - h * e)) / (2 * h) for e in np.eye(3)])

    data, _ = state(model, 3)
    found = passive(robot, data.qpos, data.qvel, places)
    assert np.abs(found - data.qfrc_passive).max() < 1e-7  # differences of step 1e-6
    agree(robot, model)


MESH = """<mujoco><compiler fitaabb="{aabb}"/><asset><mesh name="m" vertex="{vertex}" {face} inertia="{rule}" {more}/></asset>
  <worldbody><body name="o"><joint name="j"/><geom mesh="m" {geom} pos="0.1 -0.2 0.3" quat="1 0.2 -0.3 0.4"/></body></worldbody></mujoco>"""
CUBE = [(x, y, z) for x in (-0.1, 0.3) for y in (-0.2, 0.2) for z in (-0.3, 0.5)]
SIDES = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4),
         (1, 5, 7), (1, 7, 3)]  # fmt: skip
DENTED = [*CUBE, (0.1, 0.05, 0.1)]  # the last side leads to a point inside
DENT = [*SIDES[:10], (1, 5, 8), (5, 7, 8), (7, 3, 8), (3, 1, 8)]


def words(x):
    return " ".join(repr(float(y)) for row in x for y in row)


@pytest.mark.sampled(13)
@pytest.mark.parametrize("rule", ["legacy", "exact", "convex", "shell"])
@pytest.mark.parametrize("shape", ["cube", "dented", "cloud"])
@pytest.mark.parametrize("more", ["", 'scale="0.5 -0.7 1.3"', 'refpos="0.1 0.2 0.3" refquat="1 2 3 4" scale="2 1 1"'])
def test_meshes_weigh_what_mujoco_says(rule, shape, more, tmp_path):
    vertices, faces = {
        "cube": (CUBE, SIDES),
        "dented": (DENTED, DENT),
        "cloud": (np.random.default_rng(4).normal(size=(14, 3)), ()),
    }[shape]
    face = f'face="{" ".join(str(i) for f in faces for i in f)}"' if len(faces) else ""
    for geom in ('type="mesh"', 'type="mesh" mass="3"', 'type="mesh" density="7"', 'type="box"', 'type="sphere" mass="2"',
                 'type="capsule"', 'type="cylinder" fitscale="1.5"', 'type="ellipsoid"'):  # fmt: skip
        for aabb in ("false", "true"):
            text = MESH.format(aabb=aabb, vertex=words(vertices), face=face, rule=rule, more=more, geom=geom)
            robot, model = both(tmp_path, text)
            inertia = robot.link("o").inertia.numeric()
            R = np.zeros(9)
            mujoco.mju_quat2Mat(R, model.body_iquat[1])
            R = R.reshape(3, 3)
            expected = R @ np.diag(model.body_inertia[1]) @ R.T
            found = np.array(inertia.central().matrix, float)
            off = MUJOCO_AXES if aabb == "false" or "mesh" in geom else MUJOCO_BOX
            assert float(inertia.mass) == pytest.approx(model.body_mass[1], rel=off)
            assert np.abs(np.array([float(x) for x in inertia.com]) - model.body_ipos[1]).max() < off
            assert np.abs(found - expected).max() < off * np.abs(expected).max()
            if off == MUJOCO_AXES:
                moments = np.diag(R.T @ found @ R)
                assert np.abs(moments - model.body_inertia[1]).max() < ANOTHER_LIBRARY * moments.max()


CLOSED = f"""<mujoco><compiler angle="radian"/><worldbody><body name="g" pos="1 0 0"/>
  <body name="a" pos="0.2 0 0" euler="0.1 0.2 0"><joint name="a1" axis="0 1 0" ref="0.3"/>{LINK}<site name="sa" pos="0 0.1 0.2" euler="0.3 0 0"/>
  <body name="b" pos="0 0 1"><joint name="b1" axis="1 0 0"/>{LINK}<body name="c" pos="0 0.3 1"><joint name="c1" axis="1 0 1"/>{LINK}
  <site name="sc" pos="0.3 0 0"/></body></body></body>
  <body name="f" pos="0 0 3"><freejoint name="f1"/>{LINK}</body></worldbody><equality>{{}}</equality></mujoco>"""


@pytest.mark.parametrize(
    "inner",
    [
        '<connect body1="a" body2="c" anchor="0.1 0.2 0.3"/>', '<connect body1="c" anchor="0.1 0.2 0.3"/>',
        '<connect site1="sa" site2="sc"/>', '<weld body1="a" body2="f"/>', '<weld body1="f" body2="c" anchor="0.1 0 0.2"/>',
        '<weld body1="a" body2="c" relpose="0.1 0.2 0.3 1 2 3 4"/>', '<weld body1="a" body2="c" anchor="1 2 3" relpose="0.1 0.2 0.3 1 0 3 0"/>',
        '<weld site1="sa" site2="sc"/>', '<weld body1="f"/>', '<joint joint1="a1" polycoef="0.1 0 0 0 0"/>',
        '<joint joint1="a1" joint2="b1" polycoef="0.1 0.5 0.3 -0.2 0.1"/>', '<joint joint1="b1" joint2="a1" polycoef="0.1 0.5 0.3"/>',
    ],
)  # fmt: skip
def test_equalities_hold_where_mujocos_do(inner, tmp_path):
    """Our gap is MuJoCo's residual: the positions of connect and weld in the world, a polynomial's value."""
    robot, model = both(tmp_path, CLOSED.format(inner))
    data, _ = state(model, 5)
    (loop,) = robot.loops
    places = {
        x: da.forward_kinematics(robot, data.qpos, x) if x != "world" else np.eye(4)
        for x in ("a", "b", "c", "f", "world")
    }
    if isinstance(loop, da.model.Coupling):
        q = dict(zip(robot.coordinates, [data.qpos[robot.coordinate(x).q][0] for x in robot.coordinates], strict=True))
        gap = sum(float(a) * np.prod([q[name] ** power for name, power in powers]) for a, powers in loop.terms)
        assert gap == pytest.approx(data.efc_pos[0], abs=SAME_ALGORITHM)
        return
    assert isinstance(loop, da.model.Loop)
    ends = [
        places[x] @ np.array(p.matrix(), float)
        for x, p in ((loop.first, loop.first_placement), (loop.second, loop.second_placement))
    ]
    gap = ends[0][:3, 3] - ends[1][:3, 3]
    assert np.abs(gap - data.efc_pos[:3]).max() < SAME_ALGORITHM
    if loop.kind == "weld":
        turn = ends[0][:3, :3].T @ ends[1][:3, :3]
        axis = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
        residual = data.efc_pos[3:6]
        assert np.linalg.norm(axis) > 1e-3  # a kicked state
        assert (
            np.abs(np.cross(axis, residual)).max() < 1e-12 * max(1, np.abs(axis).max()) or np.linalg.norm(residual) > 0
        )


def test_effects_are_left_out_by_name(tmp_path):
    text = SPRINGS.replace("<worldbody>", '<option density="1.2" viscosity="0.1"/><worldbody>', 1)
    with raises(da.finding.NotModelled):
        both(tmp_path, text)
    robot, _ = both(tmp_path, text, ignore=["fluid"])
    assert unread(robot.warnings, "density", IGNORED)
    robot, _ = both(tmp_path, text, ignore=["fluid", "springs", "tendons"])
    assert robot.springs == ()
    with raises(da.finding.Unknown, noun="effect", name="fluids", argument="ignore"):
        both(tmp_path, text, ignore=["fluids"])


def test_weight_carried_by_actuators_moves_the_body_alike(tmp_path):
    """actuatorgravcomp changes whose effort the carried weight is, not the motion; the reader says so."""
    text = f"""<mujoco><worldbody><body name="a" gravcomp="0.7"><joint name="a1" axis="0 1 0"/>{LINK}
      <body name="b" pos="0 0 1" gravcomp="1.6"><joint name="b1" axis="1 0.2 0" actuatorgravcomp="true"/>{LINK}</body></body></worldbody>
      <actuator><motor joint="a1"/></actuator></mujoco>"""
    robot, model = both(tmp_path, text)
    for seed in range(3):
        data, tau = state(model, seed)
        data.qfrc_applied[:] = tau
        mujoco.mj_forward(model, data)
        found = da.forward_dynamics(robot, data.qpos, data.qvel, tau)
        assert np.abs(found - data.qacc).max() < ANOTHER_LIBRARY * np.abs(data.qacc).max()
        assert abs(data.qfrc_actuator[1]) > 0.1  # what MuJoCo calls the actuator's
    assert unread(robot.warnings, "actuatorgravcomp", CARRIED)
    (tmp_path / "bare.xml").write_text(text.replace('<motor joint="a1"/>', ""))
    with raises(da.finding.NotModelled, line=2):
        da.load(tmp_path / "bare.xml")  # MuJoCo then carries nothing at b1
