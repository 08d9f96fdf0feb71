"""Every sum that is printed adds things of one dimension, and each has the dimension of its left side."""

import pytest
import sympy as sp

import dalembert as da
from dalembert.closed.model.units import FORCE, INERTIA, LENGTH, MASS, NUMBER, TORQUE, Dimension
from dalembert.graph import symbol
from dalembert.graph.scalar import atan2, minimum, select
from raised import raises
from random_robot import symbolic_robot

SYMBOLIC = [x for x in da.gallery.names() if x not in ("panda", "iiwa14")]
LECTURES = [name for name in SYMBOLIC if getattr(da.gallery, name)().parameters]


def assert_of_one_dimension(eq: da.types.Equations) -> None:
    """Every entry of every quantity, and every base parameter, as printed."""
    units, n = eq.units, range(1, eq.n + 1)
    exact = eq.mechanics
    rows = [("tau", exact.tau), ("c", exact.c), ("g", exact.g), ("p", exact.momenta), ("tau", exact.friction)]
    parts = [(f"{name}{k}", element) for name, row in rows for k, element in zip(n, row, strict=True)]
    parts += [
        (f"{name}{i}{j}", A[i - 1][j - 1]) for name, A in (("M", exact.M), ("S", exact.S())) for i in n for j in n
    ]
    parts += [("T", exact.T), ("U", exact.U)]
    for name, element in parts:
        node = exact.display.node(element)
        assert not units.mixed(node), name
        if element:
            assert units.dimension(node) == units.dimension(name), name
    for x in eq.base_parameters:
        assert units.dimension(eq.base_parameters.display.node(x.value)) == units.dimension(x.name), x.name


@pytest.mark.sampled(25)
@pytest.mark.parametrize("seed", range(120))
def test_trees(seed):
    robot = symbolic_robot(seed, 1 + seed % 4)
    assert_of_one_dimension(da.equations(robot))
    assert_of_one_dimension(da.equations(robot).regrouped)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", LECTURES)
def test_robots_of_the_lectures(name):
    eq = da.equations(getattr(da.gallery, name)())
    assert set(eq.robot.parameters) <= set(eq.units)
    assert_of_one_dimension(eq)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", SYMBOLIC)
def test_symbolic_robots_with_drives(name):
    eq = da.equations(getattr(da.gallery, name)().symbolic(drives=True))
    assert set(eq.robot.parameters) <= set(eq.units)
    for exact in (eq, eq.regrouped):
        for k, element in enumerate(exact.mechanics.tau, 1):
            node = exact.mechanics.display.node(element)
            assert exact.units.dimension(node) == exact.units.dimension(f"tau{k}")


def test_units_of_a_planar_arm():
    units = da.equations(da.gallery.rp()).units
    expected = {"m1": "kg", "l1": "m", "I1": "kg·m²", "g": "m/s²", "q1": "rad", "qd1": "rad/s", "q2": "m", "tau1": "N·m",
                "tau2": "N", "M11": "kg·m²", "M12": "kg·m", "M22": "kg", "MX1": "kg·m", "T": "J", "g2": "N"}  # fmt: skip
    assert {name: units[name] for name in expected} == expected
    with raises(da.finding.Unknown, name="m3"):
        units["m3"]


def test_where_a_sum_mixes():
    units = da.equations(da.gallery.scara().symbolic()).units
    (found,) = units.mixed("mx2*l1 + mx3*l1**2")
    assert {found.left_dimension.unit, found.right_dimension.unit} == {"kg·m²", "kg·m³"}
    with raises(da.finding.AddedDimensions, left_unit="kg·m²"):
        units.dimension("mx2*l1 + mx3*l1**2")
    with raises(da.finding.AddedDimensions):
        units.dimension("sin(l1)")
    assert units.dimension(sp.Symbol("mx2") * sp.Symbol("l1")) == INERTIA
    assert units.dimension("tau1*qd1").unit == "W"


def test_symbols_inside_expressions():
    """A centre of mass mx/m, a box m (a² + b²)/12, a gear at a slide in rad/m."""
    box = da.from_dh([{"joint": "R", "a": 0, "alpha": 0, "d": 0, "mass": "m", "com": ("mx/m", 0, 0),
                    "inertia": (0, 0, "m*(a**2 + b**2)/12", 0, 0, 0)}])  # fmt: skip
    units = da.equations(box).units
    assert units["mx"] == "kg·m"
    assert units["a"] == units["b"] == "m"
    drive = da.Drive(rotor_inertia="J", gear_ratio="N", damping="fv", coulomb="fc", static="fs", stribeck_velocity="vs")
    slide = da.Robot(
        "slide", (da.Link("a"), da.Link("b", da.Inertia("m"))), (da.Joint("j", "prismatic", "a", "b", drive=drive),)
    )
    units = da.equations(slide).units
    assert {x: units[x] for x in ("N", "J", "fv", "fc", "vs")} == {
        "N": "1/m", "J": "kg·m²", "fv": "N·s/m", "fc": "N", "vs": "m/s"}  # fmt: skip


def test_a_turn_of_the_motor_is_a_number():
    units = da.equations(da.gallery.pendulum(), coordinates="motor").units
    assert units["theta1"] == "rad"
    assert units["taum1"] == "N·m"


def test_names_of_units():
    assert [x.unit for x in (MASS, LENGTH / LENGTH, TORQUE, FORCE, INERTIA, NUMBER / LENGTH)] == [
        "kg", "1", "N·m", "N", "kg·m²", "1/m"]  # fmt: skip
    assert (Dimension() / MASS / LENGTH).unit == "1/(kg·m)"
    assert (MASS**2 * LENGTH).unit == "kg²·m"


def test_tables_carry_units():
    eq = da.equations(da.gallery.planar_2r())
    assert "MX1R = m1*lc1 + m2*l1   [kg·m]" in eq.text("base_parameters")
    assert r"\mathrm{kg\,m^{2}}" in eq.latex("base_parameters")
    assert "<mtext>kg\N{NO-BREAK SPACE}m²</mtext>" in eq.html("base_parameters")
    assert '"kg\N{NO-BREAK SPACE}m²"' in eq.typst("base_parameters")
    assert "lc1 = [m]" in eq.text("symbols").splitlines()


def test_choices_and_angles_of_two_lengths():
    units = da.equations(da.gallery.planar_2r()).units
    l1, l2, m1, g = (symbol(x) for x in ("l1", "l2", "m1", "g"))
    assert units.dimension(atan2(l1, l2)) == NUMBER
    assert units.dimension(minimum(l1, l2)) == LENGTH
    assert units.dimension(select(l1, l2, m1, 2 * m1)) == MASS
    assert len(units.mixed(select(l1, m1, g, l2))) == 2
