"""What is dropped into the studio: meshes are drawn, findings pinned to their parts, a log becomes a robot."""

import zipfile

import numpy as np
import pytest
from browser import Opened, needs_chromium
from page import dropped, opened, screen, until

import dalembert as da
from dalembert.formats.visual import box
from dalembert.studio.payload import sample_values
from tolerance import FLOAT32

pytestmark = needs_chromium
SICK = """<robot name="sick"><link name="base"/>
<link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="0.1" izz="0.1" ixy="0" iyz="0" ixz="0"/></inertial>
<visual><origin xyz="0.2 0 0"/><geometry><mesh filename="package://sick/meshes/a.stl"/></geometry></visual></link>
<link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" iyz="0" ixz="0"/></inertial></link>
<joint name="j" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="9" velocity="1"/></joint>
<joint name="k" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0.4 0 0"/><axis xyz="0 1 0"/></joint></robot>"""
SIZE = (0.4, 0.1, 0.2)
CORNERS = """(() => { const s = window.studio.desk.stage, m = s.parts.find((x) => x.skin).mesh, v = m.position.clone(), found = [];
m.updateWorldMatrix(true, false); const p = m.geometry.attributes.position, back = s.world.matrixWorld.clone().invert();
for (let i = 0; i < p.count; i++) { v.fromBufferAttribute(p, i).applyMatrix4(m.matrixWorld).applyMatrix4(back); found.push([v.x, v.y, v.z]); }
return found; })()"""


@pytest.fixture(scope="module")
def page(chromium, address):
    with opened(chromium, address) as found:
        yield found


def test_meshes_of_a_zip_are_drawn_where_python_has_the_link(page, tmp_path):
    vertices, triangles = box(np.array(SIZE))
    facets = "".join(
        "facet normal 0 0 0\nouter loop\n"
        + "".join("vertex {} {} {}\n".format(*vertices[i]) for i in t)
        + "endloop\nendfacet\n"
        for t in triangles
    )
    with zipfile.ZipFile(tmp_path / "sick.zip", "w") as file:
        file.writestr("sick/urdf/sick.urdf", SICK)
        file.writestr("sick/meshes/a.stl", f"solid s\n{facets}endsolid s\n")
    dropped(page, tmp_path / "sick.zip")
    page.wait_for_selector(".over >> text=meshes")
    page.evaluate("window.studio.desk.x.assign([0.6, -0.3])")
    until(page, "window.studio.desk.stage.parts.some((x) => x.skin && x.mesh.visible)")
    (tmp_path / "sick.urdf").write_text(SICK)
    T = da.forward_kinematics(da.load(tmp_path / "sick.urdf"), [0.6, -0.3], "a")
    wanted = (vertices + [0.2, 0, 0]) @ T[:3, :3].T + T[:3, 3]
    drawn = np.array(page.evaluate(CORNERS))
    assert len(drawn) == 3 * len(triangles)
    assert np.linalg.norm(drawn[:, None] - wanted, axis=-1).min(axis=1).max() < FLOAT32
    page.click(".over >> text=meshes")  # and back to clean solids
    assert page.evaluate("window.studio.desk.stage.parts.every((x) => x.mesh.visible === !x.skin)")


def test_a_shared_page_has_the_meshes_that_are_seen(page, chromium, tmp_path):
    """From the zip above, saved by the page's own button and opened from disk with the network refused."""
    page.click(".over >> text=meshes")
    screen(page, "share")
    with page.expect_download() as saved:
        page.click("text=Save as HTML")
    saved.value.save_as(tmp_path / "sick.html")
    page.wait_for_selector("text=kB, is among your downloads")
    with Opened(chromium, f"file://{tmp_path / 'sick.html'}#quality=low&r=0") as found:
        assert found.run("() => dalembert.screen.stage.parts.filter((x) => x.skin && x.mesh.visible).length") == 1
        assert found.page.locator(".chips >> text=meshes").count() == 1


def test_meshes_that_did_not_come_are_named(page, tmp_path):
    dropped(page, tmp_path / "sick.urdf", SICK)
    page.wait_for_selector(".warnings >> text=Not drawn: a.stl")


def test_findings_are_pinned_to_their_part(page):
    page.wait_for_selector(".finding.warning")
    pins = page.locator(".pin.warning")
    assert pins.count() == 1
    page.hover(".finding.warning")  # from the words to the pin
    assert "open" in pins.first.get_attribute("class")
    assert "principal moments" in page.inner_text(".pin.warning .words")
    page.mouse.move(5, 5)
    page.click(".pin.warning .head")  # and from the pin to the words
    page.wait_for_selector(".finding.warning:focus")
    screen(page, "derive")
    assert not page.is_visible(".pin.warning .head")


def test_a_log_becomes_the_robot_of_the_tab(page, tmp_path):
    arm = da.gallery.planar_2r()
    true = arm.bind(**{**sample_values(arm), "m2": 4.4, "I2": 0.1})
    t = np.linspace(0, 4, 201)
    w = np.array([2.1, 3.4])
    q, qd, qdd = np.sin(t[:, None] * w), w * np.cos(t[:, None] * w), -w * w * np.sin(t[:, None] * w)
    rows = np.column_stack([t, q, qd, qdd, da.inverse_dynamics(true, q, qd, qdd)])
    np.savetxt(tmp_path / "log.csv", rows, delimiter=",", header="t,q1,q2,qd1,qd2,qdd1,qdd2,tau1,tau2", comments="")
    page.evaluate("location.hash = 'eyJyb2JvdCI6InBsYW5hcl8yciJ9'")
    until(page, "window.studio.desk.robot.name === 'planar_2r'")
    screen(page, "identify")
    with page.expect_file_chooser() as chooser:
        page.click("text=Open log…")
    chooser.value.set_files(tmp_path / "log.csv")
    page.wait_for_selector(".identify .verdict", timeout=90_000)
    assert page.locator(".identify .plot path.curve").count() == 4
    assert page.locator(".identify tbody tr").count() >= 3
    before = page.evaluate("[...window.studio.desk.kernel.shares({q: [0.3, 0.4], qd: [0, 0], qdd: [1, 2]}).total]")
    page.click("text=Use the fitted robot")
    until(page, "window.studio.desk.about.undo === 1")
    after = page.evaluate("[...window.studio.desk.kernel.shares({q: [0.3, 0.4], qd: [0, 0], qdd: [1, 2]}).total]")
    wanted = da.inverse_dynamics(true, [0.3, 0.4], [0, 0], [1, 2])
    np.testing.assert_allclose(after, wanted, rtol=1e-5)
    assert abs(before[0] - wanted[0]) > 1
    screen(page, "model")
    page.click("text=Undo")
    until(page, "window.studio.desk.about.redo === 1")
    assert (
        page.evaluate("[...window.studio.desk.kernel.shares({q: [0.3, 0.4], qd: [0, 0], qdd: [1, 2]}).total]") == before
    )
