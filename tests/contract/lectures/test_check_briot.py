"""Briot's planar 3R with regrouped parameters, and his general form with rotor inertia and friction."""

from __future__ import annotations

import pytest

import dalembert as da
from finding_queries import key

REGROUPED = {
    "ZZ_{1R}": "zz1 + (m2 + m3) l1^2",
    "ZZ_{2R}": "zz2 + m3 l2^2",
    "ZZ_3": "zz3",
    "lmx_{2R}": "l1 mx2 + m3 l1 l2",
}


@pytest.mark.parametrize(
    "text",
    [
        r"\tau_1 = (ZZ_{1R} + ZZ_{2R} + ZZ_3) \ddot{q}_1 + (ZZ_{2R} + ZZ_3) \ddot{q}_2 + ZZ_3 \ddot{q}_3"
        r" + lmx_{2R} ((2\ddot{q}_1 + \ddot{q}_2) \cos q_2 - (2\dot{q}_1 + \dot{q}_2) \dot{q}_2 \sin q_2) \quad (5)",
        r"\tau_2 = (ZZ_{2R} + ZZ_3) (\ddot{q}_1 + \ddot{q}_2) + ZZ_3 \ddot{q}_3"
        r" + lmx_{2R} (\ddot{q}_1 \cos q_2 + \dot{q}_1^2 \sin q_2) \quad (6)",
        r"\tau_3 = ZZ_3 (\ddot{q}_1 + \ddot{q}_2 + \ddot{q}_3) \quad (7)",
        r"\mathbf{M} = \begin{bmatrix} ZZ_{1R} + ZZ_{2R} + ZZ_3 + 2lmx_{2R} \cos q_2 & ZZ_{2R} + ZZ_3 + lmx_{2R} \cos q_2 & ZZ_3 \\"
        r" ZZ_{2R} + ZZ_3 + lmx_{2R} \cos q_2 & ZZ_{2R} + ZZ_3 & ZZ_3 \\ ZZ_3 & ZZ_3 & ZZ_3 \end{bmatrix} \quad (9)",
        r"\mathbf{c} = \begin{bmatrix} -lmx_{2R} (2\dot{q}_1 + \dot{q}_2) \dot{q}_2 \sin q_2 \\"
        r" lmx_{2R} \dot{q}_1^2 \sin q_2 \\ 0 \end{bmatrix} \quad (10)",
    ],
)  # fmt: skip
def test_equations_as_printed(text: str) -> None:
    verdict = da.check(da.gallery.planar_3r(), text, REGROUPED)
    assert verdict.correct, verdict


def test_a_regrouping_that_forgets_a_mass_is_found() -> None:
    verdict = da.check(
        da.gallery.planar_3r(), "M11 = ZZ1R + ZZ2R + zz3 + 2 lmx2R cos q2", REGROUPED | {"ZZ_{1R}": "zz1 + m2 l1^2"}
    )
    [missing] = verdict.missing
    assert missing.text == "m3*l1**2"
    assert "parallel axis" in key(verdict.reasons[0])
