"""Logs in every format come out as the same numbers; columns are guessed, told or refused; EMPS gives its published fit."""

import json

import numpy as np
import pytest
from scipy.signal import decimate

import dalembert as da
from findings import matching
from measured import path as measured
from measured import slide
from pieces import lecture_arm
from raised import raises
from tolerance import SAME_ALGORITHM

N = 400
T = np.arange(N) * 2e-3
Q = np.stack([np.sin(3 * T), np.cos(2 * T)], axis=1)
QD = np.stack([3 * np.cos(3 * T), -2 * np.sin(2 * T)], axis=1)
TAU = np.stack([5 + T, np.sin(9 * T)], axis=1)


@pytest.fixture(scope="module")
def arm():
    return lecture_arm()


def names(q="q{}", qd="dq{}", tau="tau{}", start=1):
    return ["t", *(x.format(k + start) for x in (q, qd, tau) for k in range(2))]


def write_csv(path, header, separator=",", comma=False, rows=None, coding="utf-8"):
    body = np.column_stack([T, Q, QD, TAU]) if rows is None else rows
    lines = [separator.join(f"{x:.17g}".replace(".", "," if comma else ".") for x in row) for row in body]
    path.write_text("\n".join([*header, *lines]) + "\n", coding)
    return path


def same(log, tolerance=SAME_ALGORITHM):
    for own, expected in ((log.t, T), (log.q, Q), (log.qd, QD), (log.tau, TAU)):
        np.testing.assert_allclose(own, expected, atol=tolerance)


@pytest.mark.parametrize(
    "header",
    [
        names(),
        names("q_{}", "qd_{}", "tau_{}", 0),
        names("position[{}]", "velocity[{}]", "effort[{}]", 0),
        names("actual_q_{}", "actual_qd_{}", "joint_torque_{}", 0),
        names("joint{}_pos", "joint{}_vel", "joint{}_torque"),
        names("theta_{}", "omega_{}", "Torque {}"),
        names("jointPosition{}", "jointVelocity{}", "jointEffort{}"),
        names("θ{}", "ω{}", "τ{}"),
        names("q{} [rad]", "dq{} (rad/s)", "tau_{} (Nm)"),
        names("joint{}/position", "joint{}/velocity", "joint{}/effort"),
        names("q{}", "qdot{}", "tau_J_{}"),
    ],
)
def test_columns_are_known_by_many_names(arm, tmp_path, header):
    log = da.read_log(write_csv(tmp_path / "log.csv", [",".join(header)]), arm, cutoff=None)
    same(log)
    assert log.columns["q"] == tuple(header[1:3])
    assert matching(log.notes, da.finding.ColumnsUsed, quantity="q", columns=tuple(header[1:3]))


@pytest.mark.parametrize(
    ("separator", "comma", "coding", "before"),
    [
        (";", True, "utf-8", []),
        ("\t", False, "utf-8", ["# made by a robot", ""]),
        (" ", False, "latin-1", ["% größe"]),
        (",", False, "utf-8-sig", ["# a, comment, with, commas"]),
        (" , ", False, "utf-8", []),
        ("|", True, "utf-8", ["the log of a robot", "of last week"]),
        (";", False, "utf-16", []),
        ("\t", True, "utf-8", []),
    ],
)
def test_separators_commas_comments_and_codings(arm, tmp_path, separator, comma, coding, before):
    path = write_csv(tmp_path / "log.csv", [*before, separator.join(names())], separator, comma, coding=coding)
    same(da.read_log(path, arm, cutoff=None))


def test_names_in_a_comment_units_in_a_line_and_no_names_at_all(arm, tmp_path):
    same(da.read_log(write_csv(tmp_path / "a.txt", ["# " + " ".join(names())], " "), arm, cutoff=None))
    same(da.read_log(write_csv(tmp_path / "b.csv", []), arm, cutoff=None))
    rows = np.column_stack([T * 1e3, np.degrees(Q), np.degrees(QD), TAU * 1e3])
    units = "[ms],[deg],[deg],[deg/s],[deg/s],[mNm],[mNm]"
    log = da.read_log(write_csv(tmp_path / "c.csv", [",".join(names()), units], rows=rows), arm, cutoff=None)
    same(log)
    assert matching(log.notes, da.finding.UnitConverted, quantity="q", units=("deg",))


