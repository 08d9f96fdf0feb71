"""No wrong claim is right, no right claim is wrong: texts as nine books write them, and with planted mistakes in them.

`make test` takes a sample; with `--all` there are 1,000 right texts and 5,000 wrong ones. `python
tests/contract/laws/test_judge.py` prints the rates.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

import dalembert as da

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

import written_claims
from written_claims import Claim

LOOPS = ("four_bar", "slider_crank", "five_bar")
SIZE = 25  # claims of one part


def verdict(claim: Claim, told: bool, found: Counter[str]) -> da.types.Verdict | None:
    try:
        return claim.judged(told)
    except da.DalembertError as error:
        found["unread"] += 1
        print("UNREAD", claim, error)
    return None


def right(part: int) -> Counter[str]:
    """How right claims are judged, with their book and convention given and not."""
    found = Counter[str]()
    for k in range(part * SIZE, (part + 1) * SIZE):
        claim = written_claims.right(k)
        for told in (True, False):
            judged = verdict(claim, told, found)
            if judged is not None:
                found[f"{'given' if told else 'not given'} {judged.correct}"] += 1
                if judged.correct is False or (told and judged.correct is None):
                    print(claim, judged)
    return found


def wrong(part: int) -> Counter[str]:
    """How claims with one mistake are judged; every other one with its book and convention."""
    found = Counter[str]()
    for k in range(part * SIZE, (part + 1) * SIZE):
        claim = written_claims.wrong(k)
        judged = verdict(claim, k % 2 == 0, found) if claim is not None else None
        if claim is None or judged is None:
            continue
        assert claim.mistake is not None
        found[f"{'text' if claim.lines > 1 else 'line'} {judged.correct}"] += 1
        found["alone and silent"] += any(len(x.lines) == 1 and not x.otherwise for x in judged.right_if)
        if judged.correct is False:
            named = {str(getattr(x, "slip", getattr(x, "mistake", ""))) for x in judged.reasons}
            found["explained" if named & written_claims.expected(claim.mistake) else "not explained"] += 1
        if judged.correct is True:
            print(claim, judged)
    return found


@pytest.mark.sampled(1)
@pytest.mark.parametrize("part", range(40))
def test_no_right_text_is_wrong(part: int) -> None:
    found = right(part)
    assert not found["given False"] + found["given None"] + found["not given False"] + found["unread"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("part", range(250))
def test_no_wrong_text_is_right_and_its_mistake_is_named(part: int) -> None:
    found = wrong(part)
    assert not found["line True"] + found["text True"] + found["unread"] + found["alone and silent"]
    assert found["text None"] <= max(1, 0.03 * (found["text None"] + found["text False"]))
    assert found["explained"] >= 0.9 * (found["explained"] + found["not explained"])  # 0.95 of all parts together


@pytest.mark.parametrize("name", LOOPS)
def test_reduced_equations_are_right_and_spoilt_ones_wrong(name: str) -> None:
    text = da.equations(getattr(da.gallery, name)()).independent.text()
    assert da.check(getattr(da.gallery, name)(), text).correct is True
    assert da.check(getattr(da.gallery, name)(), text.replace("*cos(q2)", "*sin(q2)")).correct is False


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "cart_pole"])
def test_a_row_without_a_motor_is_not_right_because_its_effort_is_zero(name: str) -> None:
    for k, coordinate in enumerate(getattr(da.gallery, name)().coordinates, 1):
        row = da.equations(getattr(da.gallery, name)()).tau[k - 1]
        assert da.check(getattr(da.gallery, name)(), f"tau{k} = {row}").correct is True
        assert da.check(getattr(da.gallery, name)(), f"tau{k} = 2*({row})").correct is False
        assert bool(da.check(getattr(da.gallery, name)(), f"tau{k} = 0").correct) == (
            coordinate not in getattr(da.gallery, name)().actuated
        )


FOUR_BAR = "l2^2 = l1^2 + l3^2 + l4^2 - 2*l1*l3*cos(q1 - q3) - 2*l1*l4*cos(q1) {} 2*l3*l4*cos(q3)"


def test_what_holds_only_where_a_loop_is_closed() -> None:
    """Freudenstein's equation, a ratio of rates, and the two assembly modes of a parallelogram."""
    bar = da.gallery.four_bar()
    for text, spoilt in (
        (FOUR_BAR.format("+"), FOUR_BAR.format("-")),
        ("qd3 = l1*sin(q2)/(l3*sin(q1 + q2 - q3))*qd1", "qd3 = l1*sin(q2)/(l3*sin(q1 + q2 + q3))*qd1"),
    ):
        assert da.check(bar, text).correct is True
        assert da.check(bar, spoilt).correct is False
    parallelogram = bar.bind(l1="3/10", l3="3/10", l2="1/2", l4="1/2")
    assert da.check(parallelogram, "qd3 = qd1").correct is None
    assert da.check(parallelogram, "qd3 = -qd1").correct is False
    assert da.check(da.gallery.planar_3rrr(), "tau2 = 0").correct is True


