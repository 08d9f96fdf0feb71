"""Collada: what its scene shows is where Assimp puts it, nothing outside is opened, and what is not whole is refused."""

from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from corpus import ROOT
from dalembert.formats.visual import read_collada
from raised import raises, warns

FACES = {
    "triangles": "<triangles count='4'>{input}<p>0 9 2 9 1 9 0 9 1 9 3 9 0 9 3 9 2 9 1 9 2 9 3 9</p></triangles>",
    "polylist": "<polylist count='4'>{input}<vcount>3 3 3 3</vcount><p>0 9 2 9 1 9 0 9 1 9 3 9 0 9 3 9 2 9 1 9 2 9 3 9</p></polylist>",
    "polygons": "<polygons count='4'>{input}<p>0 9 2 9 1 9</p><p>0 9 1 9 3 9</p><p>0 9 3 9 2 9</p><p>1 9 2 9 3 9</p></polygons>",
}
INPUT = "<input semantic='VERTEX' source='#v' offset='0'/><input semantic='NORMAL' source='#n' offset='1'/>"
NODES = """<node id="n"><translate>0.5 0 0</translate><rotate>0 0 1 90</rotate><scale>1 2 -1</scale>
<instance_geometry url="#g"/><node><matrix>0 -1 0 1 1 0 0 2 0 0 1 3 0 0 0 1</matrix><instance_geometry url="#g"/></node></node>"""


def text(faces=FACES["triangles"], nodes=NODES, unit="1", start="", numbers="0 0 0 1 0 0 0 2 0 0 0 3"):
    return f"""<?xml version="1.0"?>{start}<COLLADA version="1.4.1" xmlns="http://www.collada.org/2005/11/COLLADASchema">
<asset><unit meter="{unit}"/><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id="g"><mesh>
<source id="s"><float_array id="a" count="12">{numbers}</float_array><technique_common>
<accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
{faces.format(input=INPUT)}</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w">{nodes}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>"""


def read(tmp_path, *args, **kwargs):
    (tmp_path / "m.dae").write_text(text(*args, **kwargs))
    return read_collada(tmp_path / "m.dae")


@pytest.mark.parametrize("faces", FACES)
def test_points_are_where_the_definition_puts_them(tmp_path, faces):
    """parent · translate · rotate · scale, by hand; a mirror turns the triangles, so that they still face outwards."""
    vertices, triangles = read(tmp_path, FACES[faces])
    first = np.array([[0.5, 0, 0], [0.5, 1, 0], [-3.5, 0, 0], [0.5, 0, -3]])
    inner = (
        np.array([[1, 2, 3], [1, 3, 3], [-1, 2, 3], [1, 2, 6]])
        * [1, 2, -1]
        @ np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]])
    )
    assert vertices == pytest.approx(np.concatenate([first, inner + [0.5, 0, 0]]))
    assert (np.linalg.det(vertices[triangles] - vertices[[1, 5]].mean(axis=0)).sum()) > 0
    for k in (0, 1):  # the volume of each tetrahedron, seen from outside
        own = vertices[triangles[4 * k : 4 * k + 4]] - vertices[4 * k : 4 * k + 4].mean(axis=0)
        assert np.linalg.det(own).sum() / 6 == pytest.approx(2.0)


def test_units_are_metres(tmp_path):
    vertices, _ = read(tmp_path, unit="0.001")
    assert vertices == pytest.approx(1e-3 * read(tmp_path)[0])


