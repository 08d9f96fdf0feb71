"""A mesh is looked for beside the main file, then beside the included file that names it, and never outside the folder."""

import pytest

import dalembert as da
from raised import raises

CUBE = "\n".join(f"v {x} {y} {z}" for x in (0, 1) for y in (0, 1) for z in (0, 1))


def test_meshes_of_included_files(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "geometry").mkdir()
    (tmp_path / "geometry" / "cube.obj").write_text(CUBE)
    part = '<mujoco><asset><mesh name="cube" file="../geometry/cube.obj"/></asset></mujoco>'
    (tmp_path / "parts" / "asset.xml").write_text(part)
    body = '<body name="b"><joint/><geom type="mesh" mesh="cube" density="2"/></body>'
    main = f'<mujoco><include file="parts/asset.xml"/><worldbody>{body}</worldbody></mujoco>'
    (tmp_path / "main.xml").write_text(main)
    assert float(da.load(tmp_path / "main.xml").link("b").inertia.mass) == pytest.approx(2)
    (tmp_path / "parts" / "asset.xml").write_text(part.replace("../geometry", "../../geometry"))
    with raises(da.finding.Inaccessible, file="../../geometry/cube.obj"):
        da.load(tmp_path / "main.xml")


@pytest.mark.parametrize("name", ["n" * 300, "/".join("n" * 2500)], ids=["name", "path"])
def test_a_name_too_long_for_a_file_is_said(name, tmp_path):
    asset = f'<asset><mesh name="cube" file="{name}.obj"/></asset>'
    body = '<worldbody><body><joint/><geom type="mesh" mesh="cube"/></body></worldbody>'
    (tmp_path / "main.xml").write_text(f"<mujoco>{asset}{body}</mujoco>")
    with raises(da.finding.Rejected):
        da.load(tmp_path / "main.xml")
    links = f'<link name="a"/><link name="b"><visual><geometry><mesh filename="{name}.stl"/></geometry></visual></link>'
    joint = '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>'
    (tmp_path / "main.urdf").write_text(f'<robot name="r">{links}{joint}</robot>')
    assert da.load(tmp_path / "main.urdf").n == 1
