"""Robots are values: equal by content, sharing what was derived, and gone when nobody needs them."""

import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, fields, replace
from fractions import Fraction

import numpy as np
import pytest

import dalembert as da
from dalembert.finding.finding import JointName
from dalembert.graph import symbol
from dalembert.kinematics.chain import geometry
from dalembert.robot import model
from dalembert.robot.tree import tree
from random_robot import random_robot

NAMES = da.gallery.names()


GUESSED = da.finding.OddLimit(JointName("joint1"), da.finding.Noun("no limits"))


def written(robot):
    """The content as Python writes it: 3, 3.0 and -0.0 differ, `source` and `warnings` are left out."""
    whole = astuple(robot)
    return [repr(whole[i]) for i, part in enumerate(fields(robot)) if part.name not in ("source", "warnings")]


def changed(robot, place, change):
    """The robot with its number at a place changed."""
    seen = iter(range(10**6))
    return robot.map(lambda x: change(x) if next(seen) == place else x)


def numbers(robot):
    found = []
    robot.map(lambda x: found.append(x) or x)
    return len(found)


@pytest.mark.parametrize("name", NAMES)
def test_copies_are_equal_and_have_one_hash(name):
    robot = getattr(da.gallery, name)()
    other = replace(robot, source="elsewhere", warnings=("a word",))
    for same in (pickle.loads(pickle.dumps(robot)), copy.copy(robot), copy.deepcopy(robot), other):
        assert same is not robot
        assert same == robot
        assert hash(same) == hash(robot)
        assert len({same, robot}) == 1
    assert replace(robot, name=robot.name + "_2") != robot
    assert robot != name


@pytest.mark.sampled(4)
@pytest.mark.parametrize("robot", [*(getattr(da.gallery, name)() for name in NAMES[::3]), *(random_robot(seed, 4, drives=True) for seed in range(4))], ids=lambda r: r.name)  # fmt: skip
def test_robots_are_equal_just_where_their_content_is(robot):
    """Every eleventh number as another type, with another sign of zero, or moved by its last bit."""
    changes = (
        lambda x: Fraction(x) if type(x) is float else float(x) if type(x) is Fraction else x * symbol("k"),
        lambda x: -0.0 if x == 0.0 else x,
        lambda x: float(np.nextafter(x, 2.0)) if type(x) is float and 0 < x < 1 else x,
    )
    kinds = set()
    for place in range(0, numbers(robot), 11):
        for change in changes:
            try:
                other = changed(robot, place, change)
            except da.errors.DalembertError:  # no number for this place
                continue
            same = written(other) == written(robot)
            assert (other == robot) is same
            assert (hash(other) == hash(robot)) is same
            kinds.add(same)
    assert False in kinds


def test_the_digest_is_the_same_in_every_process():
    code = "import dalembert as da; print(da.gallery.puma560().derived.digest.hex(), da.gallery.ur5().derived.digest.hex())"
    found = set()
    for seed in ("0", "5"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        found.add(done.stdout)
    assert len(found) == 1


def test_equal_robots_share_what_was_derived():
    robot = da.gallery.ur5()
    twin = pickle.loads(pickle.dumps(robot))
    assert da.compile(twin, "inverse_dynamics") is da.compile(robot, "inverse_dynamics")
    assert tree(twin) is tree(robot)
    plane = da.gallery.planar_2r()
    assert da.equations(pickle.loads(pickle.dumps(plane))) is da.equations(plane)
    numeric = plane.bind(**dict.fromkeys(plane.parameters, 0.5))
    assert numeric is not plane.bind(**dict.fromkeys(plane.parameters, 0.5))
    assert da.compile(numeric, "mass_matrix") is da.compile(
        plane.bind(**dict.fromkeys(plane.parameters, 0.5)), "mass_matrix"
    )
    assert da.compile(plane.bind(**dict.fromkeys(plane.parameters, 0.25)), "mass_matrix") is not da.compile(
        numeric, "mass_matrix"
    )


@pytest.mark.parametrize("name", NAMES)
def test_variants_of_a_kept_robot_are_made_once(name):
    robot = getattr(da.gallery, name)()
    assert robot.rigid() is robot.rigid()
    assert robot.rigid().rigid() is robot.rigid()
    assert robot.symbolic() is robot.symbolic()
    assert robot.symbolic(drives=True) is robot.symbolic(drives=True)
    if robot.joints[0].kind != "free":  # else it floats already
        assert robot.floating() is robot.floating()
        assert robot.floating("body") is not robot.floating()


def test_variants_keep_their_own_source():
    robot = da.gallery.ur5()
    other = replace(robot, source="measured on Monday", warnings=(GUESSED,))
    assert other == robot
    for variant in (da.Robot.rigid, da.Robot.symbolic, da.Robot.floating, geometry):
        assert variant(robot).source == robot.source
        assert variant(other).source == "measured on Monday"
        assert variant(other).warnings == (GUESSED,)
    assert da.equations(other.symbolic()).robot.source == "measured on Monday"
    for told in (robot, other):
        run = da.simulate(told, np.zeros(6), np.zeros(6), duration=0.01, method=da.simulation.Solver("rk4", step=0.005))
        assert run.robot.source == told.source


def test_a_pickle_carries_no_kernels():
    robot = da.gallery.planar_2r().bind(**dict.fromkeys(da.gallery.planar_2r().parameters, 0.75))
    before = pickle.dumps(robot)
    da.mass_matrix(robot, [0.1, 0.2])
    assert robot.derived.kept
    assert pickle.dumps(robot) == before


def test_robots_and_their_kernels_go_away():
    plane = da.gallery.planar_2r()

    def used(k):
        robot = plane.bind(**dict.fromkeys(plane.parameters, 1 + k / 128))
        da.mass_matrix(robot.rigid(), [0.1, 0.2])
        da.compile(robot, "mass_matrix")
        return weakref.ref(robot), weakref.ref(robot.derived), weakref.ref(da.compile(robot, "mass_matrix"))

    made = [used(k) for k in range(model.RECENT + 12)]
    gc.collect()
    alive = [[ref() is not None for ref in refs] for refs in made]
    assert alive[-1][1:] == [True, True]  # the last ones are found again
    assert alive[:8] == [[False] * 3] * 8
    assert len(model._recent) <= model.RECENT


def test_threads_that_meet_find_one_derived_and_right_numbers():
    plane, count = da.gallery.planar_2r(), 16
    barrier = threading.Barrier(count)
    q = np.random.default_rng(0).normal(size=(50, 2))

    def work(k):
        barrier.wait()
        found = []
        for value in (0.375, 0.625, 0.875):
            robot = plane.bind(**dict.fromkeys(plane.parameters, value))
            found.append((robot.derived, robot.rigid(), da.mass_matrix(robot.rigid(), q)))
        return found

    with ThreadPoolExecutor(count) as pool:
        results = list(pool.map(work, range(count)))
    for own in zip(*results, strict=True):
        assert len({id(place) for place, _, _ in own}) == 1
        assert len({id(variant) for _, variant, _ in own}) == 1
        assert all(np.array_equal(M, own[0][2]) for _, _, M in own)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_is_not_left_with_a_locked_door():
    plane, held = da.gallery.planar_2r(), threading.Event()

    def hold():
        with model._lock:
            held.set()
            time.sleep(0.2)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        os._exit(0 if plane.bind(**dict.fromkeys(plane.parameters, 0.3)).derived.digest else 1)
    thread.join()
    assert os.waitpid(child, 0)[1] == 0
