"""Links drawn with the shapes of their files: corners are where kinematics puts them, and nothing outside is read."""

from base64 import b64decode

import numpy as np
import pytest

import dalembert as da
from corpus import find
from dalembert.algorithms.sweep import joints, world_poses
from dalembert.formats.visual import Visual, box, cylinder, sphere, visuals
from dalembert.robot.tree import tree
from dalembert.view.mesh import MOST, skin, surfaces
from drawn_svg import Drawn
from raised import raises, warns
from robot_numbers import placed
from tolerance import DRAWN, FLOAT32

STL = "solid s\n" + "".join(
    f"facet normal 0 0 0\nouter loop\nvertex {a}\nvertex {b}\nvertex {c}\nendloop\nendfacet\n"
    for a, b, c in (("0 0 0", "0 1 0", "1 0 0"), ("0 0 0", "1 0 0", "0 0 1"), ("0 0 0", "0 0 1", "0 1 0"), ("1 0 0", "0 1 0", "0 0 1"))
) + "endsolid s\n"  # fmt: skip
URDF = """<robot name="boxes"><link name="base"><visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual></link>
<link name="a"><inertial><mass value="1"/></inertial>
<visual><origin xyz="0.2 0 0" rpy="0.1 0.2 0.3"/><geometry><box size="0.4 0.1 0.1"/></geometry></visual></link>
<link name="b"><inertial><mass value="1"/></inertial>
<visual><geometry><mesh filename="package://pack/meshes/t.stl" scale="0.3 0.2 0.1"/></geometry></visual>
<visual><geometry><mesh filename="package://pack/../../secret.stl"/></geometry></visual>
<visual><geometry><mesh filename="missing.stl"/></geometry></visual></link>
<joint name="j1" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/><limit lower="-2" upper="2"/></joint>
<joint name="j2" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0.4 0 0" rpy="1.5707963267948966 0 0"/>
<axis xyz="0 0 1"/><limit lower="-2" upper="2"/></joint></robot>"""
MJCF = """<mujoco><compiler angle="radian"/><asset><mesh name="t" file="t.stl" scale="0.3 0.2 0.1"/></asset><worldbody>
<body name="a"><joint name="j1" axis="0 0 1"/><geom type="box" size="0.2 0.05 0.05" pos="0.2 0 0" mass="1"/>
<geom type="sphere" size="0.3" contype="0" conaffinity="0" mass="0"/>
<body name="b" pos="0.4 0 0" euler="0.3 0 0"><joint name="j2" axis="0 1 0"/><geom type="mesh" mesh="t" mass="1"/>
<geom type="capsule" fromto="0 0 0 0.1 0 0" size="0.02" mass="0.1"/></body></body></worldbody></mujoco>"""


@pytest.fixture
def files(tmp_path):
    pack = tmp_path / "pack"
    (pack / "meshes").mkdir(parents=True)
    (pack / "urdf").mkdir()
    (pack / "meshes" / "t.stl").write_text(STL)
    (tmp_path / "secret.stl").write_text(STL)
    (pack / "urdf" / "boxes.urdf").write_text(URDF)
    (pack / "meshes" / "m.xml").write_text(MJCF)
    return pack


def test_corners_are_where_kinematics_puts_them(files):
    path = files / "urdf" / "boxes.urdf"
    robot, q = da.load(path), np.array([0.7, -0.4])
    with warns(da.finding.NotDrawn):
        seen = Drawn(da.draw(robot, q, visuals=path, style=da.view.DrawStyle(view=(20, 30))).svg())
    T, _ = placed(robot, q)
    found = visuals(path)
    assert [x.link for x in found] == ["base", "a", "b"]  # neither what is missing nor what lies outside
    for link in ("base", "a", "b"):
        shape = next(x for x in found if x.link == link)
        world = shape.vertices @ T[link][:3, :3].T + T[link][:3, 3]
        corners = seen.project(world)
        faces = seen.of("face", link=link)
        assert faces
        for face in faces:
            apart = np.linalg.norm(face.ends[:, None] - corners, axis=-1).min(axis=1)
            assert apart.max() < DRAWN * 400
            triangle = face.ends[:3]
            assert np.linalg.det(triangle[1:] - triangle[0]) < 0  # its outside faces the reader; y points down


def test_shapes_of_mjcf(files):
    found = visuals(files / "meshes" / "m.xml")
    assert [x.link for x in found] == ["a", "b", "b"]
    ball, mesh, capsule = found
    assert np.abs(np.linalg.norm(ball.vertices, axis=1) - 0.3).max() < DRAWN  # the geom that touches nothing
    assert mesh.vertices.max(axis=0) == pytest.approx([0.3, 0.2, 0.1])
    assert capsule.vertices[:, 0].min() == pytest.approx(-0.02)
    assert capsule.vertices[:, 0].max() == pytest.approx(0.12)
    robot = da.load(files / "meshes" / "m.xml")
    assert Drawn(da.draw(robot, visuals=files / "meshes" / "m.xml").svg()).of("face", link="b")


