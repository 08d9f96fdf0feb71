"""Certificates: what is proved, what only checked, what refuted, and that a wrong model would be caught."""

import json
import time
from dataclasses import replace
from itertools import count

import pytest

import dalembert as da
from dalembert.closed import numerical_checks
from dalembert.closed import prove as properties
from dalembert.finding.finding import PYTHON
from dalembert.typeset.tree import Symbol
from finding_queries import key
from raised import raises, warns
from random_robot import random_robot
from tolerance import SAME_ALGORITHM

NAMES = [
    "symmetric", "positive definite", "skew", "skew, generic S", "skew, unsymmetrised S", "quadratic form", "c_iii",
    "m_NN", "cyclic", "power", "energy", "methods", "linear",
]  # fmt: skip
OPTIONAL = ("skew, generic S", "skew, unsymmetrised S")


@pytest.fixture(scope="module")
def planar():
    return da.prove(da.gallery.planar_2r())


@pytest.fixture(scope="module")
def sampled():
    """The same claims where there was no time for a proof."""
    return da.prove(da.gallery.puma560(), seconds=0, states=4)


def test_every_claim_is_there_and_says_how(planar):
    assert [claim.name for claim in planar] == NAMES
    assert len(planar) == len(NAMES)
    assert planar.holds
    assert planar.exact
    for claim in planar:
        assert claim.statement
        assert claim.how


def test_six_joints_are_proved_exactly():
    certificate = da.prove(da.gallery.puma560())
    assert certificate.exact
    assert certificate.holds
    assert all(claim.verdict == "proved" for claim in certificate if claim.name not in OPTIONAL)


def test_refuted_claims_show_what_is_left(planar):
    claim = planar["skew, generic S"]
    assert claim.verdict == "refuted"
    assert not claim.required
    assert claim.residual.terms > 0
    assert "qd2" in {x.name for x in symbols_of(claim.residual.formula)}
    assert "refuted" in str(planar)
    assert str(claim) in str(planar)
    assert str(claim) != repr(claim)


def test_without_time_the_claims_are_checked_numerically(sampled):
    assert sampled.holds
    assert not sampled.exact
    for claim in sampled:
        if claim.name in OPTIONAL:
            assert claim.verdict == "refuted"
            assert claim.residual > 1e-3
        elif claim.name != "positive definite":  # an argument, not an identity: it needs no time
            assert claim.verdict == "checked numerically"
            how = claim.how.how if claim.name == "energy" else claim.how
            assert how == da.finding.CheckedAtStates(4)
            assert claim.residual < SAME_ALGORITHM


def test_long_chains_are_checked_numerically_and_never_expanded():
    links = [da.Link("ground")]
    joints = []
    for i in range(10):
        links.append(da.Link(f"l{i}", da.Inertia.about_com(1, (0.1, 0.02, 0.03), (0.1, 0.2, 0.15, 0.01, 0, 0))))
        place = da.Pose(p=(0.3, 0.1, 0))
        joints.append(da.Joint(f"j{i}", "revolute", links[i].name, f"l{i}", place, (0, i % 2, 1 - i % 2)))
    certificate = da.prove(da.Robot("snake", tuple(links), tuple(joints)), states=3)
    assert certificate.holds
    assert certificate["skew"].verdict == "checked numerically"
    assert certificate["m_NN"].statement == da.finding.LastInertiaConstant((10,))


def test_symbols_are_taken_as_physical_and_said_so(planar):
    claim = planar["positive definite"]
    assert claim.verdict == "proved"
    assert claim.how == da.finding.SumOfSquares(identity=True, symbolic=True)


def test_unphysical_inertia_is_not_proved_positive_but_refuted():
    """A negative moment of inertia makes M negative; the certificate must not call that proved."""
    link = da.Link("arm", da.Inertia.about_com(1, (0, 0, 0), (1, 1, -2, 0, 0, 0)))
    robot = da.Robot("ghost", (da.Link("ground"), link), (da.Joint("j", "revolute", "ground", "arm"),))
    claim = da.prove(robot)["positive definite"]
    assert claim.verdict == "refuted"
    assert claim.how.cause == da.finding.NoDefinitenessProof("indefinite tensor", "arm")
    assert claim.residual < 0


