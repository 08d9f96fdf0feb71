"""Mobility as the lecture has it [tang, §2.2]: DOF = m (N − 1 − J) + Σ f, and the case with three question marks."""

import pytest

import dalembert as da


def test_four_bar():
    """3(4 − 1 − 4) + 4 = 1."""
    assert da.mechanism.grubler(4, [1, 1, 1, 1], m=3) == 1
    found = da.mechanism.mobility(da.mechanism.library.four_bar())
    assert found.equation == "3(4 − 1 − 4) + 4 = 1"
    assert (found.formula, found.instantaneous, found.full_cycle) == (1, 1, 1)
    assert found.agrees


def test_parallelogram_with_a_third_parallel_bar():
    """3(5 − 1 − 6) + 6 = 0 ??? It moves: one bar too many holds what two hold already."""
    assert da.mechanism.grubler(5, [1] * 6, m=3) == 0
    found = da.mechanism.mobility(da.mechanism.library.parallelogram(bars=3))
    assert found.equation == "3(5 − 1 − 6) + 6 = 0"
    assert (found.formula, found.instantaneous, found.full_cycle) == (0, 1, 1)
    assert found.redundant == 1
    assert not found.agrees
    [reason] = [x for x in found.reasons if isinstance(x, da.finding.RepeatedLoops)]
    assert reason.spare == ("bar1", "bar2", "bar3")
    assert da.mechanism.mobility(da.mechanism.library.parallelogram(bars=2)).agrees


def test_a_third_bar_of_another_length_makes_the_formula_right():
    """What moves the third bar is its dimensions: made longer and drawn leaning, it locks the mechanism."""
    from dataclasses import replace

    free = da.mechanism.library.drawn("parallelogram", bars=3)
    moved = tuple(
        replace(j, point=(j.point[0], j.point[1] - 1, 0)) if j.name == "ground-bar3" else j for j in free.joints
    )
    locked = replace(free, joints=moved).mobility()
    assert (locked.formula, locked.instantaneous, locked.full_cycle) == (0, 0, 0)


@pytest.mark.parametrize(
    ("name", "freedoms"),
    [("cartesian", 3), ("cylindrical_arm", 3), ("spherical_arm", 3), ("scara", 4), ("articulated", 6), ("stewart", 6)],
)
def test_the_mechanisms_of_the_lecture(name, freedoms):
    """Cartesian, cylindrical, spherical, SCARA (with its wrist), articulated, Stewart."""
    found = da.mechanism.mobility(da.mechanism.library.get(name))
    assert found.formula == found.full_cycle == found.output.freedoms == freedoms


def test_the_stewart_platform_by_hand():
    """14 bodies, 6 universal, 6 prismatic and 6 spherical joints: 6(14 − 1 − 18) + 36 = 6."""
    assert da.mechanism.grubler(14, [2] * 6 + [1] * 6 + [3] * 6) == 6
    assert da.mechanism.mobility(da.mechanism.library.stewart()).equation == "6(14 − 1 − 18) + 36 = 6"
