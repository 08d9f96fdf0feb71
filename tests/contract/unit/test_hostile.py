"""Odd, broken and hostile input: one clear error of ours each, or the right answer; never a foreign traceback."""

from __future__ import annotations

import copy
import pickle
import threading
from fractions import Fraction

import numpy as np
import pytest

import dalembert as da
from raised import raises
from tolerance import ROUNDED, SAME_ALGORITHM, TENS_OF_ROUNDINGS

BODY = da.Inertia(1, (0, 0, 0), (1, 1, 1, 0, 0, 0))
LINKS = (da.Link("a"), da.Link("b", BODY))


def joint(**fields):
    return da.Joint(**({"name": "j", "kind": "revolute", "parent": "a", "child": "b"} | fields))


def robot(**fields):
    return da.Robot(**({"name": "r", "links": LINKS, "joints": (joint(),)} | fields))


@pytest.fixture(scope="module")
def arm():
    return da.gallery.ur5()


@pytest.fixture(scope="module")
def states():
    return np.random.default_rng(11).normal(size=(3, 21, 6))


# ── parts of a robot ─────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("make", "kind", "says"),
    [
        (lambda: joint(axis="xyz"), da.errors.WrongSize, da.finding.WrongType),
        (lambda: joint(axis=None), da.errors.WrongSize, da.finding.WrongType),
        (lambda: joint(axis=(0, 0, float("nan"))), da.errors.WrongValue, da.finding.NotFinite),
        (lambda: joint(axis=(0, 0, float("inf"))), da.errors.WrongValue, da.finding.NotFinite),
        (lambda: joint(placement=np.eye(4)), da.errors.WrongValue, da.finding.WrongType),
        (lambda: joint(placement=da.Pose(p=(0, 0))), da.errors.WrongSize, da.finding.WrongLength),
        (
            lambda: joint(after=da.Pose(((2, 0, 0), (0, 1, 0), (0, 0, 1)))),
            da.errors.WrongValue,
            da.finding.NotARotation,
        ),
        (
            lambda: joint(placement=da.Pose(((1, 0, 0), (0, 1, 0), (0, 0, -1)))),
            da.errors.WrongValue,
            da.finding.NotARotation,
        ),
        (lambda: joint(drive={"damping": 1}), da.errors.WrongValue, da.finding.WrongType),
        (lambda: joint(limits=(0, 1)), da.errors.WrongValue, da.finding.WrongType),
        (lambda: da.Limits("a", "b"), da.errors.WrongValue, da.finding.WrongType),
        (lambda: da.Limits(upper=float("nan")), da.errors.WrongValue, da.finding.WrongType),
        (lambda: da.model.Mimic("j", None), da.errors.WrongValue, da.finding.WrongType),
        (lambda: da.model.Mimic("j", 1, float("nan")), da.errors.WrongValue, da.finding.NotFinite),
        (lambda: da.Link("b", 5), da.errors.WrongValue, da.finding.WrongType),
        (lambda: da.Inertia.about_com(1, 5, (1, 1, 1, 0, 0, 0)), da.errors.WrongSize, da.finding.WrongType),
        (lambda: da.Inertia(1, "abc"), da.errors.WrongSize, da.finding.WrongType),
        (lambda: da.Inertia.from_matrix(1, (0, 0, 0), ((1, 0), (0, 1))), da.errors.WrongSize, da.finding.WrongLength),
        (lambda: da.Drive(coupling=5), da.errors.WrongValue, da.finding.WrongType),
        (lambda: da.Drive(coupling=[("j",)]), da.errors.WrongValue, da.finding.WrongType),
        (lambda: robot(gravity=None), da.errors.WrongSize, da.finding.WrongType),
        (lambda: robot(gravity=9.81), da.errors.WrongSize, da.finding.WrongType),
        (lambda: robot(links=(), joints=()), da.errors.BadTopology, da.finding.NothingDescribed),
        (lambda: robot(links=5), da.errors.WrongValue, da.finding.WrongType),
        (lambda: robot(joints=("j",)), da.errors.WrongValue, da.finding.WrongType),
        (lambda: robot(frames=(da.model.Frame("t", "zz"),)), da.errors.BadTopology, da.finding.NotDefined),
        (lambda: robot(frames=(da.model.Frame("a", "b"),)), da.errors.BadTopology, da.finding.Duplicate),
        (
            lambda: robot(frames=(da.model.Frame("t", "b"), da.model.Frame("t", "a"))),
            da.errors.BadTopology,
            da.finding.Duplicate,
        ),
        (lambda: robot().joint(5), da.errors.UnknownName, da.finding.Unknown),
        (lambda: robot().link([]), da.errors.UnknownName, da.finding.Unknown),
    ],
)
def test_part_that_cannot_be(make, kind, says):
    with raises(says):
        make()


def test_lists_are_as_good_as_tuples():
    given = robot(links=[da.Link("a"), da.Link("b", da.Inertia("m", (0, 0, 0), (1, 1, 1, 0, 0, 0)))], joints=[joint()])
    assert given.parameters == ("m",)
    assert isinstance(given.links, tuple)


