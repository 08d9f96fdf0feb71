"""Results of statics and kinematics as tables: the numbers that stand there are the result's."""

import re

import numpy as np
import pytest

import dalembert as da
from pieces import slider, two_links
from raised import raises


def table(page):
    """(title, heads, rows of cells) of a card."""
    title = re.search(r"<h4>(.*?)</h4>", page, re.S).group(1)
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", x, re.S) for x in re.findall(r"<tr>(.*?)</tr>", page, re.S)]
    return title, rows[0] if rows else [], rows[1:]


def numbers(cells):
    return [float(x.replace("−", "-")) for x in cells]


def test_forces_in_the_joints_are_listed_with_their_units():
    robot = two_links()
    forces = da.statics.link_forces(robot, [0.3, 0.5])
    title, heads, rows = table(forces._repr_html_())
    assert "on the child, in world axes" in title
    assert heads == ["joint", "Fx / N", "Fy / N", "Fz / N", "Mx / N m", "My / N m", "Mz / N m"]
    assert [x[0] for x in rows] == list(forces.joints)
    for j, row in enumerate(rows):
        assert numbers(row[1:]) == pytest.approx([*forces.force[j], *forces.moment[j]], rel=1e-3, abs=1e-6)
    many = da.statics.link_forces(robot, np.zeros((4, 3, 2)))._repr_html_()
    assert re.findall(r"<td>(.*?)</td>", many)[0] == "4, 3"
    assert "joint1" in many


def test_ellipsoids_are_listed_axis_by_axis():
    robot = da.gallery.puma560()
    q = np.array([0.3, 0.5, 0.2, 0.7, 0.6, 0.1])
    for found, unit in (
        (da.kinematics.velocity_ellipsoid(robot, q), "(m/s)"),
        (da.kinematics.force_ellipsoid(robot, q), "N"),
    ):
        title, heads, rows = table(found._repr_html_())
        assert (title, heads) == ("Ellipsoid", [f"half axis / {unit}", "x", "y", "z"])
        for k, row in enumerate(rows):
            assert numbers(row) == pytest.approx([found.radii[k], *found.axes[:, k]], rel=1e-3, abs=1e-6)
    many = da.kinematics.velocity_ellipsoid(robot, np.array([q, q]))
    assert table(many._repr_html_())[0] == "Ellipsoids"
    assert "<td>2</td>" in many._repr_html_()
    with raises(da.finding.WrongShape, argument="radii", got=(2, 3)):
        many.surface()


def test_an_ellipsoid_s_surface_lies_on_it():
    """xᵀ (A diag(r²) Aᵀ)⁻¹ x = 1, poles and all, in as many points as asked for."""
    found = da.kinematics.velocity_ellipsoid(da.gallery.puma560(), np.array([0.3, 0.5, 0.2, 0.7, 0.6, 0.1]))
    points = found.surface(7, 5)
    assert points.shape == (7, 5, 3)
    assert found.surface().shape == (24, 12, 3)
    assert np.linalg.norm((points @ found.axes) / found.radii, axis=-1) == pytest.approx(np.ones((7, 5)))
    assert np.abs(points[:, 0] - found.radii[2] * found.axes[:, 2]).max() < 1e-9
    assert points[0] == pytest.approx(points[-1])
    assert points[2].tolist() != points[3].tolist()


def test_a_load_capacity_lists_weight_limit_and_share():
    robot = two_links()
    g = da.gravity_vector(robot, [0.3, 0.5])
    for limits, said in ((2 * np.abs(g), "holds its own weight"), (np.abs(g) / 2, "cannot hold its own weight")):
        title, heads, rows = table(da.statics.load_capacity(robot, [0.3, 0.5], effort=limits)._repr_html_())
        assert title == f"Load capacity of {robot.name}: it {said}"
        assert heads == ["coordinate", "own weight", "limit", "share"]
        for k, row in enumerate(rows):
            assert row[0] == robot.coordinates[k]
            assert row[1].endswith(" N m")
            assert numbers([row[1].split()[0], row[2].split()[0]]) == pytest.approx([g[k], limits[k]], rel=1e-3)
            assert row[3] == f"{100 * abs(g[k]) / limits[k]:.0f} %"
    held = da.types.LoadCapacity(robot, np.zeros(2), np.zeros((2, 3)), g, np.array([0.0, 5.0]))
    assert [x[3] for x in table(held._repr_html_())[2]] == ["–", f"{100 * abs(g[1]) / 5:.0f} %"]
    pushed = slider()
    unit = table(da.statics.load_capacity(pushed, np.zeros(pushed.n), effort=np.ones(pushed.n))._repr_html_())[2][0][1]
    assert unit.endswith(" N")