@pytest.mark.parametrize("name", ["pendulum", "pr", "rp", "planar_2r", "cartesian", "scara"])
def test_a_negative_number_among_symbols_is_never_proved_positive(name):
    """One mass or moment that no body has, all else symbols: said by equations and doctor, and M is not claimed positive."""
    robot = getattr(da.gallery, name)()
    wrong = [x for x in robot.parameters if x[0] in "mI" and x != "Im"]
    for x in (wrong[0], wrong[-1]):
        ghost = robot.bind(**{x: -1})
        assert da.prove(ghost, seconds=0, states=2)["positive definite"].verdict in ("refuted", "not decided")
        with warns(da.finding.LinkViolation):
            da.equations(ghost)
        assert da.diagnose(ghost).errors
    assert da.prove(robot, seconds=0, states=2)["positive definite"].verdict == "proved"


def test_a_joint_that_feels_nothing_is_said_with_the_equations():
    with warns(da.finding.NoInertia, joints=("joint2",)):
        da.equations(da.gallery.planar_2r().bind(m2=0, I2=0))


def test_massless_last_link_leaves_m_singular():
    body = da.Inertia.about_com(1, (0.5, 0, 0), (0.1, 0.1, 0.1, 0, 0, 0))
    links = (da.Link("ground"), da.Link("arm", body), da.Link("nothing"))
    joints = (
        da.Joint("j1", "revolute", "ground", "arm"),
        da.Joint("j2", "revolute", "arm", "nothing", da.Pose(p=(1, 0, 0))),
    )
    certificate = da.prove(da.Robot("loose", links, joints))
    assert certificate["positive definite"].verdict == "refuted"
    assert not certificate.holds


def test_massless_link_that_carries_mass_is_proved_by_minors():
    body = da.Inertia.about_com(1, (0.5, 0, 0), (0.1, 0.1, 0.1, 0, 0, 0))
    links = (da.Link("ground"), da.Link("nothing"), da.Link("arm", body))
    joints = (
        da.Joint("j1", "prismatic", "ground", "nothing"),
        da.Joint("j2", "revolute", "nothing", "arm", axis=(1, 0, 0)),
    )
    claim = da.prove(da.Robot("carried", links, joints))["positive definite"]
    assert claim.verdict == "proved"
    assert claim.how == da.finding.FullRank(symbolic=False)


def test_rotor_gives_a_massless_link_inertia_of_its_own():
    drive = da.Drive(rotor_inertia=0.1, gear_ratio=2)
    joint = da.Joint("j", "revolute", "ground", "nothing", drive=drive)
    assert (
        da.prove(da.Robot("motor", (da.Link("ground"), da.Link("nothing")), (joint,)))["positive definite"].verdict
        == "proved"
    )


def test_friction_is_in_the_power_balance():
    certificate = da.prove(da.gallery.pendulum())
    assert certificate["power"].statement == da.finding.PowerBalance(friction=True, offset=False, loops=False)
    assert certificate["power"].verdict == "proved"
    assert certificate["energy"].statement == da.finding.EnergyConserved(friction=True)


def test_mimic_joints_may_break_what_holds_link_by_link():
    """Two joints on one coordinate: m_11 depends on q1, so c_111 is not zero, and that is no defect."""
    robot = da.gallery.planar_2r().bind(m1=1, m2=1, l1=1, l2=1, lc1=0.5, lc2=0.5, I1=0.1, I2=0.1, g=9.81)
    first, second = robot.coordinates
    joints = tuple(replace(j, mimic=da.model.Mimic(first, 2)) if j.name == second else j for j in robot.joints)
    certificate = da.prove(replace(robot, joints=joints))
    assert certificate["c_iii"].verdict == "refuted"
    assert not certificate["c_iii"].required
    assert certificate["skew"].verdict == "proved"
    assert certificate.holds


def test_gravity_free_momentum_is_named():
    assert da.prove(da.gallery.pr())["cyclic"].statement.conserved == (1,)
    assert da.prove(da.gallery.planar_2r())["cyclic"].statement.conserved == ()


def test_dictionary_is_plain_data(planar, sampled):
    for certificate in (planar, sampled):
        data = json.loads(json.dumps(certificate.to_dict()))
        assert [claim["name"] for claim in data["claims"]] == NAMES
        assert data["holds"] is True


def test_html_is_a_table(planar):
    page = planar._repr_html_()
    assert page.count("<tr>") == len(NAMES) + 1
    assert str(da.finding.ExactIdentity()) in page


