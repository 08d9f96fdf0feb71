"""Numbers as tables print them: the rules of the page, case by case."""

from __future__ import annotations

import pytest

from dalembert.typeset.label import distinct
from dalembert.typeset.number import block, column, scaled, significant, trimmed, whole


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (43.2513, "43.25"), (-0.00399, "−0.003990"), (1.3214e-4, "1.321 × 10⁻⁴"), (-2.5e6, "−2.500 × 10⁶"), (0.0, "0"),
        (12345.6, "12\u00a0346"), (0.001, "0.001000"), (99999.0, "1.000 × 10⁵"), (float("inf"), "∞"), (1e-17, "1.000 × 10⁻¹⁷"),
    ],
)  # fmt: skip
def test_four_digits_and_powers_only_where_they_must_be(x, text):
    assert significant(x) == text


def test_a_column_keeps_its_decimal_places_and_prints_nothing_as_0():
    assert column([1.445, -0.0231, 1e-17, 0.0004]) == ["1.445", "−0.023", "0", "0"]
    assert column([87.0, 12.0]) == ["87", "12"]
    assert column([0.333, 0.0, 0.316]) == ["0.333", "0", "0.316"]
    assert column([-90.0, 90.0]) == ["−90", "90"]


def test_small_helpers():
    assert (trimmed(87.0), trimmed(2.175), trimmed(0.0)) == ("87", "2.175", "0")
    assert (whole(9999), whole(129341)) == ("9999", "129\u00a0341")


@pytest.mark.parametrize("x", [-3.14159, 0.04999, 7e-5, 123456.0])
def test_what_is_printed_is_the_number(x):
    """Read back, it is right to its digits."""
    text = significant(x).replace("−", "-").replace("\u00a0", "")
    mantissa, _, power = text.partition(" × 10")
    power = power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or "0"
    assert float(mantissa) * 10 ** int(power) == pytest.approx(x, rel=5e-4)


@pytest.mark.parametrize("size", [1e-29, 3e-9, 2e-4, 0.7, 40.0, 3e6, 5e15])
def test_numbers_of_any_size_stand_in_a_unit_of_their_own(size):
    """None of a block needs a power of ten or more than nine signs, and read back in its unit each is right to its places."""
    values = [[size, -0.03 * size, 1e-9 * size], [0.002 * size, -0.0004 * size, 0.0]]
    factor, unit = scaled(size, "kg m²", 1.0)
    assert unit.endswith("kg m²") or unit == "g m²"
    for column_, texts in zip(values, block([[factor * x for x in row] for row in values]), strict=True):
        places_ = {len(x.partition(".")[2]) for x in texts if x != "0"}
        assert len(places_) <= 1
        assert all("×" not in x and len(x) <= 9 for x in texts)
        for x, text in zip(column_, texts, strict=True):
            read = float(text.replace("−", "-").replace("\u00a0", ""))
            assert abs(read - factor * x) <= 0.5001 * 10.0 ** -max(places_, default=3)


def test_units_are_those_of_daily_life():
    assert scaled(3e-9, "m") == (pytest.approx(1e9), "nm")
    assert scaled(0.02, "kg") == (1.0, "kg")
    assert scaled(4e-5, "kg")[1] == "mg"
    assert scaled(5e-21, "N m")[1] == "10⁻²¹ N m"


def test_names_are_short_and_told_apart():
    long = [f"{'shoulder_of_the_left_arm_' * 3}{k}{'_link' * k}" for k in range(9)] + [
        "a" * 50 + x + "b" * 50 for x in "xy"
    ]
    made = distinct(long, 19)
    assert len(set(made)) == len(long)
    assert all(len(x) <= 19 for x in made)
    assert distinct(["base", "base", "tool"], 19) == ["base", "base", "tool"]
