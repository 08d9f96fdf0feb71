"""Ensembles: each member alone is the member in the study; chunks, clusters, kills and restarts change no byte."""

import os
import signal
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import dalembert as da
from raised import raises, warns
from tolerance import MARCHED, SAME_ALGORITHM

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
PARAMETERS = {"link6.mass": stats.norm(0.2, 0.02), "joint1.damping": lambda rng: rng.uniform(0, 1)}


def start(rng):
    return rng.normal(size=6)


def falling(members=40, **options):
    options = {"seed": 3, "chunk": 9} | options
    task = da.ensemble.Simulation(q0=start, duration=0.1, step=2e-3)
    return da.ensemble.run(da.gallery.ur5(), PARAMETERS, task, members=members, **options)


def files(folder):
    return {x.name: x.read_bytes() for x in sorted(folder.glob("*.parquet"))}


def test_a_member_alone_is_the_member_of_the_study():
    study = falling()
    for i in (0, 17, 39):
        alone = study.member(i)
        assert np.array_equal(alone["q"], study["q"][i])
        member = study.population.member(i)
        run = da.simulate(member.robot, start(member.rng), duration=0.1, method=da.simulation.Solver("rk4", step=2e-3))
        assert np.abs(run.q[-1] - study["q"][i]).max() < SAME_ALGORITHM
        assert member.robot.link("link6").inertia.mass == study["link6.mass"][i]


def test_chunks_change_no_number():
    one, other = falling(chunk=40), falling(chunk=7)
    assert one.table.equals(other.table.combine_chunks())


def test_another_seed_is_another_study():
    assert not np.array_equal(falling(5)["q"], falling(5, seed=4)["q"])


def test_samples_and_methods_that_run_alone():
    robot = da.gallery.planar_3rrr()
    q = da.assemble(robot, da.neutral(robot))
    task = da.ensemble.Simulation(q0=q, duration=0.02, step=2e-3, sample=0.01)
    study = da.ensemble.run(robot, {"gravity": np.array([[0, 0, -9.81], [0, -9.81, 0]])}, task, members=2)
    assert study["q"].shape == (2, 3, robot.nq)
    assert not np.allclose(study["q"][0, -1], study["q"][1, -1])
    pendulum = da.gallery.planar_2r().bind(**dict.fromkeys(da.gallery.planar_2r().parameters, 0.5))
    task = da.ensemble.Simulation(q0=[0.1, 0.2], duration=0.1, sample=0.05, step=1e-3)
    together = da.ensemble.run(pendulum, {}, task, members=2)
    run = da.simulate(pendulum, [0.1, 0.2], duration=0.1, sample=0.05)
    assert np.abs(together["q"][0] - run.q).max() < MARCHED


def test_any_task_and_its_errors():
    def reach(member):
        if member.index == 2:
            raise ValueError("no luck")
        return {
            "height": da.forward_kinematics(member.robot, member.rng.normal(size=6))[2, 3],
            "M": da.mass_matrix(member.robot, np.zeros(6)),
        }

    study = da.ensemble.run(
        da.gallery.ur5(), {"joint2.after": lambda rng: rng.normal(size=3)}, reach, members=5, chunk=2
    )
    assert study["M"].shape == (5, 6, 6)
    assert [x is None for x in study["error"]] == [True, True, False, True, True]
    assert "no luck" in study["error"][2]
    assert np.isnan(study["M"][2]).all()
    assert np.isfinite(study["height"][[0, 1, 3, 4]]).all()


def test_what_is_done_is_not_done_again(tmp_path):
    done = []

    def task(member):
        done.append(member.index)
        if member.index == 5 and len(done) == 6:
            raise KeyboardInterrupt
        return {"x": member.rng.normal()}

    robot = da.gallery.ur5()
    with pytest.raises(KeyboardInterrupt):
        da.ensemble.run(robot, {}, task, members=8, chunk=2, path=tmp_path)
    assert len(files(tmp_path)) == 2
    done.clear()
    study = da.ensemble.run(robot, {}, task, members=8, chunk=2, path=tmp_path)
    assert done == [4, 5, 6, 7]
    assert np.array_equal(study["member"], range(8))
    with raises(da.finding.OtherStudy):
        da.ensemble.run(robot, {}, task, members=8, chunk=2, path=tmp_path, seed=1)


@pytest.mark.parametrize(
    "change",
    [
        {"task": lambda member: {"x": 2.0}},
        {"parameters": {"link6.mass": stats.norm(9, 0.02)}},
        {"parameters": {"link6.mass": lambda rng: 1.0}},
        {"task": da.ensemble.Simulation(q0=lambda rng: rng.normal(size=6), duration=0.2)},
    ],
)
def test_a_changed_task_or_draw_is_another_study(tmp_path, change):
    given = {"task": lambda member: {"x": 1.0}, "parameters": {"link6.mass": stats.norm(0.2, 0.02)}}
    given["task"] = (
        da.ensemble.Simulation(q0=lambda rng: rng.normal(size=6), duration=0.1)
        if "duration" in repr(change)
        else given["task"]
    )
    robot = da.gallery.ur5()
    da.ensemble.run(robot, given["parameters"], given["task"], members=2, path=tmp_path)
    da.ensemble.run(robot, given["parameters"], given["task"], members=2, path=tmp_path)  # the same goes on
    given |= change
    with raises(da.finding.OtherStudy):
        da.ensemble.run(robot, given["parameters"], given["task"], members=2, path=tmp_path)


