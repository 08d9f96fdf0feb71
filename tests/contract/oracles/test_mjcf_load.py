"""MJCF files as MuJoCo reads them: poses, M, gravity; and what we export, read by MuJoCo."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest
from test_mjcf_mechanisms import agree as moves_alike

import dalembert as da
from raised import raises
from random_robot import posture, random_robot
from robot_numbers import mass_and_gravity, placed
from rotation import rotation_rpy
from tolerance import ANOTHER_LIBRARY, SAME_ALGORITHM

LINK = '<inertial pos="0.02 -0.01 0.1" mass="1.3" diaginertia="0.03 0.02 0.015"/>'
FILES = {
    "anchors_refs_several_joints": f"""
      <mujoco><compiler angle="degree"/><option gravity="1 -2 -9"/><worldbody>
        <body name="a" pos="0.1 0.2 0.3" euler="10 20 30">
          <joint name="a1" pos="0.1 0.2 0.3" axis="1 2 3" ref="30"/>
          <joint name="a2" type="slide" axis="0 1 1" ref="0.2" pos="5 5 5"/>
          <joint name="a3" axis="0 -1 0.2" pos="0 0.1 0"/>
          {LINK}
          <site name="tip" pos="0.1 0 0.2" axisangle="0 0 2 40"/>
          <body name="b" quat="1 2 -3 0.5"><joint name="b1" pos="-0.1 0 0" ref="-15"/>{LINK}</body>
          <body name="c" pos="0 0 0.2"><site name="eye" zaxis="1 0 1"/>
            <inertial pos="0 0 0.1" mass="0.4" diaginertia="0.001 0.001 0.001"/></body>
        </body></worldbody></mujoco>""",
    "inertials": """
      <mujoco><compiler angle="radian" eulerseq="ZyX"/><worldbody>
        <body name="a"><joint name="a1" axis="1 1 0"/>
          <inertial pos="0.1 0 0.2" mass="2" diaginertia="0.03 0.02 0.015" quat="2 1 0 -1"/>
        <body name="b" pos="0 0 1"><joint name="b1" axis="0 1 0"/>
          <inertial pos="0.1 0.3 0.2" mass="1" fullinertia="0.03 0.04 0.035 0.003 -0.002 0.004"/>
        <body name="c" pos="0 1 0"><joint name="c1" axis="0 0 1"/>
          <inertial pos="0 0.1 0" mass="0.7" diaginertia="0.003 0.004 0.005" euler="0.3 -1.2 2"/>
        <body name="d" pos="0 0 1"><joint name="d1" axis="1 0 0"/>
          <inertial pos="0 0 0.3" mass="0.5" diaginertia="0.003 0.002 0.004" axisangle="1 -1 0.5 0.8"/>
        <body name="e" pos="1 0 1"><joint name="e1" axis="0 1 1"/>
          <inertial pos="0.1 0 0.3" mass="0.4" diaginertia="0.003 0.002 0.004" xyaxes="1 0.2 0 0.3 2 1"/>
        <body name="f" pos="1 0 1"><joint name="f1" axis="0 1 1"/>
          <inertial pos="0.1 0 0.3" mass="0.4" diaginertia="0.003 0.002 0.004" zaxis="0.2 -0.4 -1"/>
        </body></body></body></body></body></body></worldbody></mujoco>""",
    "geoms": """
      <mujoco><compiler angle="radian"/><worldbody><geom type="plane" size="1 1 1"/>
        <body name="a"><joint name="a1" axis="1 1 0"/>
          <geom size="0.1" pos="0.1 0 0"/><geom type="box" size="0.1 0.2 0.3" euler="0.1 0.2 0.3" pos="0 1 0" mass="2"/>
        <body name="b" pos="0 0 1"><joint name="b1" axis="0 1 0"/>
          <geom type="cylinder" size="0.1 0.4" density="500" quat="1 1 0 0"/>
          <geom type="capsule" size="0.1 0.4" pos="0.2 0 0"/>
        <body name="c" pos="0 1 0"><joint name="c1" axis="0 0 1"/>
          <geom type="capsule" size="0.05" fromto="0 0.1 0 0.3 0.2 -0.7"/>
          <geom type="cylinder" size="0.05" fromto="0 0.1 0 -0.3 0.2 -0.7" mass="0.3"/>
        <body name="d" pos="0 0 1"><joint name="d1" axis="1 0 0"/>
          <geom type="ellipsoid" size="0.1 0.2 0.15" zaxis="1 0 1"/>
          <geom type="box" size="0.04" fromto="0 0 0 0.1 0.2 0.5"/>
          <geom type="ellipsoid" size="0.04" fromto="0 0 0 0.1 -0.2 0.5"/>
          <geom type="sphere" size="5" mass="0"/><geom type="sphere" size="5" density="0"/>
        </body></body></body></body></worldbody></mujoco>""",
    "defaults": f"""
      <mujoco><compiler angle="radian"/>
      <default><joint axis="0 1 0" armature="0.1"/><geom size="0.1" density="300" rgba="1 0 0 1"/>
        <default class="arm"><joint armature="0.02"/><geom type="capsule" size="0.05 0.2" euler="0.5 0 0"/>
          <default class="wrist"><joint axis="1 0 0"/><geom mass="0.3"/></default></default>
        <site pos="0.1 0.2 0.3"/>
      </default>
      <default><geom contype="0"/></default>
      <worldbody><body name="a"><joint name="a1"/><geom/>
        <body name="b" pos="0 0 1" childclass="arm"><joint name="b1"/><geom/>
          <body name="c" pos="0 0 1"><joint name="c1" class="wrist"/><geom class="main" pos="0.1 0 0"/>
            <body name="d" pos="0 1 0" childclass="wrist"><joint name="d1"/>
              <geom quat="1 0 0 1"/><geom class="arm" size="0.02 0.1" axisangle="0 1 0 0.3" pos="0 0 0.4"/>
              <frame childclass="arm" pos="0.1 0 0"><geom/><site name="s"/></frame>
              <body name="e" pos="0.1 0 0">{LINK}<joint name="e1"/></body>
        </body></body></body></body></worldbody></mujoco>""",
    "frames_and_replicates": """
      <mujoco><compiler angle="degree"/><worldbody>
        <frame pos="1 0 0" euler="0 0 90"><frame pos="0.5 0 0" quat="1 0.2 0 0">
          <body name="a" pos="0 0.1 0"><joint name="a1"/><geom size="0.1"/>
            <frame pos="0.2 0 0.1" euler="30 0 10">
              <joint name="a2" pos="0.1 0 0" axis="1 0 0"/><geom type="box" size="0.1 0.2 0.3"/><site name="s" pos="0 0 1"/>
              <body name="b"><joint name="b1" axis="0 1 0"/>
                <frame pos="0 0.3 0" euler="0 40 0"><inertial pos="0.1 0 0" mass="1" diaginertia="0.1 0.2 0.15"/></frame>
              </body></frame>
            <replicate count="3" offset="0 0.3 0" euler="0 15 0" sep="-">
              <geom type="cylinder" size="0.02 0.1"/>
              <body name="r" pos="0.3 0 0"><joint name="rj" axis="1 0 1"/><geom size="0.1"/></body>
            </replicate></body></frame></frame></worldbody></mujoco>""",
    "replicates_in_frames": """
      <mujoco><compiler angle="degree"/><worldbody><frame pos="1 0 0" euler="20 0 50">
        <replicate count="2" offset="0.3 0 0.1" euler="0 15 0" sep="-">
          <replicate count="11" offset="0 0.3 0" euler="10 0 20" sep="_">
            <body name="r" pos="0.3 0 0"><joint name="rj" axis="1 0 1"/><geom size="0.1" pos="0 0 0.3"/></body>
          </replicate></replicate></frame></worldbody></mujoco>""",
    "inertia_from_geom": f"""
      <mujoco><compiler inertiafromgeom="true" inertiagrouprange="1 2"/><worldbody>
        <body name="a"><joint name="a1" axis="0 1 0"/>{LINK}<geom size="0.1" group="1" pos="0.1 0 0"/>
          <geom size="0.3" group="0"/>
          <body name="b" pos="0 0 1"><joint name="b1" axis="1 0 0"/>{LINK}<geom size="0.3" group="3"/>
          <body name="c" pos="0 0 1"><joint name="c1" axis="0 0 1"/>{LINK}</body></body></body></worldbody></mujoco>""",
    "total_mass": f"""
      <mujoco><compiler settotalmass="7.5"/><worldbody><geom size="3"/>
        <body name="a"><joint name="a1" axis="0 1 0"/>{LINK}
          <body name="b" pos="0 0 1"><geom size="0.1" pos="0.1 0.1 0"/></body>
          <body name="c" pos="0 0 1"><joint name="c1" axis="1 0 0"/><geom size="0.1" pos="0 0.1 0"/></body></body>
        <body name="s"><geom size="0.2"/></body></worldbody></mujoco>""",
    "bounds_and_balance": """
      <mujoco><compiler boundmass="0.5" boundinertia="0.002" balanceinertia="true" angle="radian"/><worldbody>
        <body name="a"><joint name="a1" axis="0 1 0"/>
          <inertial pos="0.1 0 0" mass="0.1" diaginertia="0.001 0.003 0.009" euler="0.3 0.2 1"/>
          <body name="b" pos="0 0 1"><joint name="b1" axis="1 0 0"/>
            <inertial pos="0.1 0.2 0" mass="2" fullinertia="0.05 0.002 0.06 0.0005 0.001 0.002"/></body>
        </body></worldbody></mujoco>""",
    "gears": f"""
      <mujoco><option gravity="0 0 -5"/><default><motor gear="7" armature="0.01"/></default><worldbody>
        <body name="a"><joint name="a1" axis="0 1 0" armature="0.3" damping="0.1"/>{LINK}
          <body name="b" pos="0 0 1"><joint name="b1" axis="1 0 0"/>{LINK}
          <body name="c" pos="0 0 1"><joint name="c1" axis="1 0 0" type="slide"/>{LINK}</body></body></body></worldbody>
      <actuator><motor joint="a1"/><motor joint="b1" gear="-30 0 0 0 0 0" damping="0.2"/><position joint="b1" gear="2" kp="3"/>
        <motor joint="c1" armature="0.5"/></actuator></mujoco>""",
    "no_gravity": f"""
      <mujoco><option gravity="1 2 3"><flag gravity="disable"/></option>
      <worldbody><body name="a"><joint name="a1" axis="0 1 0"/>{LINK}</body></worldbody></mujoco>""",
    "several_sections": f"""
      <mujoco><compiler angle="radian"/><worldbody><body name="a"><joint name="a1" axis="0 1 0"/>{LINK}</body></worldbody>
      <compiler eulerseq="yzx"/><option gravity="0 0 -1"/><option timestep="0.001"/>
      <worldbody><body name="b" euler="0.1 0.2 0.3"><joint name="b1" axis="1 0 0"/>{LINK}</body></worldbody></mujoco>""",
}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """MuJoCo writes its warnings to a file in the working folder."""
    monkeypatch.chdir(tmp_path)


def agree(robot, model, seed=0):
    data, rng = mujoco.MjData(model), np.random.default_rng(seed)
    q = rng.uniform(-1.5, 1.5, robot.n)
    joints = [model.joint(name) for name in robot.coordinates]
    position, velocity = ([int(x[0]) for x in y] for y in ([j.qposadr for j in joints], [j.dofadr for j in joints]))
    data.qpos[position] = q
    mujoco.mj_forward(model, data)
    places, _ = placed(robot, q)
    for k in range(1, model.nbody):
        T = places[model.body(k).name]
        assert np.abs(T[:3, 3] - data.xpos[k]).max() < ANOTHER_LIBRARY
        assert np.abs(T[:3, :3] - data.xmat[k].reshape(3, 3)).max() < ANOTHER_LIBRARY
    for k in range(model.nsite):
        T = places[model.site(k).name]
        assert np.abs(T[:3, 3] - data.site_xpos[k]).max() < ANOTHER_LIBRARY
        assert np.abs(T[:3, :3] - data.site_xmat[k].reshape(3, 3)).max() < ANOTHER_LIBRARY
    expected = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, expected)
    M, g = mass_and_gravity(robot, q)
    assert np.abs(M - expected[np.ix_(velocity, velocity)]).max() < ANOTHER_LIBRARY * np.abs(expected).max()
    assert np.abs(g - data.qfrc_bias[velocity]).max() < ANOTHER_LIBRARY * max(1, np.abs(g).max())
    data.qvel[:] = 1  # viscous friction, of the joint and of the motor behind its gear
    mujoco.mj_forward(model, data)
    drives = [robot.joint(name).drive for name in robot.coordinates]
    viscous = np.array([float(drive.viscous) if drive else 0.0 for drive in drives])
    assert np.abs(viscous + data.qfrc_passive[velocity]).max() < ANOTHER_LIBRARY * max(1, viscous.max())
    dry = [float(drive.coulomb) if drive else 0.0 for drive in drives]
    assert dry == pytest.approx(model.dof_frictionloss[velocity].tolist())


@pytest.mark.parametrize("name", sorted(FILES))
def test_equals_mujoco(name, tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(FILES[name])
    robot = da.load(path)
    model = mujoco.MjModel.from_xml_path(str(path))
    assert robot.n == model.nv
    assert tuple(robot.coordinates) == tuple(model.joint(k).name for k in range(model.njnt))
    for seed in range(3):
        agree(robot, model, seed)


def random_mjcf(seed):
    """A tree of bodies with every way of writing poses, inertias and joints."""
    rng = np.random.default_rng(seed)

    def some(n, low=-1.0, high=1.0):
        return " ".join(repr(float(x)) for x in rng.uniform(low, high, n))

    def turned():
        kind = rng.choice(["quat", "euler", "axisangle", "xyaxes", "zaxis", ""])
        count = {"quat": 4, "euler": 3, "axisangle": 4, "xyaxes": 6, "zaxis": 3, "": 0}[kind]
        return f'{kind}="{some(count)}"' if kind else ""

    def geom():
        kind, ends = rng.choice(["sphere", "box", "capsule", "cylinder", "ellipsoid"]), rng.random() < 0.3
        weight = [f'mass="{some(1, 0.1, 2)}"', f'density="{some(1, 100, 900)}"', ""][rng.integers(3)]
        where = f'fromto="{some(6)}"' if ends and kind != "sphere" else f'pos="{some(3)}" {turned()}'
        return f'<geom type="{kind}" size="{some(3, 0.05, 0.3)}" {weight} {where}/>'

    def joint(name):
        drive = f'armature="{some(1, 0, 0.1)}" damping="{some(1, 0, 0.5)}" frictionloss="{some(1, 0, 0.5)}"'
        kind = rng.choice(["hinge", "slide"])
        return f'<joint name="{name}" type="{kind}" pos="{some(3)}" axis="{some(3)}" ref="{some(1)}" {drive}/>'

    def body(name, depth):
        a, b, c = rng.uniform(0.01, 0.02, 3)
        inertial = f'<inertial pos="{some(3)}" mass="{some(1, 0.1, 3)}" diaginertia="{a} {b} {c}" {turned()}/>'
        parts = [joint(f"{name}_{k}") for k in range(rng.integers(1, 4))] + [
            inertial if rng.random() < 0.5 else "".join(geom() for _ in range(rng.integers(1, 4)))
        ]
        children = "".join(body(f"{name}{k}", depth - 1) for k in range(rng.integers(0, 3))) if depth else ""
        return f'<body name="{name}" pos="{some(3)}" {turned()}>{"".join(parts)}{children}</body>'

    sequence, angle = "".join(rng.choice(list("xyzXYZ"), 3)), rng.choice(["radian", "degree"])
    settings = f'<compiler angle="{angle}" eulerseq="{sequence}"/><option gravity="{some(3, -9, 9)}"/>'
    return f"<mujoco>{settings}<worldbody>{body('x', 2)}{body('y', 1)}</worldbody></mujoco>"


@pytest.mark.parametrize("seed", range(20))
def test_random_models_equal_mujoco(seed, tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(random_mjcf(seed))
    robot, model = da.load(path), mujoco.MjModel.from_xml_path(str(path))
    assert robot.n == model.nv
    agree(robot, model, seed)


def test_includes_are_read_as_mujoco_reads_them(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "model.xml").write_text(
        '<mujoco><include file="parts/defaults.xml"/><worldbody><body name="a"><joint name="a1"/>'
        '<include file="parts/arm.xml"/></body></worldbody></mujoco>'
    )
    (tmp_path / "parts" / "defaults.xml").write_text('<mujoco><default><geom size="0.1"/></default></mujoco>')
    (tmp_path / "parts" / "arm.xml").write_text(
        '<mujocoinclude><geom pos="0 1 0"/><body name="b" pos="0 0 1"><joint name="b1" axis="1 0 0"/><geom/>'
        '<include file="deeper.xml"/></body></mujocoinclude>'
    )
    (tmp_path / "parts" / "deeper.xml").write_text(
        '<mujoco><geom pos="0.2 0 0.5" type="box" size="0.1 0.1 0.1"/></mujoco>'
    )
    path = tmp_path / "model.xml"
    agree(da.load(path), mujoco.MjModel.from_xml_path(str(path)))


def test_coupled_joints_are_mujocos_with_one_coordinate(tmp_path):
    """With q_full = G q + q0, a mimic gives Gᵀ M(q_full) G and Gᵀ g."""
    text = f"""<mujoco><compiler angle="radian"/><worldbody>
      <body name="a"><joint name="a1" axis="0 1 0" ref="0.2"/>{LINK}
      <body name="b" pos="0 0 1"><joint name="b1" axis="1 0 0" ref="-0.3"/>{LINK}
      <body name="c" pos="0 0 1"><joint name="c1" axis="0 1 0.5"/>{LINK}</body></body></body></worldbody>
      <equality><joint joint1="b1" joint2="a1" polycoef="0.1 -1.5"/><joint joint1="c1" joint2="b1" active="false"/>
      </equality></mujoco>"""
    path = tmp_path / "model.xml"
    path.write_text(text)
    robot, model = da.load(path), mujoco.MjModel.from_xml_path(str(path))
    assert robot.coordinates == ("a1", "c1")
    q = np.array([0.7, -0.4])
    data = mujoco.MjData(model)
    # y - y0 = a0 + a1 (x - x0), with y0, x0 the joints' ref
    data.qpos[:] = [q[0], -0.3 + 0.1 - 1.5 * (q[0] - 0.2), q[1]]
    mujoco.mj_forward(model, data)
    assert abs(data.efc_pos[0]) < SAME_ALGORITHM
    full, G = np.zeros((3, 3)), np.array([[1, 0], [-1.5, 0], [0, 1]])
    mujoco.mj_fullM(model, data, full)
    M, g = mass_and_gravity(robot, q)
    assert np.abs(M - G.T @ full @ G).max() < ANOTHER_LIBRARY
    assert np.abs(g - G.T @ data.qfrc_bias).max() < ANOTHER_LIBRARY * 10


def turned(robot: da.Robot, seed):
    """The robot with link frames turned and shifted behind their joints, as DH tables have them."""
    rng = np.random.default_rng(seed)
    poses = [
        da.Pose(rotation_rpy(*rng.uniform(-3, 3, 3).tolist()), tuple(rng.uniform(-1, 1, 3).tolist()))
        for _ in robot.joints
    ]
    joints = tuple(replace(j, after=pose) for j, pose in zip(robot.joints, poses, strict=True))
    return replace(robot, joints=joints, frames=(da.model.Frame("tool", robot.links[-1].name, poses[0]),))


@pytest.mark.parametrize("seed", range(8))
def test_exported_mjcf_is_the_same_robot_to_mujoco(seed, tmp_path):
    robot = turned(random_robot(seed, 6, drives=True), seed)
    path = da.export(robot, tmp_path / "robot.xml")
    agree(robot, mujoco.MjModel.from_xml_path(str(path)), seed)


@pytest.mark.parametrize("seed", range(4))
def test_exported_urdf_is_the_same_robot_to_mujoco(seed, tmp_path):
    robot = turned(random_robot(seed, 6), seed)
    text = da.export(robot, tmp_path / "robot.urdf").read_text()
    settings = '<mujoco><compiler fusestatic="false" inertiafromgeom="false"/></mujoco></robot>'
    model = mujoco.MjModel.from_xml_string(text.replace("</robot>", settings))
    model.opt.gravity[:] = [float(x) for x in robot.gravity]
    again = da.load(tmp_path / "robot.urdf")
    agree(again, model, seed)
    q = np.random.default_rng(seed).uniform(-1, 1, robot.n)
    assert np.abs(mass_and_gravity(robot, q)[0] - mass_and_gravity(again, q)[0]).max() < SAME_ALGORITHM


def accepted(robot, path):
    """Whether MuJoCo loads what we export; where it does not, the export must have said so."""
    finding = None
    try:
        da.export(robot, path)
    except da.errors.WrongValue as error:
        finding = error.finding
    if finding is not None:
        assert isinstance(finding, da.finding.Unrepresentable)
        assert finding.format == "MJCF"
        return False
    model = mujoco.MjModel.from_xml_path(str(path))
    if not robot.loops and all(len(joint.steps) < 2 for joint in robot.joints):
        agree(robot, model)
    else:  # free joints and balls have one name there for all their coordinates
        again, q = da.load(path), posture(robot, 3)
        moves_alike(again, model)
        assert np.abs(da.mass_matrix(robot, q) - da.mass_matrix(again, q)).max() < ANOTHER_LIBRARY
        assert np.abs(da.gravity_vector(robot, q) - da.gravity_vector(again, q)).max() < ANOTHER_LIBRARY
    return True


@pytest.mark.parametrize("name", da.gallery.names())
def test_the_gallery_is_accepted_by_mujoco_or_the_export_says_why_not(name, tmp_path):
    robot = getattr(da.gallery, name)()
    rng = np.random.default_rng(3)
    robot = robot.bind(**{x: float(rng.uniform(0.5, 1)) for x in robot.parameters}).rigid()
    accepted(robot, tmp_path / "robot.xml")


def test_random_robots_of_all_shapes_are_accepted_or_refused_with_a_reason(tmp_path):
    """Points, rods, plates and massless links among the bodies; moments with a wrong sign."""
    taken = 0
    for seed in range(60):
        rng, robot = np.random.default_rng(seed), random_robot(seed, 5)
        shapes = [(0, 0, 0), (0, 1, 1), (1, 1, 2), (1, 1, 1), (1, 1, 3), (-1, 2, 2)]
        links = list(robot.links)
        for k in rng.choice(len(links), 2, replace=False):
            moments = shapes[rng.integers(len(shapes) if seed % 3 == 0 else 4)]
            R, com = rotation_rpy(*rng.uniform(-3, 3, 3).tolist()), tuple(rng.uniform(-1, 1, 3).tolist())
            whole = da.Inertia(1.5, (0, 0, 0), (*moments, 0, 0, 0)).moved(da.Pose(R)).moved(da.Pose(p=com))
            links[k] = replace(links[k], inertia=da.Inertia() if rng.random() < 0.4 else whole)
        taken += accepted(replace(robot, links=tuple(links)), tmp_path / f"{seed}.xml")
    assert 15 < taken < 55


def test_massless_links_between_joints_become_one_body_with_several_joints(tmp_path):
    robot = turned(random_robot(5, 6), 5)
    chain = {j.parent for j in robot.joints if j.moves}
    single = [x for x in chain if sum(j.parent == x for j in robot.joints) == 1 and x != robot.root]
    assert single
    links = tuple(replace(x, inertia=da.Inertia()) if x.name in single else x for x in robot.links)
    robot = replace(robot, links=links, frames=())
    path = da.export(robot, tmp_path / "robot.xml")
    model = mujoco.MjModel.from_xml_path(str(path))
    assert model.nbody - 1 == len(robot.links) - len(single)
    agree(robot, model)
    again = da.load(path)
    q = np.random.default_rng(1).uniform(-1, 1, robot.n)
    for x, y in zip(mass_and_gravity(robot, q), mass_and_gravity(again, q), strict=True):
        assert np.abs(x - y).max() < 1e-12 * max(1, np.abs(x).max())


@pytest.mark.parametrize("limits", [da.Limits(1, -1), da.Limits(1, 1), da.Limits(effort=0)])
def test_limits_that_mujoco_refuses_are_named(limits, tmp_path):
    robot = random_robot(1, 3)
    joints = (replace(robot.joints[0], limits=limits), *robot.joints[1:])
    with raises(da.finding.Unrepresentable, format="MJCF"):
        da.export(replace(robot, joints=joints), tmp_path / "r.xml")


MOTORS = (
    '<motor joint="j" gear="5" ctrlrange="-2 3"/>',
    '<motor joint="j" gear="-20" ctrlrange="-1 1" forcerange="-0.5 0.4"/>',
    '<motor joint="j" ctrlrange="-7 7"/><motor joint="j" gear="2" ctrlrange="-1 1"/>',
    '<general joint="j" gear="3" gaintype="fixed" gainprm="4" forcerange="-6 6"/>',
    '<motor joint="j" gear="5" ctrlrange="-2 3" ctrllimited="false"/>',
    '<motor joint="j" ctrlrange="-7 7"/><motor joint="j"/>',
)


@pytest.mark.parametrize("motors", MOTORS)
def test_the_largest_effort_of_motors_is_the_one_that_mujoco_gives(motors, tmp_path):
    path = tmp_path / "m.xml"
    path.write_text(
        f'<mujoco><worldbody><body><joint name="j"/>{LINK}</body></worldbody><actuator>{motors}</actuator></mujoco>'
    )
    model = mujoco.MjModel.from_xml_path(str(path))
    data, found = mujoco.MjData(model), []
    for command in (-1e6, 1e6):
        data.ctrl[:] = command * np.sign(model.actuator_gear[:, 0])
        mujoco.mj_forward(model, data)
        found.append(abs(data.qfrc_actuator[0]))
    effort = da.load(path).joints[0].limits.effort
    assert max(found) > 1e5 if effort is None else abs(max(found) - effort) < ANOTHER_LIBRARY * effort