@pytest.mark.parametrize("axis", [("0", "0", "2"), [0, 0, 2.0], np.array([0, 0, 2]), ("0", "0", "pi")])
def test_axis_of_any_kind_is_a_direction(axis):
    turned = robot(joints=(joint(axis=axis),))
    assert da.forward_kinematics(turned, [0.3])[0, 0] == pytest.approx(np.cos(0.3), rel=TENS_OF_ROUNDINGS)


# ── numbers ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("mass", "kind"),
    [
        (10**400, da.errors.WrongValue),
        (Fraction(10**400), da.errors.WrongValue),
        (1e300, da.errors.WrongValue),
        ("1e400", da.errors.BadExpression),
        ("1e90*1e90", da.errors.BadExpression),
        ("1e90*1e90*m", da.errors.BadExpression),
        ("nan", da.errors.BadExpression),
        ("inf", da.errors.BadExpression),
        ("w1_1", da.errors.BadExpression),
        (np.bool_(True), da.errors.WrongValue),
        (b"1.5", da.errors.WrongValue),
        (-1, da.errors.UnphysicalInertia),
    ],
)
def test_mass_that_no_link_has(mass, kind):
    with raises(da.finding.BadRow):
        da.from_dh([{"joint": "R", "a": 1, "mass": mass}])


def test_pi_and_roots_are_numbers(tmp_path):
    """A value that is exact but has no symbol must work wherever a float does."""
    given = da.from_dh(
        [{"joint": "R", "a": "sqrt(2)", "mass": "pi", "com": [0.1, 0, 0], "inertia": ["pi", 3, 1, 0, 0, 0]}]
    )
    pi = da.model.inertial_parameters(given)
    assert pi[0] == pytest.approx(np.pi, rel=ROUNDED)
    assert not da.diagnose(given).errors
    read = da.load(da.export(given, tmp_path / "r.toml"))
    assert np.array_equal(da.model.inertial_parameters(read), pi)


def test_limits_in_toml_may_be_multiples_of_pi(tmp_path):
    path = tmp_path / "r.toml"
    path.write_text(
        'name = "r"\n[[links]]\nname = "a"\n[[links]]\nname = "b"\nmass = 1\n[[joints]]\nname = "j"\n'
        'kind = "revolute"\nparent = "a"\nchild = "b"\nlimits = { lower = "-pi", upper = "pi/2" }\n'
    )
    limits = da.load(path).joints[0].limits
    assert (limits.lower, limits.upper) == pytest.approx((-np.pi, np.pi / 2), rel=ROUNDED)


@pytest.mark.parametrize("mass", ["1e-320", "0." + "123456789" * 6, Fraction(10**70 + 1, 10**70)])
def test_exact_numbers_of_many_digits_come_back_from_toml(tmp_path, mass):
    given = da.from_dh([{"joint": "R", "a": 1, "mass": mass, "com": ["0.1234567890123456789", 0, 0]}])
    read = da.load(da.export(given, tmp_path / "r.toml"))
    assert da.model.inertial_parameters(read) == pytest.approx(
        da.model.inertial_parameters(given), rel=SAME_ALGORITHM, abs=1e-300
    )


# ── DH tables ────────────────────────────────────────────────────────────────


def test_limits_may_be_open_on_one_side():
    one = da.from_dh([{"joint": "R", "limits": (None, -1)}]).joints[0].limits
    assert (one.lower, one.upper) == (None, -1.0)
    assert da.from_dh([{"joint": "R", "limits": {"upper": -1}}]).joints[0].limits == one


def test_a_coupled_drive_can_stand_in_a_row():
    rows = [{"joint": "R", "a": 1, "mass": 1}, {"joint": "R", "a": 1, "mass": 1}]
    drive = {"rotor_inertia": 0.5, "gear_ratio": 3, "coupling": [("joint2", 2)]}
    driven = da.from_dh([rows[0] | {"drive": drive}, rows[1]])
    rotor = da.mass_matrix(driven, [0.1, 0.7]) - da.mass_matrix(driven.rigid(), [0.1, 0.7])
    assert rotor == pytest.approx(0.5 * np.outer((3, 2), (3, 2)), rel=SAME_ALGORITHM)  # Im θ̇ᵀθ̇, θ̇ = N q̇1 + C q̇2


def test_a_mirror_is_no_base():
    with raises(da.finding.BadRow):
        da.from_dh([("R", 1, 0, 0, 0)], base=np.diag([1, 1, -1, 1]))


def test_errors_of_a_table_name_its_file(tmp_path):
    path = tmp_path / "arm.csv"
    path.write_text("joint,a,mass\nR,1,nan\n")
    with raises(da.finding.BadRow):
        da.load(path)


# ── files ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", [None, 5, b"x.urdf"])
def test_export_needs_a_path(arm, path):
    with raises(da.finding.WrongType, argument="path", expected="a path"):
        da.export(arm, path)


@pytest.mark.parametrize("packages", [5, {"a": 5}, ["a"]])
def test_packages_map_names_to_folders(packages):
    with raises(da.finding.WrongType, argument="packages"):
        da.load("arm.xacro", packages=packages)