def test_every_format_gives_the_same_numbers(arm, tmp_path):
    import h5py
    import pandas
    import pyarrow
    import pyarrow.parquet
    from scipy.io import savemat

    whole = {"t": T, "q": Q, "qd": QD, "tau": TAU}
    single = dict(zip(names(), np.column_stack([T, Q, QD, TAU]).T, strict=True))
    np.savez(tmp_path / "a.npz", **whole)
    np.savez_compressed(tmp_path / "b.npz", **single)
    np.save(tmp_path / "c.npy", np.column_stack([T, Q, QD, TAU]))
    savemat(tmp_path / "d.mat", whole)
    savemat(tmp_path / "e.mat", {"data": {"t": T, "q": Q.T, "dq": QD.T, "tau": TAU.T}})
    pyarrow.parquet.write_table(pyarrow.table(single), tmp_path / "f.parquet")
    lists = {"t": T, "q": list(Q), "qd": list(QD), "tau": list(TAU)}
    pyarrow.parquet.write_table(pyarrow.table(lists), tmp_path / "g.parquet")
    with h5py.File(tmp_path / "h.h5", "w") as file:
        for name, value in whole.items():
            file[f"run/{name}"] = value
    same(da.read_log(whole, arm, cutoff=None))
    same(da.read_log(pandas.DataFrame(single), arm, cutoff=None))
    same(da.read_log(pyarrow.table(single), arm, cutoff=None))
    for path in sorted(tmp_path.iterdir()):
        same(da.read_log(path, arm, cutoff=None))


@pytest.mark.parametrize("storage", ["sqlite3", "mcap"])
def test_ros_bags(arm, tmp_path, storage):
    bag = write_bag(tmp_path / "bag", storage, ["joint2", "gripper", "joint1"])
    inside = next(x for x in bag.iterdir() if x.suffix in (".db3", ".mcap"))
    for path in (bag, inside):
        same(da.read_log(path, arm, cutoff=None), 1e-9)  # stamps are whole nanoseconds


def test_a_bag_without_joint_states_says_what_it_has(arm, tmp_path):
    with raises(da.finding.UnusableFile, reason="no joint states", detail="/talk (std_msgs/msg/String)"):
        da.read_log(write_bag(tmp_path / "bag", "sqlite3", None), arm)
    bag = write_bag(tmp_path / "two", "mcap", ["joint1", "joint2"], ["/left/state", "/right/state"])
    with raises(da.finding.Ambiguous, noun="topics", candidates=(("/left/state",), ("/right/state",))):
        da.read_log(bag, arm)
    assert len(da.read_log(bag, arm, topic="/left/state", cutoff=None)) == N


def write_bag(path, storage, joints, topics=("/joint_states",)):
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    kinds = store.types
    plugin = StoragePlugin.MCAP if storage == "mcap" else StoragePlugin.SQLITE3
    with Writer(path, version=9, storage_plugin=plugin) as bag:
        if joints is None:
            line = bag.add_connection("/talk", "std_msgs/msg/String", typestore=store)
            bag.write(line, 1, store.serialize_cdr(kinds["std_msgs/msg/String"](data="hello"), "std_msgs/msg/String"))
            return path
        place = [{"joint1": 0, "joint2": 1, "gripper": None}[x] for x in joints]
        for topic in topics:
            line = bag.add_connection(topic, "sensor_msgs/msg/JointState", typestore=store)
            for k in range(N):
                sec, nanosec = divmod(10**18 + k * 2_000_000, 10**9)
                stamp = kinds["builtin_interfaces/msg/Time"](sec=sec, nanosec=nanosec)
                header = kinds["std_msgs/msg/Header"](stamp=stamp, frame_id="")
                values = [np.array([0.0 if j is None else x[k, j] for j in place]) for x in (Q, QD, TAU)]
                message = kinds["sensor_msgs/msg/JointState"](header, list(joints), *values)
                bag.write(line, k, store.serialize_cdr(message, "sensor_msgs/msg/JointState"))
    return path


def test_columns_told_by_name_number_and_pattern(arm, tmp_path):
    header = ["clock", "a", "b", "c", "d", "eff_1", "eff_2"]
    path = write_csv(tmp_path / "log.csv", [",".join(header)])
    for told in (
        {"t": "clock", "q": ["a", "b"], "qd": ["c", "d"], "tau": "eff_*"},
        {"t": 0, "q": [1, 2], "qd": [3, 4], "tau": [5, 6]},
    ):
        same(da.read_log(path, arm, told, cutoff=None))
    with raises(da.finding.Unknown, noun="column", name="aa", owner="file"):
        da.read_log(path, arm, {"q": ["aa", "b"]})
    with raises(da.finding.WrongColumnCount, quantity="q", expected=2, robot=arm.name):
        da.read_log(path, arm, {"q": ["a"]})
    with raises(da.finding.QuantityNotFound, file="log.csv", quantity="positions"):
        da.read_log(path, arm)