def test_unknown_claim_offers_the_nearest(planar):
    with raises(da.finding.Unknown, noun="claim", name="symetric"):
        planar["symetric"]


def test_wrong_usage_is_refused():
    with raises(da.finding.NotInteger, argument="states", lower=2):
        da.prove(da.gallery.pr(), states=1)
    with raises(da.finding.RobotHasNo, robot="rock", noun="moving joint"):
        da.prove(da.Robot("rock", (da.Link("ground"),), ()))


# ── a wrong model is caught ───────────────────────────────────────────────────


def test_an_exact_claim_can_fail(monkeypatch):
    """An effort that lacks a term breaks symmetry, the power balance and the agreement of the roads."""
    true_road = properties.METHODS["newton-euler"]

    def wrong(arm):
        road = true_road(arm)
        if "I2" not in arm.ring.index:  # the robot with unknown inertias
            return road
        return replace(road, tau=(road.tau[0] - arm.ring.qdd[1] * arm.ring.symbol("I2"), *road.tau[1:]))

    monkeypatch.setitem(properties.METHODS, "newton-euler", wrong)
    monkeypatch.setattr("dalembert.closed.prove.newton_euler", wrong)
    certificate = da.prove(da.gallery.planar_2r())
    refuted = {claim.name for claim in certificate if claim.required and not claim.holds}
    assert {"symmetric", "power", "methods"} <= refuted
    assert not certificate.holds


def test_a_numerical_check_can_fail(monkeypatch):
    """A kinetic energy that lacks a link breaks Lagrange's efforts, the power balance and nothing of M."""
    true_energy = numerical_checks.kinetic_energy

    def wrong(tree, q, qd):
        return true_energy(replace(tree, bodies=tree.bodies[:-1]), q, qd)

    monkeypatch.setattr(numerical_checks, "kinetic_energy", wrong)
    certificate = da.prove(random_robot(4, 4), seconds=0, states=3)
    refuted = {claim.name for claim in certificate if claim.required and not claim.holds}
    assert {"methods", "power", "energy"} == refuted


def symbols_of(formula):
    """The symbols of a formula, in order."""
    if isinstance(formula, Symbol):
        return [formula]
    parts = getattr(formula, "terms", None) or getattr(formula, "factors", ()) or ()
    return [x for part in parts for x in symbols_of(getattr(part, "body", part))]


# ── assumptions, and laws that are not to be had ──────────────────────────────


def arm_with(drive):
    """A planar 2R of numbers, its first joint driven so."""
    robot = da.gallery.planar_2r().bind(m1=1, m2=1, l1=1, l2=1, lc1=0.5, lc2=0.5, I1=0.1, I2=0.1, g=9.81)
    return replace(robot, joints=(replace(robot.joints[0], drive=drive), *robot.joints[1:]))


CONSTANT, FRICTION = da.finding.EnergyConserved(friction=False), da.finding.EnergyConserved(friction=True)


@pytest.mark.parametrize(
    ("drive", "verdict", "statement"),
    [
        (None, "proved", CONSTANT),
        (da.Drive(rotor_inertia=0.1, gear_ratio=3), "proved", CONSTANT),
        (da.Drive(damping=0.2), "proved", FRICTION),
        (da.Drive(coulomb=0.2), "proved", FRICTION),
        (da.Drive(motor_damping=0.1, motor_coulomb=0.1, gear_ratio=2), "proved", FRICTION),
        (da.Drive(static=0.3, stribeck_velocity=0.1), "proved", FRICTION),
        (da.Drive(coulomb=0.2, static=0.3, stribeck_velocity=0.1), "proved", FRICTION),
        (da.Drive(coulomb=0.2, asymmetry=0.1), "proved", FRICTION),
        (da.Drive(offset=0.3), "not applicable", CONSTANT),
        (da.Drive(offset="o", damping=0.1), "not applicable", FRICTION),
        (da.Drive(stiffness=100.0), "not applicable", CONSTANT),
        (da.Drive(stiffness="K", rotor_inertia="J"), "not applicable", CONSTANT),
        (da.Drive(coulomb=0.2, bristle_stiffness=1e4), "not applicable", FRICTION),
    ],
)
def test_energy_is_constant_only_where_nothing_else_works(drive, verdict, statement):
    certificate = da.prove(arm_with(drive))
    claim = certificate["energy"]
    assert (claim.verdict, claim.statement) == (verdict, statement)
    assert claim.holds == (verdict == "proved")
    assert certificate.holds  # what is not claimed is no defect
    named = isinstance(claim.how, da.finding.EnergyElsewhere) and claim.how.joints == ("joint1",)
    assert named == (verdict == "not applicable")


