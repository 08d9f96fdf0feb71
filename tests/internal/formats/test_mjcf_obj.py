"""OBJ meshes of MJCF as MuJoCo weighs them: polygons with bays, several objects, springs made to measure."""

import mujoco
import numpy as np
import pytest

import dalembert as da
from finding_queries import selected
from tolerance import ANOTHER_LIBRARY

MODEL = """<mujoco><asset><mesh name="m" file="{name}" inertia="{rule}"/></asset>
  <worldbody><body name="b"><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """MuJoCo writes its warnings to a file in the working folder."""
    monkeypatch.chdir(tmp_path)


def obj(points, *objects):
    """An OBJ file of objects, each a list of polygons."""
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in np.asarray(points, np.float32).astype(float).tolist()]
    for k, polygons in enumerate(objects):
        lines += [f"o part{k}", *("f " + " ".join(str(i + 1) for i in polygon) for polygon in polygons)]
    return "\n".join(lines) + "\n"


def both(tmp_path, text, name, rule="legacy"):
    """Robot and model; MuJoCo remembers files by their name, so each has its own."""
    (tmp_path / f"{name}.obj").write_text(text)
    path = tmp_path / f"{name}.xml"
    path.write_text(MODEL.format(name=f"{name}.obj", rule=rule))
    return da.load(path), mujoco.MjModel.from_xml_path(str(path))


def random_polygons(seed, count=40):
    """Convex polygons across the axes, flat in single precision too, near the origin and far from it."""
    rng = np.random.default_rng(seed)
    points, polygons = [], []
    for _ in range(count):
        n = int(rng.integers(3, 13))
        angle = 2 * np.pi * (np.arange(n) + rng.uniform(0, 0.5, n)) / n
        disc = np.stack([np.cos(angle), 0.5 * np.sin(angle), np.full(n, rng.normal())], axis=1)
        disc = np.roll(disc, int(rng.integers(3)), axis=1) + rng.normal(size=3) * rng.choice([0, 0.1, 3])
        polygons.append(tuple(range(len(points), len(points) + n)))
        points += np.round(disc * 2**14).tolist()
    return np.array(points) / 2**14, polygons


@pytest.mark.parametrize("rule", ["legacy", "shell"])
@pytest.mark.parametrize("seed", range(6))
def test_flat_convex_polygons_weigh_the_same(tmp_path, seed, rule):
    points, polygons = random_polygons(seed)
    robot, model = both(tmp_path, obj(points, polygons), f"polygons{seed}{rule}", rule)
    assert float(robot.link("b").inertia.mass) == pytest.approx(model.body_mass[1], rel=ANOTHER_LIBRARY)
    moments = sorted(float(x) for x in robot.link("b").inertia.principal().moments)
    assert moments == pytest.approx(sorted(model.body_inertia[1].tolist()), rel=ANOTHER_LIBRARY)


@pytest.mark.parametrize("rule", ["legacy", "exact", "shell"])
@pytest.mark.parametrize("seed", range(3))
def test_bent_quadrangles_weigh_the_same(tmp_path, seed, rule):
    """A box of quadrangles whose corners are shifted, so that their two diagonals enclose different volumes."""
    corners = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    shifted = corners + np.random.default_rng(seed).uniform(-0.3, 0.3, corners.shape)
    robot, model = both(tmp_path, obj(shifted, faces), f"bent{seed}{rule}", rule)
    assert float(robot.link("b").inertia.mass) == pytest.approx(model.body_mass[1], rel=ANOTHER_LIBRARY)
    moments = sorted(float(x) for x in robot.link("b").inertia.principal().moments)
    assert moments == pytest.approx(sorted(model.body_inertia[1].tolist()), rel=ANOTHER_LIBRARY)


@pytest.mark.parametrize("rule", ["legacy", "exact", "shell"])
def test_a_face_with_a_bay_weighs_what_it_has(tmp_path, rule):
    """An L of three unit squares, one high."""
    rim = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
    points = [(x, y, z) for z in (0, 1) for x, y in rim]
    walls = [(i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6) for i in range(6)]
    text = obj(points, [tuple(range(5, -1, -1)), tuple(range(6, 12)), *walls])
    (tmp_path / "bay.obj").write_text(text)
    path = tmp_path / "bay.xml"
    path.write_text(MODEL.format(name="bay.obj", rule=rule))
    inertia = da.load(path).link("b").inertia
    size = 2 * 3 + 8 if rule == "shell" else 3  # area or volume
    assert float(inertia.mass) == pytest.approx(1000 * size)
    assert float(inertia.com[2]) == pytest.approx(0.5)


def cone(n, height=1.0, at=0.0):
    """A cone on a regular polygon of n corners."""
    angle = np.arange(n) * 2 * np.pi / n
    points = np.stack([np.cos(angle), np.sin(angle), np.zeros(n)], axis=1) + [at, 0, 0]
    return np.vstack([points, [at, 0, height]])


def sides(n, start=0):
    return [(start + (i + 1) % n, start + i, start + n) for i in range(n)]


@pytest.mark.parametrize("n", [5, 40, 100, 101, 215])
def test_polygons_of_many_corners(tmp_path, n):
    """The base of a cone is left out where it has more than 100 corners, and the reader says so."""
    robot, model = both(tmp_path, obj(cone(n), [tuple(range(n)), *sides(n)]), f"cone{n}")
    assert len(model.mesh_face) == n + (n - 2 if n <= 100 else 0)
    assert float(robot.link("b").inertia.mass) == pytest.approx(model.body_mass[1], rel=ANOTHER_LIBRARY)
    assert bool(selected(robot.warnings, da.finding.Understood, meaning="faces left out")) == (n > 100)


def test_of_several_objects_the_first_counts(tmp_path):
    n = 6
    points = np.vstack([cone(n), cone(n, 2.0, 5.0)])
    first, second = [tuple(range(n)), *sides(n)], [tuple(range(n + 1, 2 * n + 1)), *sides(n, n + 1)]
    robot, model = both(tmp_path, obj(points, first, second), "objects")
    assert float(robot.link("b").inertia.mass) == pytest.approx(model.body_mass[1], rel=ANOTHER_LIBRARY)
    assert float(robot.link("b").inertia.mass) == pytest.approx(1000 * np.sin(np.pi / 3) * 3 / 3, rel=1e-6)  # one cone
    assert selected(robot.warnings, da.finding.Understood, meaning="its first object", other="objects.obj")


def test_a_mesh_that_mujoco_makes_itself_is_refused(tmp_path):
    path = tmp_path / "sphere.xml"
    path.write_text(
        '<mujoco><asset><mesh name="m" builtin="sphere" params="2"/></asset><worldbody>'
        '<body name="b"><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>'
    )
    with pytest.raises(da.errors.UnsupportedElement) as caught:
        da.load(path)
    assert caught.value.finding.cause.part.tag == "builtin"


BODY = '<inertial pos="0.02 -0.01 0.1" mass="1.3" diaginertia="0.03 0.02 0.015"/>'


def test_springs_made_to_measure_feel_every_armature(tmp_path):
    """Of tendons, straight and fixed, and of actuators behind their gears."""
    text = f"""<mujoco><worldbody><site name="s0" pos="0.3 0.2 0.1"/>
      <body name="a"><joint name="a1" axis="0 1 0" springdamper="0.1 0.7"/>{BODY}<site name="s1" pos="0.1 0 0.2"/>
        <body name="b" pos="0 0 0.4"><joint name="b1" axis="1 0 0.3" springdamper="0.2 1.3"/>{BODY}<site name="s2" pos="0 0.2 0.2"/>
          <body name="c" pos="0 0 0.4"><joint name="c1" type="slide" axis="0 1 0" springdamper="0.3 1"/>{BODY}</body></body></body></worldbody>
      <tendon><spatial armature="0.8"><site site="s0"/><site site="s1"/><site site="s2"/></spatial>
        <fixed armature="0.4"><joint joint="a1" coef="0.5"/><joint joint="c1" coef="-2"/></fixed></tendon>
      <actuator><motor joint="b1" gear="3" armature="0.05"/></actuator></mujoco>"""
    path = tmp_path / "measured.xml"
    path.write_text(text)
    robot, model = da.load(path), mujoco.MjModel.from_xml_path(str(path))
    springs = {x.arms[0][0]: float(x.stiffness) for x in robot.springs if x.name.endswith("_spring")}
    for k, name in enumerate(("a1", "b1", "c1")):
        assert springs[name] == pytest.approx(model.jnt_stiffness[k], rel=ANOTHER_LIBRARY)
        assert float(robot.joint(name).drive.damping) == pytest.approx(model.dof_damping[k], rel=ANOTHER_LIBRARY)