def test_names_too_long_to_be_read_are_not_written(tmp_path):
    long = "x" * 201
    given = robot(links=(da.Link("a"), da.Link(long, BODY)), joints=(joint(child=long),))
    with raises(da.finding.Unrepresentable, format="A robot file"):
        da.export(given, tmp_path / "r.urdf")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.toml", '[[links]]\nname = "b"\n[[joints]]\nname = "\\u001b[31m\\u202e"\nfoo = 1\n'),
        ("a.toml", '[[links]]\nname = "b\\u001b"\n[[joints]]\nname = "j"\nkind = "fixed"\nparent = "b"\nchild = "b"\n'),
        ("a.urdf", '<robot name="r"><link name="b"><inertial><mass value="&#x202e;1"/></inertial></link></robot>'),
    ],
)
def test_text_of_a_file_reaches_a_message_without_control_characters(tmp_path, file, text):
    path = tmp_path / file
    path.write_text(text)
    with pytest.raises(da.DalembertError) as caught:
        da.load(path)
    assert str(caught.value).isprintable()


def test_long_text_is_shortened_inside_its_quotes(tmp_path):
    path = tmp_path / "a.urdf"
    path.write_text(f'<robot name="r"><link name="b"><inertial><mass value="{"x" * 300}"/></inertial></link></robot>')
    with raises(da.finding.Invalid, got=f"'{'x' * 60}…'"):
        da.load(path)


def test_an_argument_the_xacro_file_does_not_have_is_told(tmp_path):
    path = tmp_path / "r.xacro"
    path.write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:arg name="width" default="1"/><link name="l$(arg width)"/></robot>'
    )
    assert da.load(path, width=3).warnings == ()
    with raises(da.finding.Rejected):
        da.load(path, widht=3)


# ── calls ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("wrench", [[1, 2, 3, 4, 5, 6], np.ones(6), "link6", 5])
def test_wrench_that_names_no_frame(arm, states, wrench):
    with raises(da.finding.WrongType, argument="wrench"):
        da.inverse_dynamics(arm, *states, wrench=wrench)


@pytest.mark.parametrize("frame", [3, ["link3"], 1.5])
def test_frame_that_is_no_name(arm, states, frame):
    with raises(da.finding.Unknown, noun="frame", name=str(frame), owner_name="ur5"):
        da.jacobian(arm, states[0], frame)
    with raises(da.finding.Unknown, noun="frame", name=str(frame), owner_name="ur5"):
        da.inverse_dynamics(arm, *states, wrench={str(frame): np.ones(6)})


@pytest.mark.parametrize(
    ("call", "kind", "argument"),
    [
        (lambda r: da.compile(r, 3), da.finding.Unknown, "quantity"),
        (lambda r: da.compile(r, []), da.finding.Unknown, "quantity"),
        (lambda r: da.compile(r, "inverse_dynamics", wrench="link6"), da.finding.WrongType, "wrench"),
        (lambda r: da.code.count(r, 3), da.finding.Unknown, "quantity"),
        (lambda r: da.code.count(None, "inverse_dynamics"), da.finding.WrongType, "robot"),
        (lambda r: da.model.inertial_parameters(None), da.finding.WrongType, "robot"),
        (lambda r: da.mass_matrix(5, [0] * 6), da.finding.WrongType, "robot"),
    ],
)
def test_wrong_kind_of_argument(arm, call, kind, argument):
    with raises(kind, argument=argument):
        call(arm)


def test_arrays_of_every_kind_mean_the_same(arm, states):
    """Lists, views, other byte orders, unaligned and read-only memory: the same states, the same torques."""
    expected = da.inverse_dynamics(arm, *states)
    frozen = states.copy()
    frozen.flags.writeable = False
    unaligned = np.frombuffer(b"x" + states.tobytes(), offset=1).reshape(states.shape)
    variants = [
        frozen,
        unaligned,
        states.astype(">f8"),
        states[:, ::-1].copy()[:, ::-1],
        np.repeat(states, 2, axis=2)[..., ::2],
        [np.asfortranarray(x) for x in states],
        [memoryview(x) for x in states],
        states.tolist(),
    ]
    for given in variants:
        assert np.array_equal(da.inverse_dynamics(arm, *given), expected)


@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_result_may_overlap_its_argument(arm, states, shift):
    expected = da.inverse_dynamics(arm, *states)
    room = np.zeros((23, 6))
    argument, result = room[1:22], room[1 + shift : 22 + shift]
    argument[:] = states[2]
    da.inverse_dynamics(arm, states[0], states[1], argument, out=result)
    assert np.array_equal(result, expected)


def test_copies_and_threads_agree(arm, states):
    expected = da.inverse_dynamics(arm, *states)
    for twin in (pickle.loads(pickle.dumps(arm)), copy.copy(arm), copy.deepcopy(arm)):
        assert np.array_equal(da.inverse_dynamics(twin, *states), expected)
    fresh = pickle.loads(pickle.dumps(arm))  # all threads compile the same kernel at once
    found = []
    threads = [threading.Thread(target=lambda: found.append(da.inverse_dynamics(fresh, *states))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(np.array_equal(x, expected) for x in found)