def test_the_energy_claim_is_what_a_simulation_does():
    """Drives whose energy is claimed constant keep it; those that are not claimed lose or gain it."""
    for drive in (None, da.Drive(rotor_inertia=0.1, gear_ratio=3), da.Drive(offset=0.5)):
        run = da.simulate(arm_with(drive), [0.4, 0.3], [0.0, 0.0], duration=1.0)
        kept = abs(run.energy[-1] - run.energy[0]) < 1e-6
        assert kept == (da.prove(arm_with(drive))["energy"].verdict == "proved")


def test_elastic_joints_have_no_power_balance_of_links_alone():
    claim = da.prove(arm_with(da.Drive(stiffness=100.0)))["power"]
    assert claim.verdict == "not applicable"
    assert claim.how == da.finding.EnergyElsewhere(("joint1",), "elastic energy")


def test_assumptions_come_first_and_name_the_symbols(planar):
    masses, *others = planar.assumptions
    assert (masses.assumption, [x.name for y in masses.formulas for x in symbols_of(y)]) == ("masses", ["m1", "m2"])
    assert da.finding.Assumption("no friction") in others
    assert planar.to_dict()["assumptions"] == [*map(str, planar.assumptions)]
    for shown in (str(planar), planar._repr_html_()):
        assert str(da.finding.Assumption("no friction")) in shown


def test_a_difference_of_masses_is_assumed_positive_and_said():
    links = (da.Link("ground"), da.Link("float", da.Inertia("m1 - m2")))
    robot = da.Robot("lighter", links, (da.Joint("j", "prismatic", "ground", "float"),))
    [masses] = [x for x in da.prove(robot).assumptions if x.assumption == "masses"]
    assert [x.name for x in symbols_of(masses.formulas[0])] == ["m1", "m2"]


def test_numbers_need_no_assumption_of_masses():
    assert "masses" not in {x.assumption for x in da.prove(arm_with(None)).assumptions}


def test_m_singular_on_a_surface_is_found():
    """A point mass at the end of two massless links: det M = m² l1² l2² sin² q2, zero where the arm is straight."""
    links = (da.Link("ground"), da.Link("upper"), da.Link("fore", da.Inertia.about_com(1, (1, 0, 0), (0,) * 6)))
    joints = (
        da.Joint("j1", "revolute", "ground", "upper"),
        da.Joint("j2", "revolute", "upper", "fore", da.Pose(p=(1, 0, 0))),
    )
    certificate = da.prove(da.Robot("point", links, joints))
    claim = certificate["positive definite"]
    assert claim.verdict == "refuted"
    [where] = claim.how.formulas
    assert PYTHON.formula(where) == "sin(q2)"
    assert not certificate.holds


def test_a_certificate_is_data():
    """Numbers are numbers, and what is left over of an identity that fails is told apart from them."""
    claims = [x.to_dict() for x in da.prove(da.gallery.planar_2r()).claims]
    assert all(x["residual"] is None or isinstance(x["residual"], (int, float)) for x in claims)
    assert any(x["residual"] is None and "sin(q2)" in x["left_over"] for x in claims)
    assert all(x["residual"] == 0 and x["left_over"] == "" for x in claims if x["verdict"] == "proved")


def test_what_else_the_machine_does_changes_no_verdict(monkeypatch):
    """Time that passes while others compute is not counted: a clock on the wall that runs a thousand times too fast."""
    clock = count()
    monkeypatch.setattr(time, "monotonic", lambda: 1e3 * next(clock))
    certificate = da.prove(da.gallery.planar_2r())
    assert certificate["skew"].verdict == certificate["methods"].verdict == "proved"
    told = da.check(da.gallery.planar_2r(), "g2 = m2*g*lc2*sin(q1 + q2)")
    assert key(told.right_if[0].convention) == "other zero"
    assert key(told.reasons[0]) == "replaced sin(q1 + q2) cos(q1 + q2)"
