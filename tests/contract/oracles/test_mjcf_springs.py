"""Springs of every kind and armatures of tendons, as MuJoCo computes them."""

import mujoco
import numpy as np
import pytest

import dalembert as da
from raised import raises
from tolerance import ANOTHER_LIBRARY

LINK = '<inertial pos="0.02 -0.01 0.1" mass="1.3" diaginertia="0.03 0.02 0.015"/>'


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """MuJoCo writes its warnings to a file in the working folder."""
    monkeypatch.chdir(tmp_path)


def agree(path):
    """M, and everything on the left of τ at q̈ = 0: c + g + springs + dampers."""
    robot, model = da.load(path), mujoco.MjModel.from_xml_path(str(path))
    assert (robot.nq, robot.nv) == (model.nq, model.nv)
    for seed in range(3):
        data, rng = mujoco.MjData(model), np.random.default_rng(seed)
        mujoco.mj_integratePos(model, data.qpos, rng.uniform(-1, 1, model.nv), 1.0)
        data.qvel[:] = rng.uniform(-1, 1, model.nv)
        mujoco.mj_forward(model, data)
        M = np.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, M)
        assert np.abs(da.mass_matrix(robot, data.qpos) - M).max() < ANOTHER_LIBRARY * np.abs(M).max()
        expected = data.qfrc_bias - data.qfrc_passive
        found = da.inverse_dynamics(robot, data.qpos, data.qvel, np.zeros(model.nv))
        assert np.abs(found - expected).max() < ANOTHER_LIBRARY * max(1, np.abs(expected).max())
    return robot


def test_an_attached_model_is_refused_by_name(tmp_path):
    path = tmp_path / "outer.xml"
    path.write_text(
        '<mujoco><asset><model name="in" file="inner.xml"/></asset><worldbody>\n'
        '<attach model="in" body="arm" prefix="l_"/></worldbody></mujoco>'
    )
    with raises(da.finding.NotModelled) as caught:
        da.load(path)
    assert caught.value.finding.part.tag == "<attach>"
    assert caught.value.finding.line == 2


SPRINGS = f"""<mujoco><compiler angle="radian"/><worldbody><site name="w" pos="0.3 0.1 2"/>
  <body name="a" pos="0 0 1" euler="0.2 0.1 0"><joint name="a1" axis="1 0 1" ref="0.2"{{a1}}/>{LINK}<site name="sa" pos="0.1 0.2 0"/>
  <body name="b" pos="0 0.2 0.5" euler="0 0.4 0.1"><joint name="b1" type="ball" pos="0.1 0 0"{{b1}}/>{LINK}<site name="sb" pos="0.3 0 0.2"/>
  <site name="sb2" pos="0.1 0.3 0.2"/></body></body>
  <body name="f" pos="0.5 0 3" euler="0.5 0.2 0"><joint name="f1" type="free"{{f1}}/>{LINK}<site name="sf" pos="0 0 0.1"/></body>
  </worldbody><tendon>{{tendon}}</tendon></mujoco>"""
PATH = '<site site="w"/><site site="sa"/><site site="sb"/>'


@pytest.mark.parametrize(
    "parts",
    [
        {"b1": ' stiffness="3" damping="0.4"'},
        {"f1": ' stiffness="20"'},
        {"a1": ' springdamper="0.2 0.7"', "b1": ' springdamper="0.1 1.5"', "f1": ' springdamper="0.3 1"'},
        {"tendon": f'<spatial stiffness="50" springlength="0.2 0.9">{PATH}</spatial>'},
        {"tendon": f'<spatial stiffness="50" springlength="0.2 90">{PATH}</spatial>'},
        {"tendon": f'<spatial stiffness="50" damping="2" armature="3">{PATH}<site site="sb2"/></spatial>'},
        {"tendon": '<fixed stiffness="50" springlength="0 0.1" armature="2"><joint joint="a1" coef="-1.5"/></fixed>'},
    ],
)  # fmt: skip
def test_springs_and_armatures_are_mujocos(tmp_path, parts):
    path = tmp_path / "model.xml"
    path.write_text(SPRINGS.format(**{"a1": "", "b1": "", "f1": "", "tendon": "", **parts}))
    robot = agree(path)
    assert robot.springs
    da.export(robot, tmp_path / "again.toml")
    assert da.load(tmp_path / "again.toml").springs == robot.springs


@pytest.mark.parametrize("broken", ['springdamper="0 1"', 'springdamper="1"', 'stiffness="x"'])
def test_springs_that_make_no_sense(tmp_path, broken):
    path = tmp_path / "model.xml"
    path.write_text(SPRINGS.format(a1="", b1=f" {broken}", f1="", tendon=""))
    with pytest.raises(da.DalembertError):
        da.load(path)
