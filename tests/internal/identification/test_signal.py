"""Zero phase, the gain that was promised, derivatives of the stated order, decimation without folding, a cut-off that helps."""

import numpy as np
import pytest

from dalembert.identification.filtering import derivative, pieces, settled, spectrum, zero_phase

H = 1e-3
T = np.arange(20_000) * H


@pytest.mark.parametrize("f", [2.0, 10.0, 20.0, 40.0])
def test_the_filter_has_its_gain_and_no_phase(f):
    """Forwards and backwards: 1/(1 + (f/20)^8), up to the warping of the bilinear transform, and never a delay."""
    middle = slice(3000, -3000)
    y = zero_phase(np.sin(2 * np.pi * f * T)[:, None], T, 20.0)[middle, 0]
    base = np.stack([np.sin(2 * np.pi * f * T[middle]), np.cos(2 * np.pi * f * T[middle])], axis=1)
    a, b = np.linalg.lstsq(base, y, rcond=None)[0]
    warped = np.tan(np.pi * f * H) / np.tan(np.pi * 20 * H)
    assert a == pytest.approx(1 / (1 + warped**8), abs=1e-6)
    assert abs(b) < 1e-6


def test_the_derivative_is_right_to_fourth_order():
    """sin ωt at ωh = 0.5, 0.25: the error is (ωh)⁴/180 of ω."""
    for w in (500.0, 250.0):
        error = derivative(np.sin(w * T)[:, None], T)[100:-100, 0] - w * np.cos(w * T[100:-100])
        assert np.abs(error).max() / w == pytest.approx((w * H) ** 4 / 180, rel=0.1)


def test_pieces_are_filtered_apart():
    t = np.concatenate([T[:5000], T[:5000] + 100])
    x = np.concatenate([np.zeros(5000), np.ones(5000)])[:, None]
    assert [p.stop for p in pieces(t)] == [5000, 10000]
    np.testing.assert_allclose(zero_phase(x, t, 5.0), x, atol=1e-9)
    np.testing.assert_allclose(derivative(x, t), 0, atol=1e-9)
    assert len(settled(t, 10.0)) == 10000 - 4 * 200


@pytest.mark.sampled(2)
@pytest.mark.parametrize("top", [0.5, 2.0, 8.0])
@pytest.mark.parametrize("noise", [1e-5, 1e-4, 1e-3])
def test_the_chosen_cut_off_is_near_the_best(top, noise):
    """Against the truth: the slope of true on filtered acceleration is off by at most twice the best cut-off's, or 2 %."""
    rng = np.random.default_rng(int(top * 10))
    waves = [(2 * np.pi * top * k / 5, *rng.normal(size=2) / k) for k in range(1, 6)]
    x = sum(a * np.sin(w * T) + b * np.cos(w * T) for w, a, b in waves)
    xdd = sum(-(w**2) * (a * np.sin(w * T) + b * np.cos(w * T)) for w, a, b in waves)
    seen = (x + noise * rng.normal(size=len(T)))[:, None]

    def wrong(cutoff):
        y = derivative(derivative(zero_phase(seen, T, cutoff), T), T)[2000:-2000, 0]
        return abs(xdd[2000:-2000] @ y / (y @ y) - 1)

    chosen = spectrum(seen, T).cutoff
    best = min(wrong(f) for f in np.geomspace(top, 300, 30))
    assert wrong(chosen) < max(2 * best, 0.02), (chosen, wrong(chosen), best)


def test_without_noise_nothing_is_filtered():
    assert spectrum(np.sin(T)[:, None], T).cutoff is None
    assert spectrum(np.zeros((len(T), 2)), T).cutoff is None
