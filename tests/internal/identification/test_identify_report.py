"""The report on a fit: one file that asks for nothing, with the figures of the fit and hostile names as text."""

import re
from dataclasses import replace
from html import unescape

import numpy as np
import pytest

import dalembert as da
from dalembert.document.fit_report import friction, spectrum
from measured import emps, slide

EVIL = '<script>alert("q̇")</script>$\\frac{'
PRINTED = str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")


def hostile(noise=0.01):
    robot = da.gallery.planar_2r().bind(m1=2, m2=1, l1=1, l2=0.8, lc1=0.5, lc2=0.4, I1=0.1, I2=0.05, g=9.81)
    joints = tuple(replace(j, name=j.name + EVIL, drive=da.Drive(damping=1, coulomb=0.5)) for j in robot.joints)
    links = tuple(replace(x, name=x.name + EVIL) for x in robot.links)
    joints = tuple(replace(j, parent=j.parent + EVIL, child=j.child + EVIL) for j in joints)
    robot = replace(robot, links=links, joints=joints, frames=(), name="_" + EVIL)
    t = np.arange(0, 8, 0.01)
    w = np.array([2.0, 3.1])
    q, qd, qdd = np.sin(np.outer(t, w)), w * np.cos(np.outer(t, w)), -(w**2) * np.sin(np.outer(t, w))
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    tau = tau + noise * np.random.default_rng(0).normal(size=tau.shape)
    return robot, da.identification.Log(t, q, qd, qdd, tau, name=EVIL, notes=(da.finding.ColumnsUsed("q", (EVIL,)),))


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    robot, log = hostile()
    fit = da.identify(robot.rigid(), log)
    return fit, da.report(fit, tmp_path_factory.mktemp("report") / "fit.html").read_text()


def test_it_is_one_file_that_asks_for_nothing(page):
    text = page[1]
    assert not re.findall(r'(?:src|href)="(?!#|data:)', text)
    assert "<script" not in text
    assert text.count("<svg") == 4
    assert len(text) < 3_000_000


def test_it_has_the_verdict_first_and_every_figure(page):
    fit, text = page
    assert "&lt;script&gt;" in text
    words = unescape(re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL))
    words = words[words.index("<h1") :]  # behind the list of contents
    order = [
        words.index(x)
        for x in (str(fit.verdict), "Measured and predicted torques", "Parameters", "Friction", "Cross-validation")
    ]
    assert order == sorted(order)
    rows = dict(re.findall(r"<tr><td[^>]*>(\w+)</td><td[^>]*>[^<]*</td><td[^>]*>([^<]*)</td>", text))
    for name, x in fit.parameters.items():
        assert float(rows[name].translate(PRINTED).replace(" × 10", "e")) == pytest.approx(x, rel=1e-3)
    for warning in fit.warnings:
        assert str(warning).replace("`", "") in words


def test_what_is_drawn_is_what_was_measured():
    fit = da.identify(slide(), emps())
    log = emps().rows(np.arange(0, len(emps()), 10))
    curve = friction(fit, log, fit.given.coordinates[0])
    fv, fc, offset = (fit.parameters[x] for x in ("fv1", "fc1", "offset1"))
    expected = fv * curve.curve_rate + fc * np.sign(curve.curve_rate) + offset
    assert np.allclose(curve.curve_effort, expected)
    left = curve.effort - (fv * curve.rate + fc * np.sign(curve.rate) + offset)
    assert np.linalg.norm(left) == pytest.approx(np.linalg.norm(log.tau - fit.predict(log)))
    white = 2 * np.random.default_rng(0).normal(size=log.tau.shape)  # its density is 2 σ²/rate at every frequency
    f, power = spectrum(fit, replace(log, tau=fit.predict(log) + white))
    assert power.mean() == pytest.approx(2 * 2**2 * log.period, rel=0.1)  # three standard deviations of 2479 samples
    assert f[-1] == pytest.approx(0.5 / log.period)
