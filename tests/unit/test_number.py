"""Numbers as tables print them: the rules of the page, case by case."""

from __future__ import annotations

import pytest

from dalembert.typeset.number import column, significant, trimmed, whole


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
