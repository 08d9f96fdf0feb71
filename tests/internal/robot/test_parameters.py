"""Numbers of a robot as arguments of its kernels: the same as a robot with those numbers, whatever they are."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.robot.symbolic import parametrize
from raised import raises
from random_robot import posture, random_inertia, random_tree, worst
from tolerance import FLOAT32, SAME_ALGORITHM

QUANTITIES = ("inverse_dynamics", "forward_dynamics", "kinetic_energy", "jacobian")


def state(robot, names, rng, states=2):
    return [
        posture(robot, rng.integers(99), states) if x == "q" else rng.normal(size=(states, robot.nv)) for x in names
    ]


def changed(robot, rng):
    """Another robot with the same joints: other inertias, lengths, friction and gravity."""
    links = [replace(link, inertia=random_inertia(rng)) for link in robot.links]
    joints = [replace(j, placement=replace(j.placement, p=tuple(rng.normal(size=3)))) for j in robot.joints]
    return replace(robot, links=tuple(links), joints=tuple(joints), gravity=tuple(rng.normal(size=3)))


def numbers(robot, names):
    return np.array(parametrize(robot, names).values, dtype=float)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("form", ["ten", "file"])
def test_a_kernel_at_another_robots_numbers_is_that_robots(seed, form):
    rng = np.random.default_rng(seed)
    robot = random_tree(seed, 3)
    moving = [x.name for x in robot.links[1:]]
    names = ["gravity", *(f"{j.name}.origin" for j in robot.joints)]
    names += moving if form == "ten" else [f"{x}.{part}" for x in moving for part in ("mass", "com", "inertia")]
    others = [changed(robot, rng) for _ in range(2)]
    sets = np.array([numbers(x, names) for x in others])
    for quantity in QUANTITIES:
        kernel = da.compile(robot, quantity, parameters=names)
        given = state(robot, [x for x, *_ in kernel.inputs[:-1]], rng)
        own = da.compile(robot, quantity)(*given)
        assert worst(kernel(*given, kernel.values), own) < SAME_ALGORITHM
        each = kernel(*given, sets)  # one set per state
        for k, other in enumerate(others):
            wanted = da.compile(other, quantity)(*(x[k] for x in given))
            assert worst(each[k], wanted) < SAME_ALGORITHM


def test_what_depends_on_parameters_alone_is_computed_once():
    robot = da.gallery.ur5()
    tip = robot.links[-1]
    general = replace(tip, inertia=random_inertia(np.random.default_rng(1)))  # no entry is zero
    kernel = da.compile(robot, "inverse_dynamics", parameters=[tip.name])
    plain = da.compile(replace(robot, links=(*robot.links[:-1], general)), "inverse_dynamics")
    assert kernel.operations.total < 1.05 * plain.operations.total


def test_loops_stay_closed_with_other_masses_and_gravity():
    robot = da.gallery.planar_3rrr()
    link = robot.links[-1].name
    q = da.assemble(robot, da.neutral(robot))
    kernel = da.compile(robot, "forward_dynamics", parameters=[f"{link}.mass", "gravity"])
    heavier = replace(robot, gravity=(1.0, -9.0, 0.5), links=tuple(
        replace(x, inertia=da.Inertia.about_com(2.5, x.inertia.com, x.inertia.central().tensor)) if x.name == link else x
        for x in robot.links))  # fmt: skip
    zero = np.zeros(robot.nv)
    there = kernel(q, zero, zero, [2.5, 1.0, -9.0, 0.5])[0]
    assert worst(there, da.forward_dynamics(heavier, q, zero, zero)) < SAME_ALGORITHM


def test_friction_and_symbols_are_parameters():
    robot = da.gallery.planar_2r()
    names = [*robot.parameters, f"{robot.joints[0].name}.damping"]
    kernel = da.compile(robot, "inverse_dynamics", parameters=names)
    rng = np.random.default_rng(3)
    values, given = rng.uniform(0.5, 1, len(names)), state(robot, ("q", "qd", "qdd"), rng)
    numeric = robot.bind(**dict(zip(robot.parameters, values, strict=False)))
    damped = replace(
        numeric, joints=(replace(numeric.joints[0], drive=da.Drive(damping=values[-1])), *numeric.joints[1:])
    )
    assert worst(kernel(*given, values), da.inverse_dynamics(damped, *given)) < SAME_ALGORITHM


def test_float32_and_out():
    robot = da.gallery.ur5()
    kernel = da.compile(robot, "inverse_dynamics", dtype="float32", parameters=["gravity"])
    given = [x.astype(np.float32) for x in state(robot, ("q", "qd", "qdd"), np.random.default_rng(0))]
    out = np.empty((2, 6), np.float32)
    assert kernel(*given, np.float32([0, 0, -9.81]), out=out) is out
    wanted = da.inverse_dynamics(robot, *(x.astype(float) for x in given))
    assert worst(out, wanted) < FLOAT32


@pytest.mark.parametrize("seed", range(2))
def test_a_payload_is_the_link_made_heavier(seed):
    rng = np.random.default_rng(seed)
    robot = random_tree(seed, 3)
    tip = robot.links[-1]
    m, com = rng.uniform(1, 3), rng.normal(size=3)
    body = da.Inertia.about_com(m, tuple(com), (0.2, 0.3, 0.25, 0, 0.01, 0))
    carrying = robot.attach(tip.name, body)
    heavier = replace(robot, links=(*robot.links[:-1], replace(tip, inertia=tip.inertia + body)))
    for quantity in QUANTITIES:
        given = state(robot, [x for x, *_ in da.compile(robot, quantity).inputs], rng)
        got, wanted = (getattr(da, quantity)(x, *given) for x in (carrying, heavier))
        assert worst(got, wanted) < SAME_ALGORITHM
    assert carrying.detach() == robot


def test_a_new_payload_compiles_nothing(monkeypatch):
    robot = da.gallery.ur5().attach("link6", da.Inertia(1.0))
    q = np.zeros(6)
    da.inverse_dynamics(robot, q, q, q)
    monkeypatch.setattr("dalembert.dynamics.trace", None)  # whoever traces, fails
    efforts = [
        da.inverse_dynamics(robot.detach().attach("link6", da.Inertia(m)), q, q, q) for m in np.linspace(0.1, 3, 32)
    ]
    assert np.ptp(np.diff(efforts, axis=0), axis=0).max() < SAME_ALGORITHM  # linear in the mass
    assert np.abs(np.diff(efforts, axis=0)).max() > 0.1


@pytest.mark.parametrize("method", ["rk4", "midpoint", "DOP853", "Radau"])
def test_a_new_payload_compiles_no_simulation(method, monkeypatch):
    """Beside the simulation of a robot whose own link is that much heavier."""
    robot = da.gallery.planar_2r()
    robot = robot.bind(**{x: 0.6 + 0.1 * k for k, x in enumerate(robot.parameters)})
    tip = robot.links[-1]
    options = {"duration": 0.2, "method": da.simulation.Solver(method, step=1e-3 if method[0] in "rm" else None)}
    bodies = [da.Inertia.about_com(m, (0.1, 0.2, 0.0), (0.2 * m, 0.2 * m, 0.3 * m, 0, 0, 0)) for m in (1.0, 2.5)]
    heavy = [replace(robot, links=(*robot.links[:-1], replace(tip, inertia=tip.inertia + b))) for b in bodies]
    wanted = [da.simulate(x, [0.4, 0.9], [0.1, -0.3], tau=[0.5, 0.1], **options) for x in heavy]
    da.simulate(robot.attach(tip.name, bodies[0]), [0.4, 0.9], **options)
    monkeypatch.setattr("dalembert.codegen.runtimes.kernel.load", None)  # whoever compiles or loads, fails
    monkeypatch.setattr("dalembert.codegen.runtimes.stepping.load", None)
    found = da.simulate(robot.attach(tip.name, bodies[1]), [0.4, 0.9], [0.1, -0.3], tau=[0.5, 0.1], **options)
    assert np.abs(found.q[-1] - wanted[1].q[-1]).max() < 1e-9
    assert np.abs(found.q[-1] - wanted[0].q[-1]).max() > 1e-3
    assert abs(found.energy[-1] - wanted[1].energy[-1]) < 1e-8


def test_a_payload_at_a_frame_is_seen_from_there():
    robot = da.gallery.planar_2r().bind(**dict.fromkeys(da.gallery.planar_2r().parameters, 1.0))
    turned = replace(
        robot, frames=(*robot.frames, da.robot.model.Frame("cup", robot.links[-1].name, da.Pose(p=(0.3, 0, 0))))
    )
    q = np.array([0.4, 0.9])
    apart = [x.attach(where, da.Inertia.about_com(2.0, com, (0,) * 6)) for x, where, com in (
        (turned, "cup", (0, 0.1, 0)), (robot, robot.links[-1].name, (0.3, 0.1, 0)))]  # fmt: skip
    assert worst(*(da.mass_matrix(x, q) for x in apart)) < SAME_ALGORITHM


@pytest.mark.parametrize(
    ("names", "error", "words"),
    [
        (["link3.mas"], da.errors.UnknownName, da.finding.Unknown),
        ("gravity", da.errors.WrongValue, da.finding.WrongType),
        (["gravity", "gravity"], da.errors.WrongValue, da.finding.Repeated),
        (["link3", "link3.mass"], da.errors.WrongValue, da.finding.Repeated),
        (["joint1.stiffness"], da.errors.WrongValue, da.finding.PartProblem),
        ([3], da.errors.UnknownName, da.finding.Unknown),
    ],
)
def test_names_that_mean_nothing_are_refused(names, error, words):
    with raises(words):
        da.compile(da.gallery.ur5(), "inverse_dynamics", parameters=names)


def test_parameters_of_a_wrong_size_or_without_a_value_are_refused():
    kernel = da.compile(da.gallery.ur5(), "gravity_vector", parameters=["gravity"])
    with raises(da.finding.WrongArgumentCount, kernel="gravity_vector"):
        kernel(np.zeros(6))
    with raises(da.finding.WrongShape, argument="parameters", robot="ur5"):
        kernel(np.zeros(6), [1, 2])
    with raises(da.finding.ParameterWithoutValue, parameter="gravity.z"):
        kernel(np.zeros(6), [0, 0, np.nan])


def test_a_point_mass_far_from_the_frame_is_a_body():
    assert not da.Inertia.about_com(2.0, (0.3, 0.1, 0), (0,) * 6).violations()
    assert da.Inertia(2.0, (0.6, 0.2, 0.0), (0.01, 0.18, 0.2, -0.06, 0.0, 0.0)).violations()


def test_a_payload_no_body_can_have_is_refused():
    robot = da.gallery.ur5()
    with raises(da.finding.Unphysical, body="payload", name="payload"):
        robot.attach("link6", da.Inertia(-1.0))
    with raises(da.finding.WrongType, argument="inertia", expected="a Inertia"):
        robot.attach("link6", 2.0)
    with raises(da.finding.Unknown, noun="link", name="link7", owner="robot"):
        robot.attach("link7", da.Inertia(1.0))
    with raises(da.finding.Unknown, noun="payload", name="link6", owner="robot"):
        robot.detach("link6")


def test_a_payload_moves_no_frame():
    robot = replace(da.gallery.ur5(), frames=(da.model.Frame("flange", "link6", da.Pose(p=(0, 0, 0.3))),))
    carrying, q = robot.attach("flange", da.Inertia(1.0)), np.full(6, 0.3)
    assert np.array_equal(da.forward_kinematics(robot, q), da.forward_kinematics(carrying, q))


def test_a_payload_stays_one_in_a_file(tmp_path):
    robot = da.gallery.ur5().attach("link6", da.Inertia.about_com(1.0, (0, 0, 0.1), (0.1, 0.1, 0.1, 0, 0, 0)))
    da.export(robot, tmp_path / "arm.toml")
    da.export(robot.detach(), tmp_path / "bare.toml")
    assert da.load(tmp_path / "arm.toml").detach() == da.load(tmp_path / "bare.toml")


def test_names_with_two_meanings_and_masses_without_a_centre_are_refused():
    robot = da.gallery.ur5()
    with raises(da.finding.PartProblem, noun="payload", name="gravity", expected="another name"):
        robot.attach("link6", da.Inertia(1.0), "gravity")
    two = robot.attach("link6", da.Inertia(1.0), "box").attach("box", da.Inertia(1.0), "lid")
    with raises(da.finding.PartProblem, noun="payload", name="box", expected="nothing attached to it"):
        two.detach("box")
    bare = replace(robot, links=(*robot.links[:-1], replace(robot.links[-1], inertia=da.Inertia())))
    with raises(da.finding.PartProblem, noun="link", name="link6", expected="a mass or a centre of mass"):
        da.compile(bare, "gravity_vector", parameters=["link6.mass"])
    with raises(da.finding.PartProblem, noun="joint", name="joint2", expected="a Stribeck velocity"):
        da.compile(robot, "inverse_dynamics", parameters=["joint2.stribeck_velocity"])
    named = replace(
        robot,
        links=(*robot.links[:-1], replace(robot.links[-1], name="gravity")),
        joints=(*robot.joints[:-1], replace(robot.joints[-1], child="gravity")),
    )
    with raises(da.finding.PartProblem, noun="parameter", name="gravity", expected="one meaning"):
        da.compile(named, "gravity_vector", parameters=["gravity"])
