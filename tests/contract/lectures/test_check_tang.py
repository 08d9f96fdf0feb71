"""Tang's 2R arm. The notes print τ2 with −h q̇1 q̇2 where + h q̇1² belongs, twice; the check finds it and says why."""

from __future__ import annotations

import pytest

import dalembert as da
from finding_queries import key

H = {"h": r"m_2 l_1 l_{c2} \sin \theta_2"}
PRINTED = r"\tau_2 = H_{22} \ddot{\theta}_2 + H_{21} \ddot{\theta}_1 - h \dot{\theta}_1 \dot{\theta}_2 + G_2"
WRITTEN_OUT = r"\tau_2 = Q_2 = H_{22} \ddot{\theta}_2 + H_{21} \ddot{\theta}_1 - m_2 l_1 l_{c2} \dot{\theta}_1 \dot{\theta}_2 \sin \theta_2 + G_2"


@pytest.mark.parametrize(
    "text",
    [
        r"H_{11} = m_1 l_{c1}^2 + I_1 + m_2 (l_1^2 + l_{c2}^2 + 2l_1 l_{c2} \cos \theta_2) + I_2",
        r"H_{22} = m_2 l_{c2}^2 + I_2",
        r"H_{12} = H_{21} = m_2 (l_{c2}^2 + l_1 l_{c2} \cos \theta_2) + I_2",
        r"G_1 = m_1 l_{c1} g \cos \theta_1 + m_2 g \{l_{c2} \cos(\theta_1 + \theta_2) + l_1 \cos \theta_1\}",
        r"G_2 = m_2 g l_{c2} \cos(\theta_1 + \theta_2)",
        r"\tau_1 = H_{11} \ddot{\theta}_1 + H_{12} \ddot{\theta}_2 - h \dot{\theta}_2^2 - 2h \dot{\theta}_1 \dot{\theta}_2 + G_1",
        r"\tau_1 = Q_1 = H_{11} \ddot{\theta}_1 + H_{12} \ddot{\theta}_2 - m_2 l_1 l_{c2} \dot{\theta}_2^2 \sin \theta_2"
        r" - 2m_2 l_1 l_{c2} \dot{\theta}_1 \dot{\theta}_2 \sin \theta_2 + G_1",
        r"U = m_1 g l_{c1} \sin \theta_1 + m_2 g [l_1 \sin \theta_1 + l_{c2} \sin(\theta_1 + \theta_2)]",
        r"T = \frac{1}{2}H_{11}\dot{\theta}_1^2 + H_{12}\dot{\theta}_1\dot{\theta}_2 + \frac{1}{2}H_{22}\dot{\theta}_2^2"
        r" = \frac{1}{2}[\dot{\theta}_1 \quad \dot{\theta}_2] \begin{bmatrix} H_{11} & H_{12} \\ H_{21} & H_{22} \end{bmatrix}"
        r" \begin{bmatrix} \dot{\theta}_1 \\ \dot{\theta}_2 \end{bmatrix}",
        r"\tau_2 = H_{22} \ddot{\theta}_2 + H_{21} \ddot{\theta}_1 + h \dot{\theta}_1^2 + G_2",
    ],
)
def test_what_is_right_in_the_notes(text: str) -> None:
    verdict = da.check(da.gallery.planar_2r(), text, H)
    assert verdict.correct, verdict


@pytest.mark.parametrize("text", [PRINTED, WRITTEN_OUT])
def test_the_mistake_of_the_notes_is_found_and_explained(text: str) -> None:
    verdict = da.check(da.gallery.planar_2r(), text, H)
    assert verdict.correct is not True
    [missing] = verdict.missing
    assert (missing.kind, missing.text) == ("centrifugal", "m2*l1*lc2*sin(q2)*qd1**2")
    [wrong] = verdict.wrong
    assert (wrong.kind, str(wrong)) == ("Coriolis", "-m2*l1*lc2*sin(q2)*qd1*qd2")
    assert verdict.extra == (wrong.found,)
    [why] = verdict.reasons
    assert (key(why), why.joint) == ("kinetic slope dropped", 2)
    assert "centrifugal" in verdict.explain()
    assert "Coriolis" in verdict.explain()


def test_both_equations_at_once() -> None:
    text = r"""\begin{aligned}
    \tau_1 &= H_{11} \ddot{\theta}_1 + H_{12} \ddot{\theta}_2 - h \dot{\theta}_2^2 - 2h \dot{\theta}_1 \dot{\theta}_2 + G_1 \\
    \tau_2 &= H_{22} \ddot{\theta}_2 + H_{21} \ddot{\theta}_1 - h \dot{\theta}_1 \dot{\theta}_2 + G_2 \end{aligned}"""
    verdict = da.check(da.gallery.planar_2r(), text, H)
    assert [x.correct for x in verdict.findings] == [True, False]


def test_all_the_formulas_as_one_text() -> None:
    """Abbreviations may stand among the equations, as in the notes."""
    text = r"""
    h = m_2 l_1 l_{c2} \sin \theta_2
    H_{22} = m_2 l_{c2}^2 + I_2
    \tau_2 = H_{22} \ddot{\theta}_2 + H_{21} \ddot{\theta}_1
             + h \dot{\theta}_1^2 + G_2
    """
    verdict = da.check(da.gallery.planar_2r(), text)
    assert verdict.correct, verdict
    assert [x.claim.label for x in verdict.findings] == ["M22", "tau2"]