@pytest.mark.parametrize(
    ("name", "book", "text"),
    [
        ("planar_2r", None, "Eq(M, Matrix([[m1*lc1**2 + I1 + m2*(l1**2 + lc2**2 + 2*l1*lc2*cos(q2(t))) + I2, I2 + m2*(lc2**2 + l1*lc2*cos(q2(t)))], [I2 + m2*(lc2**2 + l1*lc2*cos(q2(t))), m2*lc2**2 + I2]]))"),
        ("planar_2r", None, "h := -m2*l1*lc2*sin(q2(t)); c[1] := 2*h*diff(q1(t), t)*diff(q2(t), t) + h*diff(q2(t), t)^2;"),
        ("planar_2r", "craig", "u = m1*g*lc1*sin(q1) + m2*g*(l1*sin(q1) + lc2*sin(q1 + q2))"),
        ("rp", "craig", "k := (m1*l1^2 + I1 + I2 + m2*d2(t)^2)*diff(theta1(t), t)^2/2 + m2*diff(d2(t), t)^2/2;"),
        ("rp", "khalil", "E = (m1*l1^2 + I1 + I2 + m2*q2^2)*qd1^2/2 + m2*qd2^2/2"),
        ("rp", "khalil", "Q[1] := g*l1*m1*cos(q1(t)) + g*m2*q2(t)*cos(q1(t));"),
        ("rp", "khalil", "H_2 = m_2 g s_1 - m_2 q_2 \\dot{q}_1^2"),
        ("scara", "spong", "phi_1 = 0"),
        ("pendulum", "featherstone", "V = -d*g*m*cos(q1)"),
        ("cart_pole", "featherstone", "C_1 = l*mp*sin(theta(t))*Derivative(theta(t), t)**2"),
        ("cylindrical", "deluca", "u2 = (m2 + m3)*(dddot2 + g)"),
        ("rp", "deluca", "T2 = (I2 + m2*d2^2)*thetadot1^2/2 + m2*ddot2^2/2"),
    ],
)  # fmt: skip
def test_spellings_and_letters_of_books_are_read(name: str, book: str | None, text: str) -> None:
    robot = getattr(da.gallery, name)()
    assert da.check(robot, text, book=book).correct is True
    sign = "" if "phi" in text else "-"
    spoilt = text.replace("phi_1 = 0", "phi_1 = m3*g").replace("m2", f"({sign}m2)").replace("m_2", "2 m_2")
    spoilt = spoilt.replace("d*g", "2*d*g").replace("mp", "2*mp")
    assert da.check(robot, spoilt, book=book).correct is not True


def test_other_conventions_at_passive_joints() -> None:
    """A stated convention also holds where joints are passive, and the coupler of a four-bar can have absolute angles."""
    turned = da.finding.OtherConvention("reversed", joint=2)
    pole = da.gallery.cart_pole()
    for text, right in (("M12 = l*mp*cos(q2)", True), ("M21 = -l*mp*cos(q2)", False), ("g2 = -mp*g*l*sin(q2)", True)):
        assert da.check(pole, text, convention=turned).correct is right
    for text, right in (
        ("l1*cos(q1) + l2*cos(q2) = l4 + l3*cos(q3)", True),
        ("l1*cos(q1) + l2*cos(q2) = l4 - l3*cos(q3)", False),
        ("qd3 = l1*sin(q1 - q2)/(l3*sin(q3 - q2))*qd1", True),
        ("qd3 = l1*sin(q1 + q2)/(l3*sin(q3 - q2))*qd1", False),
    ):
        bar = da.gallery.four_bar()
        assert da.check(bar, text, convention="absolute").correct is right
        assert da.check(bar, text).correct is (None if right else False)