@pytest.mark.parametrize(
    ("shape", "volume"),
    [(box(1.0, 2.0, 3.0), 6.0), (cylinder(1.0, 2.0), 2 * np.pi), (sphere(1.0), 4 / 3 * np.pi), (sphere(1.0, 1.0), 7 / 3 * np.pi)],
)  # fmt: skip
def test_solids_face_outwards_and_have_their_volume(shape, volume):
    vertices, triangles = shape
    assert np.linalg.det(vertices[triangles]).sum() / 6 == pytest.approx(volume, rel=0.05)  # 24 sides for a circle


def test_a_real_robot_is_drawn_with_its_meshes():
    path = find("panda.urdf")
    seen = Drawn(da.draw(da.load(path), visuals=path).svg())
    faces = seen.of("face")
    assert 500 < len(faces) <= 3500
    assert {x.data["link"] for x in faces} >= {f"panda_link{k}" for k in range(8)}
    assert not seen.of("link")


def test_other_files_have_no_shapes(tmp_path):
    (tmp_path / "x.sdf").write_text("<sdf version='1.7'><model name='m'/></sdf>")
    with raises(da.finding.NotAmong):
        visuals(tmp_path / "x.sdf")


def test_pieces_of_a_picture_in_3d_are_where_kinematics_puts_them(files):
    path = files / "urdf" / "boxes.urdf"
    robot, q = da.load(path), np.array([0.7, -0.4])
    found, pieces = visuals(path), skin(robot, visuals(path))
    T, _ = placed(robot, q)
    bodies = tree(robot)
    poses = [np.array(x.matrix(), dtype=float) for x in world_poses(bodies, joints(bodies, q.tolist()))]
    for shape, piece in zip(found, pieces, strict=True):
        own = np.frombuffer(b64decode(piece["vertices"]), "<f4").reshape(-1, 3)
        corners = np.frombuffer(b64decode(piece["triangles"]), "<u4").reshape(-1, 3)
        assert len(corners) == len(shape.triangles)
        at = np.eye(4) if piece["body"] < 0 else poses[piece["body"]]
        drawn, wanted = own @ at[:3, :3].T + at[:3, 3], shape.vertices @ T[shape.link][:3, :3].T + T[shape.link][:3, 3]
        assert np.abs(np.sort(drawn, axis=0) - np.sort(np.unique(wanted, axis=0), axis=0)).max() < FLOAT32


def test_a_picture_in_3d_is_bounded():
    vertices, triangles = sphere(0.3)
    fine = np.concatenate([vertices * s for s in np.linspace(1, 2, 700)])
    every = np.concatenate([triangles + len(vertices) * k for k in range(700)])
    assert len(every) > 2 * MOST
    robot = da.gallery.ur5()
    pieces = skin(robot, (Visual(robot.links[-1].name, fine, every), Visual("nowhere", fine, every)))
    assert len(pieces) == 1
    assert len(b64decode(pieces[0]["triangles"])) <= 12 * MOST


def test_an_upload_reads_no_mesh_beside_its_folder(files):
    path = files / "urdf" / "boxes.urdf"
    assert [x.link for x in visuals(path, inside=files)] == ["base", "a", "b"]
    assert [x.link for x in visuals(path, inside=files / "urdf")] == ["base", "a"]


def test_a_mesh_that_cannot_be_made_coarser_is_its_hull_and_corners_that_are_nowhere_are_left_out():
    robot = da.gallery.pendulum()
    link = robot.links[-1].name
    points = np.random.default_rng(0).normal(size=(60_000, 3))
    found = surfaces(robot, np.zeros(1), (Visual(link, points, np.arange(60_000).reshape(-1, 3)),))
    assert 20 < len(found.corners) < 1000
    normal = np.cross(found.corners[:, 1] - found.corners[:, 0], found.corners[:, 2] - found.corners[:, 0])
    middle = found.corners.reshape(-1, 3).mean(axis=0)
    assert np.all(np.einsum("ti,ti->t", normal, found.corners[:, 0] - middle) > 0)  # outwards
    points[0] = np.nan
    left = surfaces(robot, np.zeros(1), (Visual(link, points[:9], np.arange(9).reshape(-1, 3)),))
    assert len(left.corners) == 2


def test_a_box_between_two_points_is_as_long_as_their_distance(tmp_path):
    path = tmp_path / "bar.xml"
    geom = '<geom type="box" fromto="0 0 0 0.8 0 0" size="0.1"/>'
    path.write_text(f'<mujoco><worldbody><body name="bar"><joint/>{geom}</body></worldbody></mujoco>')
    (bar,) = visuals(path)
    assert np.ptp(bar.vertices, axis=0) == pytest.approx([0.8, 0.2, 0.2])