def test_two_sets_of_positions_are_refused_with_both(arm):
    data = {"t": T, "motor_pos": Q, "link_pos": Q, "tau": TAU}
    both = tuple((f"{x}[0]", f"{x}[1]") for x in ("motor_pos", "link_pos"))
    with raises(da.finding.Ambiguous, noun="sets of columns", candidates=both):
        da.read_log(data, arm)
    same(da.read_log(data | {"qd": QD}, arm, {"q": "link_pos"}, cutoff=None))


def test_real_time_exchange_names_of_a_ur(arm):
    """Actual and target columns side by side, currents instead of torques, poses of the tool to be ignored."""
    data = {
        "timestamp": T,
        "actual_q": Q,
        "target_q": Q + 1,
        "actual_qd": QD,
        "target_qd": QD + 1,
        "target_moment": TAU,
    }
    data |= {"actual_current": TAU / 2, "target_current": TAU, "actual_TCP_pose": np.zeros((N, 6)), "safety_mode": T}
    log = da.read_log(data, arm, cutoff=None, channels=da.identification.Channels(torque_gain=2.0))
    same(log)
    np.testing.assert_allclose(log.command, Q + 1)


def test_desired_values_of_franka_are_commands(arm):
    data = {
        "t": T,
        "q": Q,
        "dq": QD,
        "tau_J": TAU,
        "q_d": Q + 1,
        "dq_d": QD + 1,
        "tau_J_d": TAU + 1,
        "tau_ext_hat_filtered": TAU,
    }
    log = da.read_log(data, arm, cutoff=None)
    same(log)
    np.testing.assert_allclose(log.command, Q + 1)


def test_motors_become_joints(arm):
    """motor = C joint: q_motor = C q, and equal power on both sides, τ_motorᵀ q̇_motor = τᵀ q̇."""
    C = np.array([[50.0, 0.0], [20.0, -80.0]])
    motor = {"t": T, "q": Q @ C.T, "qd": QD @ C.T, "tau": TAU @ np.linalg.inv(C)}
    np.testing.assert_allclose((motor["tau"] * motor["qd"]).sum(1), (TAU * QD).sum(1))
    same(da.read_log(motor, arm, cutoff=None, channels=da.identification.Channels(coupling=C)), 1e-11)
    same(
        da.read_log(
            motor,
            arm,
            cutoff=None,
            channels=da.identification.Channels(gear_ratio=[50, -80], coupling=[[1, 0], [-0.25, 1]]),
        ),
        1e-11,
    )
    half = {"t": T, "q": Q, "qd": QD, "current": TAU / [0.1, 0.2] / 50}
    same(
        da.read_log(
            half,
            arm,
            cutoff=None,
            channels=da.identification.Channels(gear_ratio=50, motor_side=["tau"], torque_gain=[0.1, 0.2]),
        ),
        1e-11,
    )
    turned = {"t": T, "q": (Q - [0.1, 0.2]) * [1, -1], "qd": QD * [1, -1], "tau": TAU * [1, -1]}
    same(
        da.read_log(turned, arm, cutoff=None, channels=da.identification.Channels(signs=[1, -1], offsets=[0.1, 0.2])),
        1e-11,
    )
    counts = {"t": T, "q": Q * 4096 / (2 * np.pi), "qd": QD * 60 / (2 * np.pi), "tau": TAU}
    log = da.read_log(
        counts,
        arm,
        units={"q": "counts", "qd": "rpm"},
        cutoff=None,
        channels=da.identification.Channels(counts_per_turn=4096),
    )
    same(log, 1e-11)


def test_currents_without_a_gain_are_said(arm):
    log = da.read_log({"t": T, "q": Q, "i": TAU}, arm)
    assert matching(log.faults, da.finding.EffortsAreSignals, unit="amperes")


