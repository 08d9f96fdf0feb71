"""Plots for papers: names do not meet and lie inside the figure, limits are inside the frame, widths are those of paper."""

from importlib.resources import files

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from matplotlib.text import Text

import dalembert as da
from dalembert.document import plot
from dalembert.document.base_parameters_and_inertia import shares, structure_chart
from dalembert.document.facts import Survey
from dalembert.document.plot import Picture
from dalembert.drawing import chart
from dalembert.typeset import fonts
from dalembert.typeset import label as label_of
from dalembert.typeset.number import power_of_ten
from dalembert.typeset.palette import JOINTS, KINDS, LIMIT
from pieces import two_links
from raised import raises

ROBOT = da.gallery.panda()
RUN = da.simulate(two_links(), [0.4, 0.8], duration=0.5)
FIGURES = {
    "torques": lambda width: plot.torques(ROBOT, width=width),
    "parts": lambda width: plot.torque_parts(ROBOT, 1, width=width),
    "run": lambda width: RUN.plot(width=width),
    "ledger": lambda width: plot.energy_balance(RUN, width=width),
    "motion": lambda width: plot.motion_of(RUN, width=width),
}


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("width", "points"), [("page", 425), ("column", 246)])
@pytest.mark.parametrize("name", FIGURES)
def test_words_do_not_meet_and_are_in_the_figure(name, width, points):
    figure = FIGURES[name](width)
    assert figure.get_figwidth() * 72 == pytest.approx(points)
    figure.draw_without_rendering()
    whole = figure.bbox
    for axis in (x for x in figure.axes if x.get_visible()):
        words = [x for x in axis.texts if x.get_text()]
        boxes = [Text.get_window_extent(x).shrunk(1.0, 0.8) for x in words]
        for k, box in enumerate(boxes):
            assert whole.x0 - 1 <= box.x0 < box.x1 <= whole.x1 + 1, words[k].get_text()
            for other, said in zip(boxes[:k], words, strict=False):
                assert not box.overlaps(other), (words[k].get_text(), said.get_text())
        low, high = axis.get_ylim()
        for line in (x for x in axis.lines if x.get_label() == "_limit"):
            assert low < line.get_ydata()[0] < high
            assert line.get_color() == LIMIT


def test_every_limit_is_drawn_with_its_value():
    axis = plot.torque_parts(ROBOT, 1).axes[0]
    effort = ROBOT.coordinate(ROBOT.coordinates[1]).limits.effort
    assert sorted(x.get_ydata()[0] for x in axis.lines if x.get_label() == "_limit") == [-effort, effort]
    assert f"limit ±{effort:.4g} N m" in {x.get_text() for x in axis.texts}


def test_the_peak_is_told():
    axis = plot.torque_parts(ROBOT, 1).axes[0]
    motor = next(x for x in axis.lines if x.get_label() == "motor")
    t, tau = motor.get_data()
    k = np.argmax(np.abs(tau))
    assert f"{chart.number(tau[k])} N m at {chart.number(t[k], 3)} s" in {x.get_text() for x in axis.texts}


@pytest.mark.parametrize("seed", range(5))
def test_heights_are_spread_by_the_gap_and_stay_in_order(seed):
    wishes = np.sort(np.random.default_rng(seed).uniform(0, 60, 5))
    found = chart.spread(wishes, 10.0, 100.0)
    assert np.all(np.diff(found) >= 10 - 1e-9)
    assert chart.spread([0.0, 50.0], 10.0, 100.0) == [0.0, 50.0]
    assert np.mean(chart.spread([50.0, 50.0, 50.0], 10.0, 100.0)) == pytest.approx(50.0)
    assert min(found) >= 0
    assert chart.spread([0.0, 0.0, 98.0, 99.0], 10.0, 100.0) == pytest.approx([0.0, 10.0, 90.0, 100.0])


def test_of_many_curves_those_that_move_most_are_named_and_the_others_counted():
    """Names stand within the height of their axes; none of forty overlaps another."""
    drawn = chart.figure("page", 200.0)
    axis = drawn.subplots()
    t = np.linspace(0, 1, 5)
    sizes = np.random.default_rng(3).permutation(40) + 1.0
    axis.plot(t, t[:, None] * sizes)
    chart.ends(
        axis, [chart.PlotCurve(f"c{k}", t, size * t, width=1.7 if k == 7 else 1.0) for k, size in enumerate(sizes)]
    )
    drawn.canvas.draw()
    names = [x.get_text() for x in axis.texts]
    told = {x for x in names if x.startswith("c")}
    assert f"and {40 - len(told)} more" in names
    largest = {f"c{k}" for k in np.argsort(-sizes)[: len(told) - 1]}
    assert told in (largest | {"c7"}, {f"c{k}" for k in np.argsort(-sizes)[: len(told)]})
    heights = sorted(x.get_window_extent().y0 for x in axis.texts)
    assert min(np.diff(heights)) * 72 / drawn.dpi > chart.SIZE
    assert len(heights) * chart.APART <= axis.get_window_extent().height * 72 / drawn.dpi


def test_numbers_are_written_as_on_paper():
    assert [chart.number(x) for x in (-43.25, 0.5, 1.321e-5, 1e9)] == [
        "−43.25",
        "0.5",
        "1.321 × 10⁻⁵",
        "1 × 10⁹",
    ]


def test_widths_that_are_none():
    for width in ("double", 3, None, float("nan")):
        with raises(da.finding.WrongType, argument="width", expected="a width"):
            chart.points(width)