@pytest.mark.parametrize("name", ["link3.dae", "link5.dae", "calf.dae"])
def test_real_meshes_are_those_of_assimp(name):
    """Coal reads meshes with Assimp, in single precision; it drops triangles without an area."""
    coal = pytest.importorskip("coal")
    path = next(x for x in sorted(ROOT.rglob(name)) if x.stat().st_size < 3_000_000)
    vertices, triangles = read_collada(path)
    other = coal.MeshLoader().load(str(path), np.ones(3))
    theirs = np.asarray(other.vertices())
    used = vertices[np.unique(triangles)]
    size = np.ptp(theirs, axis=0).max()
    assert np.abs(used.min(axis=0) - theirs.min(axis=0)).max() < 1e-6 * size
    assert np.abs(used.max(axis=0) - theirs.max(axis=0)).max() < 1e-6 * size
    assert 0 <= len(triangles) - other.num_tris <= 0.01 * len(triangles)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"start": '<!DOCTYPE x [<!ENTITY a "aaaa">]>'}, da.finding.Malformed),
        ({"nodes": '<node><instance_geometry url="file:///etc/passwd"/></node>'}, da.finding.BadMesh),
        ({"nodes": '<node id="n"><instance_node url="#n"/><instance_node url="#n"/></node>'}, da.finding.BadMesh),
        ({"nodes": "<node/>"}, da.finding.BadMesh),
        ({"numbers": "0 0 0 nan 0 0 0 2 0 0 0 3"}, da.finding.BadMesh),
        ({"numbers": "0 0 0 1 0 0"}, da.finding.BadMesh),
        ({"faces": "<triangles>{input}<p>0 9 2 9 7 9</p></triangles>"}, da.finding.BadMesh),
        ({"faces": "<polylist>{input}<vcount>3 5</vcount><p>0 9 2 9 1 9</p></polylist>"}, da.finding.BadMesh),
        ({"faces": "<triangles>{input}<p>0 9 2 9 1</p></triangles>"}, da.finding.BadMesh),
        ({"faces": '<triangles><input semantic="NORMAL" source="#v" offset="0"/><p>0 1 2</p></triangles>'}, da.finding.BadMesh),
        ({"faces": "<polylist>{input}<p>0 9 2 9 1 9</p></polylist>"}, da.finding.BadMesh),
        ({"unit": "-1"}, da.finding.BadMesh),
    ],
)  # fmt: skip
def test_what_is_not_whole_is_refused(tmp_path, given, said):
    with raises(said):
        read(tmp_path, **given)


def test_a_bomb_of_nodes_is_refused_soon(tmp_path):
    """Ten nodes that each show the next ten times are 10¹⁰ triangles."""
    nodes = "".join(
        f'<node id="n{k}">' + f'<instance_node url="#n{k + 1}"/>' * 10 + "</node>" for k in range(10)
    ) + '<node id="n10"><instance_geometry url="#g"/></node>'  # fmt: skip
    faces = "<triangles>{input}<p>" + "0 9 2 9 1 9 " * 1000 + "</p></triangles>"
    with raises(da.finding.BadMesh, reason="too large"):
        read(tmp_path, faces=faces, nodes=nodes)


def test_links_whose_meshes_cannot_be_read_are_bars_and_it_is_said(tmp_path):
    from drawn_svg import Drawn

    (tmp_path / "good.dae").write_text(text())
    (tmp_path / "bad.dae").write_text("<COLLADA>")
    links = "".join(
        f'<link name="l{k}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
        f'<visual><geometry><mesh filename="{x}"/></geometry></visual></link>'
        for k, x in enumerate(["good.dae", "bad.dae", "none.dae", "shape.ply", "../../secret.dae"])
    )
    joints = "".join(
        f'<joint name="j{k}" type="continuous"><parent link="l{k}"/><child link="l{k + 1}"/>'
        f'<origin xyz="0.4 0 {0.1 * k}"/><axis xyz="0 0 1"/></joint>'
        for k in range(4)
    )
    (tmp_path / "shape.ply").write_text("ply")
    path = Path(tmp_path / "r.urdf")
    path.write_text(f'<robot name="r">{links}{joints}</robot>')
    with warns(da.finding.NotDrawn):
        sheet = da.draw(da.load(path), visuals=path)
    seen = Drawn(sheet.svg())
    assert {x.data["link"] for x in seen.of("face")} == {"l0"}
    assert {x.data["link"] for x in seen.of("link")} >= {"l1", "l2", "l3"}
    assert len(sheet.notes) == 4
    for name in ("bad.dae", "none.dae", "shape.ply", "secret.dae"):
        assert any(name in str(x) for x in sheet.notes), name