DAMAGED = da.finding.UnusableFile, {"reason": "damaged"}
HOSTILE = {
    "empty.csv": (b"", (da.finding.UnusableFile, {"reason": "empty file"})),
    "blank.csv": (b"\n\n  \n", (da.finding.UnusableFile, {"reason": "empty file"})),
    "words.csv": (b"hello world\nthis is not\na table\n", (da.finding.UnusableFile, {"reason": "no numbers"})),
    "column.csv": (b"t\n1\n2\n3\n", (da.finding.QuantityNotFound, {"quantity": "positions"})),
    "head.csv": (b"t,q1,q2,tau1,tau2\n", (da.finding.UnusableFile, {"reason": "no numbers"})),
    "binary.csv": (b"t,q1\0\0\0", (da.finding.UnusableFile, {"reason": "binary file"})),
    "object.npz": (None, DAMAGED),
    "damaged.npz": (b"PK\x03\x04 nothing", DAMAGED),
    "damaged.mat": (b"MATLAB 5.0 MAT-file" + b"x" * 300, DAMAGED),
    "damaged.h5": (b"\x89HDF\r\n\x1a\nxxxx", DAMAGED),
    "damaged.parquet": (b"PAR1xxxxPAR1", DAMAGED),
    "damaged.db3": (b"SQLite format 3\0xx", DAMAGED),
    "damaged.mcap": (b"\x89MCAP0\r\n xxxxxxx", DAMAGED),
    "log.xlsx": (b"x", (da.finding.Unknown, {"noun": "file suffix", "name": ".xlsx"})),
    "twice.csv": (b"t,q1,q1\n0,1,2\n1,2,3\n2,3,4\n", (da.finding.WrongColumnCount, {"quantity": "q"})),
    "wide.csv": (b"t,q1,q2,q3\n0,1,2,3\n1,2,3,4\n", (da.finding.WrongColumnCount, {"columns": ("q1", "q2", "q3")})),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_files_that_cannot_be_read_say_why(arm, tmp_path, name):
    content, expected = HOSTILE[name]
    path = tmp_path / name
    if content is None:
        np.savez(path, q=np.array([{"a": 1}], dtype=object))
    else:
        path.write_bytes(content)
    kind, fields = expected
    with raises(kind, **fields):
        da.read_log(path, arm)


def test_other_hostile_input(arm, tmp_path):
    with raises(da.finding.Unreadable, reason="missing file"):
        da.read_log(tmp_path / "nowhere.csv", arm)
    with raises(da.finding.Unreadable, reason="not a bag"):
        da.read_log(tmp_path, arm)
    with raises(da.finding.WrongType, argument="path", expected="sample table"):
        da.read_log(7, arm)
    with raises(da.finding.WrongType, argument="robot"):
        da.read_log({"t": T, "q": Q}, 7)
    with raises(da.finding.QuantityNotFound, quantity="time"):
        da.read_log({"q": Q, "tau": TAU}, arm)
    with raises(da.finding.Unknown, noun="unit", name="furlong"):
        da.read_log({"t": T, "q": Q}, arm, units={"q": "furlong"})
    for more, kind in (
        ({"gap": "a"}, da.finding.NotReal),
        ({"gap": -1}, da.finding.OutOfRange),
        ({"units": ["deg"]}, da.finding.WrongType),
        ({"rate": 0}, da.finding.OutOfRange),
    ):
        with raises(kind, argument=next(iter(more))):
            da.read_log({"t": T, "q": Q}, arm, **more)
    for more in ({"coupling": "x"}, {"signs": 2}, {"motor_side": "force"}, {"gear_ratio": np.nan}):
        with pytest.raises(da.errors.WrongValue):
            da.identification.Channels(**more)
    with raises(da.finding.WrongShape, argument="gear_ratio"):
        da.read_log({"t": T, "q": Q}, arm, channels=da.identification.Channels(gear_ratio=[1, 2, 3]))
    with raises(da.finding.OutOfRange, argument="cutoff", upper=pytest.approx(250.0)):
        da.read_log({"t": T, "q": Q}, arm, cutoff=300)


def test_words_among_numbers_are_missing_numbers(arm, tmp_path):
    path = write_csv(tmp_path / "log.csv", [",".join(names())])
    lines = path.read_text().splitlines()
    cells = lines[50].split(",")
    lines[50] = ",".join(["oops" if k == 3 else x for k, x in enumerate(cells)])
    lines[90] = lines[90].rpartition(",")[0]  # a cell too few
    path.write_text("\n".join(lines))
    log = da.read_log(path, arm, cutoff=None)
    same(log, 2e-4)  # efforts are joined by straight lines, h²/8 · 81
    assert matching(log.notes, da.finding.CellsMissing, count=1)
    assert matching(log.notes, da.finding.SamplesDropped, count=1, reason="other width")
    assert matching(log.notes, da.finding.SamplesMissing, count=2)


def test_a_log_is_printed_with_what_was_understood(arm):
    text = repr(da.read_log({"t": T, "q": Q, "tau": TAU}, arm, name="my run"))
    assert text.startswith("Log 'my run': 400 samples at 500 Hz, 0.798 s, 2 coordinates")
    assert "q[1]" in text


def test_a_missing_package_is_named_with_what_works_without(arm, tmp_path, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "h5py", None)
    (tmp_path / "log.h5").write_bytes(b"x")
    with raises(da.finding.MissingPackage, package="h5py", function="read_log"):
        da.read_log(tmp_path / "log.h5", arm)


def test_emps_gives_the_published_least_squares():
    axis = slide(mass=95.0)
    log = da.read_log(measured("emps/DATA_EMPS.mat"), axis, cutoff=100.0)
    assert log.columns == {"t": ("t",), "q": ("qm",), "voltage": ("vir",), "command": ("qg",)}
    qd = log.qd[:, 0]
    W = np.column_stack([log.qdd[:, 0], qd, np.sign(qd), np.ones(len(qd)), log.tau[:, 0]])
    thin = decimate(W, 10, axis=0)
    x, *_ = np.linalg.lstsq(thin[:, :4], thin[:, 4], rcond=None)
    error = np.linalg.norm(thin[:, 4] - thin[:, :4] @ x) / np.linalg.norm(thin[:, 4])
    np.testing.assert_allclose(x, [95.1089, 203.5034, 20.3935, -3.1648], rtol=0.005)  # Janot, Gautier, Brunot
    assert error <= 0.042


def test_notes_are_plain_text(arm, tmp_path):
    """A hostile header cannot move a terminal's cursor."""
    header = ["t", "q1", "q2", "dq1", "dq2", "tau1", "tau2\x1b[2J"]
    log = da.read_log(write_csv(tmp_path / "log.csv", [",".join(header)]), arm, {"tau": [5, 6]})
    assert "\x1b" not in repr(log)
    json.dumps([str(x) for x in log.notes])


@pytest.mark.parametrize(
    ("q", "qd", "tau", "scale"),
    [("q{} [°]", "w{} [°/s]", "M{} [Nm]", 1.0), ("arm_{}_pos_deg", "arm_{}_vel_deg_s", "arm_{}_torque_mNm", 1e3),
     ("J{} (deg)", "J{} (deg/s)", "J{} (mNm)", 1e3), ("angle_{} deg", "rate_{} degps", "effort_{} nm", 1.0)],
)  # fmt: skip
def test_units_that_end_a_name_are_used_and_tell_what_was_measured(q, qd, tau, scale, arm, tmp_path):
    rows = np.column_stack([T, np.degrees(Q), np.degrees(QD), scale * TAU])
    log = da.read_log(write_csv(tmp_path / "log.csv", [";".join(names(q, qd, tau))], ";", True, rows), arm, cutoff=None)
    same(log)


def test_currents_without_a_gain_are_said_and_not_written_as_masses(arm, tmp_path):
    t = np.arange(0, 10, 0.01)
    q, qd, qdd = (
        f(np.outer(t, [1.3, 2.1])) * w for f, w in ((np.sin, 1.0), (np.cos, [1.3, 2.1]), (np.sin, [-1.69, -4.41]))
    )
    amperes = da.inverse_dynamics(arm, q, qd, qdd) / [12.0, 8.0]
    table = {"t": t, "q": q, "qd": qd, "qdd": qdd, "motor_current": amperes}
    fit = da.identify(arm, da.read_log(table, arm, cutoff=None))
    assert matching(fit.warnings, da.finding.EffortsAreSignals, unit="amperes")
    assert fit.verdict.signals is not None
    with raises(da.finding.EffortsNotTorques):
        fit.save(tmp_path / "arm.urdf")
    told = da.identify(
        arm, da.read_log(table, arm, cutoff=None, channels=da.identification.Channels(torque_gain=[12.0, 8.0]))
    )
    assert not matching((*told.warnings, told.verdict), da.finding.EffortsAreSignals)
    assert told.save(tmp_path / "arm.urdf").path.exists()