def test_limits_of_motors_act():
    robot = da.gallery.pendulum()
    robot = robot.bind(**dict.fromkeys(robot.parameters, 1.0))
    weak = da.Drive(torque_limit=1.0, gear_ratio=1)
    robot = replace(robot, joints=(replace(robot.joints[0], drive=weak), *robot.joints[1:]))
    study = da.ensemble.run(robot, {}, da.ensemble.Simulation(q0=[0.0], tau=[50.0], duration=0.2), members=1)
    run = da.simulate(robot, [0.0], tau=[50.0], duration=0.2, method="rk4")
    assert np.array_equal(study["q"][0], run.q[-1])


def test_draws_that_no_body_has_are_told():
    task = da.ensemble.Simulation(q0=np.zeros(6), duration=0.01)
    study = da.ensemble.run(da.gallery.ur5(), {"link6.mass": [-50.0, 0.2]}, task, members=2)
    assert "no body has what was drawn for 'link6.mass'" in study["error"][0]
    assert study["error"][1] is None
    assert np.isnan(study["q"][0]).all()


def test_symbols_may_be_parameters_of_a_simulation():
    robot = da.gallery.planar_2r()
    draws = {name: [0.5, 0.6] for name in robot.parameters}
    study = da.ensemble.run(robot, draws, da.ensemble.Simulation(q0=[0.1, 0.2], duration=0.1), members=2)
    numeric = robot.bind(**dict.fromkeys(robot.parameters, 0.6))
    run = da.simulate(numeric, [0.1, 0.2], duration=0.1, method="rk4")
    assert np.abs(study["q"][1] - run.q[-1]).max() < SAME_ALGORITHM


def test_chunks_agree_on_what_a_column_is():
    robot = da.gallery.ur5()
    mixed = da.ensemble.run(
        robot, {}, lambda m: {"x": 1 if m.index < 2 else 1.5, "n": np.array([2**60 + 1])}, members=4, chunk=2
    )
    assert list(mixed["x"]) == [1, 1, 1.5, 1.5]
    assert mixed["n"][3, 0] == 2**60 + 1
    with raises(da.finding.TaskResult, name="x"):
        da.ensemble.run(robot, {}, lambda m: {"x": np.zeros((2, 3) if m.index < 2 else (3, 2))}, members=4, chunk=2)[
            "x"
        ]
    with raises(da.finding.TaskResult, name="member"):
        da.ensemble.run(robot, {}, lambda m: {"member": 7}, members=1)


@pytest.mark.sampled(0)
def test_lost_workers_change_no_byte(tmp_path):
    distributed = pytest.importorskip("distributed", reason="Dask's distributed is not installed")
    falling(120, chunk=6, path=tmp_path / "here")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        victims = list(client.run(os.getpid).values())

        def kill():
            time.sleep(0.3)
            os.kill(victims[0], signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        falling(120, chunk=6, path=tmp_path / "there", client=client)
        killer.join()
    assert files(tmp_path / "here") == files(tmp_path / "there")


MASS = {"argument": "parameters['link6.mass']"}


@pytest.mark.parametrize(
    ("change", "kind", "fields"),
    [
        ({"members": 0}, da.finding.NotInteger, {"argument": "members", "lower": 1}),
        ({"run": 3}, da.finding.WrongType, {"argument": "run"}),
        ({"parameters": {"link6.mass": [1, 2]}}, da.finding.WrongShape, MASS | {"expected": ((4,), (4, "k"))}),
        ({"parameters": {"gravity": lambda rng: 1}}, da.finding.WrongShape, {"expected": ((3,),)}),
        ({"parameters": {"link6.mass": lambda rng: "3"}}, da.finding.NotReal, MASS),
        ({"parameters": {"link6.mass": lambda rng: True}}, da.finding.NotReal, MASS),
        ({"parameters": {"link6.mass": lambda rng: 10**400}}, da.finding.NotReal, MASS),
        ({"parameters": {"link6.mass": [1, 2, 3, 4j]}}, da.finding.NotReal, MASS),
        ({"run": da.ensemble.Simulation([np.nan] * 6, 0.1)}, da.finding.NotFinite, {"argument": "q0"}),
        ({"run": lambda member: 7}, da.finding.TaskResult, {"reason": "not a mapping"}),
        ({"seed": -1}, da.finding.NotInteger, {"argument": "seed", "lower": 0}),
    ],
)
def test_misuse_is_told(change, kind, fields):
    given = {"parameters": {}, "run": lambda member: {"x": 1}, "members": 4} | change
    with raises(kind, **fields):
        da.ensemble.run(da.gallery.ur5(), given.pop("parameters"), given.pop("run"), **given)


def test_a_parameter_that_does_not_exist_is_refused():
    with raises(da.finding.Unknown, noun="parameter", name="link9.mass", owner_name="ur5"):
        da.ensemble.run(da.gallery.ur5(), {"link9.mass": lambda rng: 1}, lambda member: {"x": 1}, members=4)


def test_whole_numbers_drawn_are_spoken_of():
    """A function that draws whole numbers may mean them; a table of them does."""
    with warns(da.finding.WholeNumbersDrawn, **MASS):
        da.ensemble.run(da.gallery.ur5(), {"link6.mass": lambda rng: rng.integers(1, 3)}, lambda m: {"x": 1}, members=2)
    da.ensemble.run(da.gallery.ur5(), {"link6.mass": [1, 2]}, lambda m: {"x": 1}, members=2)


def test_samples_that_do_not_divide_the_duration_are_refused():
    with raises(da.finding.NotMultiple, argument="duration"):
        da.ensemble.Simulation(q0=np.zeros(6), duration=0.1, sample=0.04)
