"""De Luca's equations, as his slides print them: the pendulum with gear, and the PR robot (both editions)."""

from __future__ import annotations

import pytest

import dalembert as da
from finding_queries import key

FORCE = {"tool": ["Fx", 0, 0, 0, 0, 0]}
INERTIA = {"I": r"I_\ell + m d^2 + n^2 I_m"}


def test_pendulum_link_side() -> None:
    text = r"I\ddot{\theta} + mg_0 d \sin\theta = n\tau_m - (b_\ell + n^2 b_m)\dot{\theta} + \ell \cos\theta\cdot F_x"
    verdict = da.check(da.gallery.pendulum(), text, INERTIA, wrench=FORCE)
    assert verdict.correct, verdict


def test_pendulum_motor_side() -> None:
    text = (
        r"\frac{I}{n^2} \ddot{\theta}_m + \frac{m}{n} g_0 d \sin \frac{\theta_m}{n} = \tau_m"
        r" - \left(\frac{b_\ell}{n^2} + b_m\right) \dot{\theta}_m + \frac{\ell}{n} \cos \frac{\theta_m}{n} \cdot F_x"
    )
    verdict = da.check(da.gallery.pendulum(), text, INERTIA, wrench=FORCE)
    assert verdict.correct, verdict


def test_pendulum_energies() -> None:
    robot = da.gallery.pendulum()
    assert da.check(
        robot,
        r"T = \frac{1}{2} \left(I_{\ell} + md^2 + n^2 I_{m} \right) \dot{\theta}^2 = \frac{1}{2} I \dot{\theta}^2",
        INERTIA,
    ).correct
    assert da.check(robot, r"U = U_0 - mg_0 d\cos\theta", {"U_0": 3}).correct
    assert da.check(robot, r"L = \frac{1}{2}I\dot{\theta}^2 + mg_0 d\cos\theta - 5", INERTIA).correct


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (r"\tau = (I_\ell + m d^2)\ddot\theta + m g d\sin\theta + (b_\ell + n^2 b_m)\dot\theta", 'rotor missing'),
        (r"\tau = (I_\ell + m d^2 + n I_m)\ddot\theta + m g d\sin\theta + (b_\ell + n^2 b_m)\dot\theta", 'rotor inertia gear once'),
        (r"\tau = (I_\ell + n^2 I_m)\ddot\theta + m g d\sin\theta + (b_\ell + n^2 b_m)\dot\theta", '1 parallel axis missing'),
        (r"\tau = (I_\ell + md^2 + n^2 I_m)\ddot\theta - m g d\sin\theta + (b_\ell + n^2 b_m)\dot\theta", 'gravity terms wrong sign'),
        (r"\tau = (I_\ell + md^2 + n^2 I_m)\ddot\theta + m g d\cos\theta + (b_\ell + n^2 b_m)\dot\theta", '1 other zero in gravity'),
        (r"\tau = (I_\ell + md^2 + n^2 I_m)\ddot\theta + m g d\sin\theta - (b_\ell + n^2 b_m)\dot\theta", 'friction wrong sign'),
        (r"\tau = (I_\ell + md^2 + n^2 I_m)\ddot\theta + m g d\sin\theta + (b_\ell + b_m)\dot\theta", 'motor friction 1 gear ignored'),
        (r"\tau = (I_\ell + md^2 + n^2 I_m)\ddot\theta + m g d\sin\theta", 'friction missing'),
    ],
)  # fmt: skip
def test_usual_mistakes_on_the_pendulum(text: str, why: str) -> None:
    verdict = da.check(da.gallery.pendulum(), text)
    assert verdict.correct is not True
    assert [*map(key, verdict.reasons)] == [why], verdict
    assert verdict.findings[0].diagnosis.complete


def test_pr_robot_as_printed() -> None:
    text = r"""\begin{pmatrix} m_1 + m_2 & -m_2 d_{c2} \sin q_2 \\ -m_2 d_{c2} \sin q_2 & I_{c2,zz} + m_2 d_{c2}^2 \end{pmatrix}
    \begin{pmatrix} \ddot{q}_1 \\ \ddot{q}_2 \end{pmatrix} + \begin{pmatrix} -m_2 d_{c2} \cos q_2 \dot{q}_2^2 \\ 0 \end{pmatrix}
    = \begin{pmatrix} u_1 \\ u_2 \end{pmatrix}"""
    verdict = da.check(da.gallery.pr(), text, {"I_{c2,zz}": "I2"})
    assert verdict.correct, verdict
    assert [x.claim.label for x in verdict.findings] == ["tau1", "tau2"]


@pytest.mark.parametrize(
    "text",
    [
        r"B(q) = \begin{pmatrix} m_1 + m_2 & -m_2 d \sin q_2 \\ -m_2 d \sin q_2 & I_2 + m_2 d^2 \end{pmatrix}",
        r"c(q, \dot q) = \begin{pmatrix} -m_2 d \cos q_2 \dot{q}_2^2 \\ 0 \end{pmatrix}",
        r"C_1(q) = \begin{pmatrix} 0 & 0 \\ 0 & -m_2 d \cos q_2 \end{pmatrix}",
        r"C_2(q) = \begin{pmatrix} 0 & 0 \\ 0 & 0 \end{pmatrix}",
        r"c_1(q,\dot{q}) = -m_2 d \cos q_2 \, \dot{q}_2^2",
        r"c_2(q,\dot{q}) = 0",
        r"c_{122} = -m_2 d \cos q_2",
        r"T = \frac12 m_1 \dot q_1^2 + \frac{1}{2}m_2(\dot{q}_1^2 + d^2\dot{q}_2^2 - 2d\sin q_2 \dot{q}_1 \dot{q}_2) + \frac{1}{2}I_2\dot{q}_2^2",
        r"g = \begin{pmatrix} 0 \\ 0 \end{pmatrix}",
        r"p_1 = (m_1 + m_2)\dot q_1 - m_2 d \sin q_2 \dot q_2",
    ],
)  # fmt: skip
def test_pr_robot_quantities(text: str) -> None:
    verdict = da.check(da.gallery.pr(), text, {"d": "dc2"})
    assert verdict.correct, verdict


def test_any_factorisation_is_right_and_skewness_is_told() -> None:
    robot = da.gallery.pr()
    first = da.check(robot, r"S = \begin{pmatrix} 0 & -m_2 d_{c2} \cos q_2 \dot q_2 \\ 0 & 0 \end{pmatrix}")
    assert first.correct
    assert da.finding.SkewOfS(True) in first.notes
    other = da.check(robot, "S = [[0, -m2 dc2 cos(q2) qd2], [qd2, -qd1]]")
    assert other.correct
    assert da.finding.SkewOfS(False) in other.notes
    assert da.check(robot, "S = [[0, -m2 dc2 cos(q2) qd2], [qd2, qd1]]").correct is False