M11, M12, M22 = "m1*lc1^2+I1+m2*(l1^2+lc2^2+2*l1*lc2*cos(q2))+I2", "m2*(lc2^2+l1*lc2*cos(q2))+I2", "m2*lc2^2+I2"
ROW = f"({M12})*qdd1 + ({M22})*qdd2 + m2*l1*lc2*sin(q2)*qd1^2 + m2*g*lc2*cos(q1+q2)"
KINETIC = f"T = ({M11})*qd1^2/2 + ({M12})*qd1*qd2 + ({M22})*qd2^2/2"


@pytest.mark.parametrize(
    ("text", "correct"),
    [
        (f"{ROW} - tau2 = 0", True),
        (f"0 = 2*tau2 - 2*({ROW})", True),
        (f"{ROW} = 0", None),  # right if no effort acts
        (f"-3*({ROW}) = 0", None),
        (f"{ROW.replace('m2*g', 'm1*g')} = 0", False),
        ("M*qdd + c + g - tau = 0", True),
        ("L = T + U", False),
        ("L = T - V", True),
        (f"{KINETIC}; U = m1*g*lc1*sin(q1) + m2*g*lc2*sin(q1+q2); L = T - U", False),
        (f"{KINETIC}; U = m1*g*lc1*sin(q1) + m2*g*(l1*sin(q1) + lc2*sin(q1+q2)); L = T - U", True),
        ("M22 = m2*r2^2 + I2", True),
        ("dE/dt = tau1*qd1 + tau2*qd2", True),
    ],
)
def test_equations_that_are_0_energies_and_distances(text: str, correct: bool | None) -> None:
    assert da.check("planar_2r", text).correct is correct


def test_a_line_that_uses_a_wrong_one_names_it() -> None:
    verdict = da.check("planar_2r", "U = m2*g*lc2*sin(q1+q2); L = T - U")
    assert [x.correct for x in verdict.findings] == [False, False]
    assert verdict.findings[1].diagnosis.reasons == (da.finding.WrongSource(("U",)),)


def test_absolute_angles_from_the_vertical() -> None:
    """All lines are read in the angles of the text, and printed in them."""
    text = (
        "M11 = m1*lc1^2 + I1 + m2*l1^2; M12 = m2*l1*{}*cos(q1 - q2); M22 = m2*lc2^2 + I2"
        "; g1 = (m1*lc1 + m2*l1)*g*sin(q1); g2 = m2*g*lc2*sin(q2)"
    )
    assert {x.convention.usage for x in da.check("planar_2r", text.format("lc2")).right_if} == {
        "absolute efforts",
        "other zero",
    }
    told = ("absolute", da.finding.OtherConvention("other zero", joint=1, degrees=-90))
    verdict = da.check("planar_2r", text.format("l2"), convention=told)
    [wrong] = [x for x in verdict.findings if x.correct is False]
    assert str(wrong.differences.missing[0]) == "m2*l1*lc2*cos(q1 - q2)"


def test_a_scalar_V_is_the_potential_energy() -> None:
    """A vector V of one joint would be 0."""
    for book in ("murray", "asada", None):
        assert da.check("pendulum", "V = 0", book=book).correct is False


def test_one_wrong_entry_of_a_whole_matrix_B_is_named() -> None:
    scara = da.gallery.scara()
    B = da.equations(scara).M.tolist()
    B[0][1] = -B[0][1]
    verdict = da.check(scara, f"B = {B}", book="siciliano")
    assert [x.claim.label for x in verdict.findings if x.correct is False] == ["M12"]


if __name__ == "__main__":
    total = Counter[str]()
    judge = {"right": right, "wrong": wrong}[sys.argv[1]]
    for part in range(int(sys.argv[2]), int(sys.argv[3])):
        total += judge(part)
        print(part, dict(total), flush=True)
