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
SIZE = 50  # claims of one part


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
@pytest.mark.parametrize("part", range(20))
def test_no_right_text_is_wrong(part: int) -> None:
    found = right(part)
    assert not found["given False"] + found["given None"] + found["not given False"] + found["unread"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("part", range(125))
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


if __name__ == "__main__":
    total = Counter[str]()
    judge = {"right": right, "wrong": wrong}[sys.argv[1]]
    for part in range(int(sys.argv[2]), int(sys.argv[3])):
        total += judge(part)
        print(part, dict(total), flush=True)
