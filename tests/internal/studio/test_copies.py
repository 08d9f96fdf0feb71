"""What a screen hands out runs: as Python and as a command, with the numbers that are on the screen."""

import shlex
from base64 import urlsafe_b64encode
from json import dumps

import numpy as np
import pytest
from browser import needs_chromium
from page import opened, posture, screen, until

import dalembert as da
from dalembert.cli.app import main

pytestmark = needs_chromium
SCREENS = ("model", "derive", "kinematics", "simulate", "code", "share")
CHOSEN = "(() => { const s = window.studio.desk.panel('simulate'); Object.assign(s.now, {controller: 'pd_gravity', friction: 'v1', push: '5', duration: 1}); })()"


def ended(*arguments):
    """The exit code of a command."""
    try:
        main(list(arguments))
    except SystemExit as error:
        return error.code
    return 0


@pytest.mark.parametrize("name", ["planar_2r", "four_bar"])
def test_copies_run(name, chromium, address, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    place = urlsafe_b64encode(dumps({"robot": name}).encode()).decode().rstrip("=")
    with opened(chromium, address, where=f"#{place}") as page:
        until(page, f"window.studio.desk.robot.name === '{name}'")
        page.evaluate(CHOSEN)
        copies = {}
        for x in SCREENS:
            screen(page, x)
            if x == "kinematics" and name != "four_bar":
                page.wait_for_selector(".branches table, .branches .note")
            copies[x] = page.evaluate("[window.studio.script(), window.studio.desk.current.command()]")
        q = posture(page)
        shown = page.evaluate("[...window.studio.desk.kernel.shares(window.studio.desk.x).total]")
        state = page.evaluate(
            "(() => { const { q, qd, qdd } = window.studio.desk.x; return [[...q], [...qd], [...qdd]]; })()"
        )
    for script, command in copies.values():
        made = {}
        exec(script, made)
        assert capsys.readouterr().out.strip()
        assert not ended(*shlex.split(command, comments=True)[1:], *(["--force"] if "codegen" in command else [])), (
            command
        )
    tau = da.inverse_dynamics(made["robot"], *state)
    driven = [made["robot"].coordinates.index(x) for x in made["robot"].actuated]
    np.testing.assert_allclose(np.asarray(shown)[driven], np.asarray(tau)[driven], rtol=1e-6, atol=1e-6)
    assert made["robot"].nq == len(q)