def test_absolute_angles() -> None:
    """δW = (τ1 − τ2) δφ1 + τ2 δφ2: the efforts of the absolute angles φ1 = θ1, φ2 = θ1 + θ2."""
    where = {r"\varphi_1": "q1", r"\varphi_2": "q1 + q2"}
    first = r"""\tau_1 - \tau_2 = (m_1 l_{c1}^2 + I_1 + m_2 l_1^2)\ddot\varphi_1 + m_2 l_1 l_{c2}\cos(\varphi_2 - \varphi_1)\ddot\varphi_2
        - m_2 l_1 l_{c2}\sin(\varphi_2 - \varphi_1)\dot\varphi_2^2 + (m_1 l_{c1} + m_2 l_1) g \cos\varphi_1"""
    second = r"""\tau_2 = (m_2 l_{c2}^2 + I_2)\ddot\varphi_2 + m_2 l_1 l_{c2}\cos(\varphi_2 - \varphi_1)\ddot\varphi_1
        + m_2 l_1 l_{c2}\sin(\varphi_2 - \varphi_1)\dot\varphi_1^2 + m_2 l_{c2} g \cos\varphi_2"""
    for text in (first, second):
        verdict = da.check(da.gallery.planar_2r(), text, where)
        assert verdict.correct, verdict


def test_absolute_angles_are_another_convention() -> None:
    text = r"""\tau_2 = (m_2 l_{c2}^2 + I_2)\ddot q_2 + m_2 l_1 l_{c2}\cos(q_2 - q_1)\ddot q_1
        + m_2 l_1 l_{c2}\sin(q_2 - q_1)\dot q_1^2 + m_2 l_{c2} g \cos q_2"""
    verdict = da.check(da.gallery.planar_2r(), text)
    assert verdict.correct is None
    [why] = verdict.right_if
    assert key(why.convention) == "absolute efforts"
    assert da.check(da.gallery.planar_2r(), text, convention="absolute").correct is True


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        ("tau1 = H11 qdd1 + H12 qdd2 - h qd2^2 - h qd1 qd2 + G1", "Coriolis", 'Coriolis terms Coriolis halved'),
        ("tau1 = H11 qdd1 + H12 qdd2 - h qd2^2 - 2 h qd1 qd2 - G1", "gravity", 'gravity terms wrong sign'),
        ("tau1 = H11 qdd1 + H12 qdd2 + h qd2^2 + 2 h qd1 qd2 + G1", "Coriolis", 'velocity terms wrong sign'),
        ("tau2 = H22 qdd2 + h qd1^2 + G2", "inertial", 'coupling missing'),
        ("tau2 = I2 (qdd1 + qdd2) + m2 l1 lc2 c2 qdd1 + h qd1^2 + G2", "inertial", '2 parallel axis missing'),
        ("tau2 = H22 qdd2 + H12 qdd1 - h qd1^2 + G2", "centrifugal", 'centrifugal terms wrong sign'),
        ("tau2 = H22 qdd2 + H12 qdd1 + h qd2^2 + G2", "centrifugal", 'wrong index qd2 qd1'),
        ("tau2 = H22 qdd2 + H12 qdd1 + h qd1^2 + m2 g lc2 cos q2", "gravity", 'absolute angles in gravity'),
        ("tau2 = H22 qdd2 + H12 qdd1 + m2 l1 lc2 c2 qd1^2 + G2", "centrifugal", 'replaced cos(q2) sin(q2)'),
        ("tau2 = H22 qdd2 + H12 qdd1 + h qd1^2 + m2 g l2 cos(q1 + q2)", "gravity", 'replaced l2 lc2'),
        ("H11 = I1 + m1 lc1^2 + m2 (l1 + lc2^2 + 2 l1 lc2 c2) + I2", "inertia", 'not squared l1'),
        ("H11 = I1 + m1 lc1^2 + I2 + m2 (lc2^2 + 2 l1 lc2 c2)", "inertia", 'parallel axis m2*l1**2'),
        ("H11 = I1 + m1 lc1^2", "inertia", 'inertia of a link 2 missing'),
        ("G1 = m1 lc1 g c1", "gravity", 'weight of a link 2 missing'),
        ("T = H11 qd1^2 + 2 H12 qd1 qd2 + H22 qd2^2", "kinetic energy", 'half lost'),
        ("U = -m1 g lc1 s1 - m2 g (l1 s1 + lc2 s12)", "potential energy", 'gravity terms wrong sign'),
    ],
)  # fmt: skip
def test_usual_mistakes_on_the_2r(text: str, kind: str, why: str) -> None:
    verdict = da.check(da.gallery.planar_2r(), text, H)
    assert verdict.correct is not True
    assert kind in {x.kind for x in (*verdict.missing, *verdict.wrong)}, verdict
    assert [*map(key, verdict.reasons)] == [why], verdict
    assert verdict.findings[0].diagnosis.complete


def test_two_mistakes_are_both_explained() -> None:
    verdict = da.check(da.gallery.planar_2r(), "tau1 = H11 qdd1 + H12 qdd2 - h qd2^2 - h qd1 qd2 - G1", H)
    assert len(verdict.reasons) == 2
    assert verdict.findings[0].diagnosis.complete


def test_an_unusual_mistake_is_named_but_not_explained() -> None:
    verdict = da.check(da.gallery.planar_2r(), "tau2 = H22 qdd2 + H12 qdd1 + h qd1^2 + G2 + 5 qd1^3", H)
    [wrong] = verdict.wrong
    assert wrong.kind == "impossible"
    assert not verdict.reasons
