"""The RP manipulator of RBE 3005, with θ1 and d2, as its slides print it."""

from __future__ import annotations

import pytest

import dalembert as da
from finding_queries import key

NAMES = {"I_{zz1}": "I1", "I_{zz2}": "I2"}


def test_equations_of_motion() -> None:
    text = r"""$$\begin{aligned} & \begin{bmatrix} m_1 l_1^2 + I_{zz1} + m_2 d_2^2 + I_{zz2} & 0 \\ 0 & m_2 \end{bmatrix}
    \begin{bmatrix} \ddot{\theta}_1 \\ \ddot{d}_2 \end{bmatrix} \\ & + \begin{bmatrix} 2m_2 d_2 \\ 0 \end{bmatrix}
    \begin{bmatrix} \dot{\theta}_1 \dot{d}_2 \end{bmatrix} + \begin{bmatrix} 0 & 0 \\ -m_2 d_2 & 0 \end{bmatrix}
    \begin{bmatrix} \dot{\theta}_1^2 \\ \dot{d}_2^2 \end{bmatrix} \\ & + \begin{bmatrix} (m_1 l_1 + m_2 d_2) g c_1 \\ m_2 g s_1
    \end{bmatrix} = \begin{bmatrix} \tau_1 \\ \tau_2 \end{bmatrix}. \end{aligned}$$"""
    verdict = da.check(da.gallery.rp(), text, NAMES)
    assert verdict.correct, verdict
    assert len(verdict.findings) == 2


@pytest.mark.parametrize(
    "text",
    [
        r"M = \begin{bmatrix} m_1 l_1^2 + I_{zz1} + m_2 d_2^2 + I_{zz2} & 0 \\ 0 & m_2 \end{bmatrix}",
        r"V = \begin{bmatrix} 2m_2 d_2 \dot\theta_1 \dot d_2 \\ -m_2 d_2 \dot\theta_1^2 \end{bmatrix}",
        r"G = \begin{bmatrix} (m_1 l_1 + m_2 d_2) g c_1 \\ m_2 g s_1 \end{bmatrix}",
        r"\mathbf{M} \ddot{\mathbf q} + \mathbf{V} + \mathbf{G} = \boldsymbol{\tau}",
    ],
)
def test_quantities(text: str) -> None:
    verdict = da.check(da.gallery.rp(), text, NAMES)
    assert verdict.correct, verdict


def test_a_vector_with_one_wrong_entry() -> None:
    verdict = da.check(
        da.gallery.rp(), r"V = \begin{bmatrix} m_2 d_2 \dot\theta_1 \dot d_2 \\ -m_2 d_2 \dot\theta_1^2 \end{bmatrix}"
    )
    assert [x.correct for x in verdict.findings] == [False, True]
    [mistake] = verdict.wrong
    assert mistake.kind == "Coriolis"
    assert mistake.factor is not None
    assert 2 * mistake.factor == 1
    assert key(verdict.reasons[0]) == "Coriolis terms Coriolis halved"
