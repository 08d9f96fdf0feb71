"""How much of a text is read and how much of an answer is written: the bounds of check."""

from types import SimpleNamespace

import pytest

import dalembert as da
from dalembert.closed.checking.claim import claims
from dalembert.closed.checking.diagnosis import Budget
from finding_queries import key
from raised import raises

TWO = da.gallery.planar_2r()


@pytest.mark.parametrize(("n", "most"), [(1, 300), (6, 300), (7, 392), (12, 1152)])
def test_a_text_has_so_many_equations_and_no_more(n, most):
    """300, or eight for each place of M where it has more; read no further than that."""
    read = []

    def statements():
        for k in range(10 * most):
            read.append(k)
            yield SimpleNamespace(text="a = b", sides=(), left=None, right=None)

    reading = SimpleNamespace(statements=statements())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dalembert.closed.checking.claim._pairs", lambda statement, n: [(statement, n)])
        with raises(da.finding.TooLargeToExpand, limit="number of equations", most=most):
            claims(SimpleNamespace(n=n), reading)
    assert len(read) == most + 1


def test_an_equation_right_in_another_convention_is_told_in_the_robot_s_own():
    """Gravity moved to the right side: the robot's own g follows, unless it is too long to be read."""
    verdict = da.check(TWO, "g2 = -m2*g*lc2*cos(q1+q2)")
    if not verdict.conventions:
        pytest.fail(verdict.explain())
    last = verdict.explain().splitlines()[-1]
    assert last.startswith("  In the robot's own convention, ")
    assert "lc2" in last


@pytest.mark.parametrize(("count", "said"), [(3, 3), (8, 8), (10, 8)])
def test_of_many_wrong_equations_eight_are_explained(count, said):
    """The others are said to be wrong, each with its terms, and without reasons."""
    verdict = da.check(TWO, "; ".join(["M11 = m1*lc1^2 + I1", *["g2 = m2*g*lc2*cos(q1)"] * (count - 1)]))
    assert len(verdict.findings) == count
    assert verdict.explain().count("Why: ") == said
    assert verdict.explain().count("is not right") == count


@pytest.mark.parametrize(("text", "kinds"), [("L = 1/2 m1 lc1^2 qd1^2", {True, False}), ("H = m1 g lc1 s1", {True, False}),
                                             ("T = 1/2 m1 lc1^2 qd1^2", {True}), ("U = m1 g lc1 s1", {False})])  # fmt: skip
def test_a_term_of_an_energy_is_kinetic_if_it_has_a_velocity(text, kinds):
    missing = da.check(TWO, text).missing
    assert {"qd" in x.text for x in missing} == kinds
    for x in missing:
        assert x.kind == ("kinetic energy" if "qd" in x.text else "potential energy")


@pytest.mark.parametrize(("mixed", "square", "why"), [
    (1, 1, "Coriolis terms Coriolis halved"), (4, 1, "Coriolis terms doubled"),
    (2, 2, "centrifugal terms doubled"), (2, "1/2", "centrifugal terms halved"),
    (-2, 1, "Coriolis terms wrong sign"), (2, -1, "centrifugal terms wrong sign"),
    (-2, -1, "velocity terms wrong sign"), (0, 1, "Coriolis terms missing"),
    (2, 0, "centrifugal terms missing"), (0, 0, "velocity terms missing"),
])  # fmt: skip
def test_what_is_wrong_with_velocity_products_is_told(mixed, square, why):
    """c1 = −h (2 q̇1 q̇2 + q̇2²), h = m2 l1 lc2 sin q2, with other factors."""
    h = "m2 l1 lc2 sin(q2)"
    text = f"tau1 = M11 qdd1 + M12 qdd2 - ({mixed}) {h} qd1 qd2 - ({square}) {h} qd2^2 + g1"
    verdict = da.check(TWO, text)
    assert verdict.correct is not True
    assert key(verdict.reasons[0]) == why


def test_the_search_for_a_reason_has_four_seconds():
    assert Budget().left == 4.0


@pytest.mark.parametrize(("left", "label"), [
    ("tau1 - tau2", "tau1 − tau2"), ("tau1 + tau2/2", "tau1 + (1/2)·tau2"), ("tau1 - tau2/2", "tau1 − (1/2)·tau2"),
])  # fmt: skip
def test_a_sum_is_called_as_it_is_written(left, label):
    assert da.check(TWO, f"{left} = 0").findings[0].claim.label == label