def test_colours_are_readable_on_their_paper():
    """Contrast of at least 4.5 on white and on the dark sheet, by the rule of WCAG 2.2."""

    def luminance(colour):
        c = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
        return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]

    for light, dark in (*KINDS.values(), *JOINTS):
        for colour, paper in ((light, "#ffffff"), (dark, "#191c21")):
            a, b = sorted((luminance(colour), luminance(paper)))
            assert (b + 0.05) / (a + 0.05) >= 4.4, colour


@pytest.mark.parametrize(
    ("size", "title", "said", "tick"),
    [
        (3e-9, "x / m", "x / nm", 1e9),
        (2e-7, "energy / J", "energy / nJ", 1e9),
        (4e8, "$\\tau$ / N m", "$\\tau$ / MN m", 1e-6),
        (5e7, "$q$ / rad", "$q$ / $10^{6}$ rad", 1e-6),
        (0.3, "x / m", "x / m", None),
        (2000.0, "x / m", "x / m", None),
    ],
)
def test_axes_take_a_prefix_where_their_numbers_are_tiny_or_huge(size, title, said, tick):
    from io import BytesIO

    drawn = chart.figure("column")
    axis = chart.tidy(drawn.add_subplot(), title, "time / s")
    chart.curves(axis, [chart.PlotCurve("", np.linspace(0, 1, 5), np.linspace(0, size, 5))])
    for _ in range(2):  # twice does as once
        drawn.savefig(BytesIO(), format="png", dpi=50)
    assert axis.get_title(loc="left") == said
    if tick:
        at = axis.get_yticks()[1]
        assert float(axis.yaxis.get_major_formatter()(at, 0)) == pytest.approx(at * tick)


def test_scripts_are_letters_of_our_fonts():
    assert chart.number(3.589e5 * 10) == "3.589 × 10⁶"
    assert chart.number(-2.5e-10, 2) == "−2.5 × 10⁻¹⁰"
    shipped = TTFont(files("dalembert") / "assets" / "fonts" / "math.ttf").getBestCmap()
    written = power_of_ten(-1234567890) + chart.indexed("τ", 1234567890) + chart.indexed("q", 1)
    assert {ord(x) for x in written} <= set(shipped)
    assert fonts.MATH in chart.lettering()["fontfamily"]


def test_curves_without_numbers_say_so_and_one_sample_is_seen():
    t = np.linspace(0, 1, 9)
    drawn = chart.figure()
    axis = drawn.add_subplot()
    some = np.where(t > 0.5, np.nan, t)
    long = "shoulder_lift_joint_of_the_left_arm_actuator"
    chart.curves(axis, [chart.PlotCurve(x, t, y) for x, y in (("a", t), ("b", some), ("c", t * np.nan), (long, t))])
    words = [x.get_text() for x in axis.texts]
    assert {"a", "b (with gaps)", "c (no numbers)"} <= set(words)
    (short,) = [x for x in words if "…" in x]
    assert len(short) < len(long)
    assert short[0] == "s"
    assert short[-1] == "r"
    other = chart.figure().add_subplot()
    chart.curves(other, [chart.PlotCurve("one", np.array([0.5]), np.array([3.0]))])
    assert any(x.get_marker() == "o" for x in other.get_lines())


def test_no_letter_of_a_figure_is_under_7_points():
    """Matplotlib sets scripts at 70 %."""
    for name, draw in FIGURES.items():
        for text in draw("page").findobj(Text):
            scripts = "_" in text.get_text() and "$" in text.get_text()
            assert text.get_fontsize() * (0.7 if scripts else 1) >= 7 or not text.get_text(), (name, text)


def test_a_mechanism_shows_the_efforts_of_its_motors_alone():
    robot = da.gallery.planar_3rrr()
    titles = [x.get_title(loc="left") for x in plot.torques(robot).axes if x.get_visible()]
    assert [x.split()[0] for x in titles if x] == [
        chart.indexed("τ", robot.coordinates.index(x) + 1) for x in robot.actuated
    ]


def test_limits_that_curves_leave_far_behind_are_not_hatched_over_them():
    arm = da.gallery.iiwa14()
    run = da.simulate(arm, np.full(arm.n, 0.5), np.full(arm.n, 40.0), duration=0.3)
    drawn = plot.motion_of(run).axes[1]
    assert not [x for x in drawn.lines if x.get_label() == "_limit"]


def test_no_sign_of_a_report_s_figures_is_missing_in_its_fonts(caplog):
    """Matplotlib says so in its log, and draws a box in place of a digit."""
    for name in ("iiwa14", "ur5"):  # M has entries that need a power of ten
        survey = Survey(getattr(da.gallery, name)())
        Picture(name, lambda survey=survey: structure_chart(survey)).bytes("png", 40)
        Picture(name, lambda survey=survey: shares(survey, [0, 1])).bytes("png", 40)
    Picture("run", lambda: RUN.plot()).bytes("png", 40)
    assert "glyph" not in caplog.text


def test_names_that_no_font_draws_give_way_to_the_number_of_their_joint():
    names = [label_of.label(x, k) for k, x in enumerate(("肩", "مفصل", "arm 🤖", "Łącznik-é θ₁", "_a$b"), 1)]
    assert names == ["joint 1", "joint 2", "arm 3", "Łącznik-é θ₁", "\u200b_a\\$b"]
