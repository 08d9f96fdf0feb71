"""PTX against the graph: run in NumPy where there is no GPU, for every layout, both precisions, whole and broken warps."""

from dataclasses import replace
from functools import lru_cache

import mpmath
import numpy as np
import pytest
from ptx_machine import Machine

import dalembert as da
from corpus import find
from dalembert.codegen.renderers.ptx import program, warps
from dalembert.codegen.renderers.ptx.partition import divide, share
from dalembert.codegen.renderers.ptx.plan import ALIGNED, COLUMN_TILE, COLUMNS, GIVEN, ROWS, STRIDED, TILE, Plan, choose
from dalembert.codegen.renderers.ptx.program import ENTRY
from dalembert.codegen.runtimes.interpreter import run
from dalembert.codegen.tape import Operand, TapeFunction, tape
from dalembert.graph import symbol
from dalembert.graph.scalar import cos, sin
from dalembert.quantity import trace
from random_robot import random_limbs, worst
from tolerance import FLOAT32, SAME_ALGORITHM

TOLERANCE = {"float64": SAME_ALGORITHM, "float32": FLOAT32}
REAL = {"float64": "double", "float32": "float"}


@lru_cache(maxsize=4)
def traced(robot, quantity):
    graph = trace(robot, quantity)
    made = tape([x for *_, entries in graph.inputs for x in entries], graph.scalars)
    return made, *(tuple([Operand(name, shape) for name, shape, _ in side]) for side in (graph.inputs, graph.outputs))


def chosen(made, inputs, outputs, *more):
    """The plan of a kernel."""
    return choose(TapeFunction(ENTRY, made, tuple(inputs), tuple(outputs)), *more)


@lru_cache(maxsize=2)
def assembled(made, inputs, outputs, dtype, plan):
    """The kernel, and the bytes that a block shares."""
    render = warps.render if plan.parts > 1 else program.render_stream if plan.walks else program.render
    rendered = render(TapeFunction(ENTRY, made, tuple(inputs), tuple(outputs)), REAL[dtype], plan)
    return Machine(program.assemble(rendered.source, pooled=rendered.pooled)), rendered.shared


def launched(made, inputs, outputs, given, dtype, plan, blocks=None):
    """What the kernel writes, from arrays (n, columns)."""
    machine, shared = assembled(made, tuple(inputs), tuple(outputs), dtype, plan)
    n, size = len(given[0]), np.dtype(dtype).itemsize
    arguments, places = [], []
    for k, operand in enumerate(inputs + outputs):
        layout, columns = plan.layouts[k], operand.columns
        values = given[k] if k < len(inputs) else np.full((n, columns), np.nan)
        if layout == STRIDED:  # every other number of every third row
            wide = np.full((3 * n, 2 * columns), np.nan)
            wide[::3, ::2] = values
            values, column, state = wide, 2 * size, 6 * columns * size
        elif layout in (COLUMNS, COLUMN_TILE):
            long = n if layout == COLUMNS and not plan.walks else -(-n // 4) * 4  # whole units of 16 bytes
            values = np.pad(values.T, ((0, 0), (0, long - n)), constant_values=np.nan)
            column, state = long * size, size
        else:
            column, state = size, columns * size
        arguments += [machine.put(values.astype(dtype)), column, state]
        places.append((arguments[-3], values.shape))
    machine.launch(ENTRY, [*arguments, n], blocks or -(-n // plan.tile), shared)
    found = []
    for k, (place, shape) in enumerate(places[len(inputs) :], len(inputs)):
        x = machine.get(place, shape, dtype)
        found.append({COLUMNS: x.T[:n], COLUMN_TILE: x.T[:n], STRIDED: x[::3, ::2]}.get(plan.layouts[k], x))
    return found


def expected(made, outputs, given, dtype):
    states = [x.astype(dtype).astype(float) for x in given]
    with np.errstate(all="ignore"):
        values = np.stack(run(made, [c for x in states for c in x.T], np.dtype(float)), axis=1)
    return np.split(values, np.cumsum([x.columns for x in outputs])[:-1], axis=1)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("layout", [COLUMNS, ROWS, TILE, STRIDED, COLUMN_TILE, GIVEN])
@pytest.mark.parametrize(
    ("robot", "quantity"),
    [
        ("ur5", "inverse_dynamics"),
        ("panda", "forward_dynamics"),
        ("ur5", "mass_matrix"),
        ("stanford", "inverse_dynamics_derivatives"),
    ],
)
def test_equals_the_graph(robot, quantity, layout, dtype):
    made, inputs, outputs = traced(getattr(da.gallery, robot)(), quantity)
    for n in (1, 32, 76):
        given = [np.random.default_rng(n).normal(size=(n, x.columns)) for x in inputs]
        arguments = TILE if layout == GIVEN else layout
        plan = Plan((arguments,) * len(inputs) + (layout,) * len(outputs), 64)
        for x, y in zip(
            launched(made, inputs, outputs, given, dtype, plan), expected(made, outputs, given, dtype), strict=True
        ):
            assert worst(x, y) < TOLERANCE[dtype]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("layout", [COLUMNS, ROWS])
@pytest.mark.parametrize("turns", [1, 2])
@pytest.mark.parametrize(
    ("robot", "quantity"),
    [("ur5", "forward_dynamics"), ("panda", "inverse_dynamics"), ("stanford", "inverse_dynamics_derivatives")],
)
def test_blocks_that_walk_equal_the_graph(robot, quantity, turns, layout, dtype):
    """Whole tiles and a broken one, more tiles than blocks, and fewer."""
    made, inputs, outputs = traced(getattr(da.gallery, robot)(), quantity)
    plan = Plan((layout,) * len(inputs + outputs), 32, walks=True, turns=turns)
    for n, blocks in ((5, 1), (32 * turns, 2), (32 * turns * 4 + 9, 2)):
        given = [np.random.default_rng(n).normal(size=(n, x.columns)) for x in inputs]
        found = launched(made, inputs, outputs, given, dtype, plan, blocks)
        for x, y in zip(found, expected(made, outputs, given, dtype), strict=True):
            assert worst(x, y) < TOLERANCE[dtype]


def test_blocks_walk_where_there_is_much_to_compute_and_an_engine():
    made, inputs, outputs = traced(da.gallery.panda(), "forward_dynamics")
    layouts = (ALIGNED,) * 4
    plan = chosen(made, inputs, outputs, "float", layouts, 90)
    assert plan.walks
    assert (plan.block, plan.turns, plan.layouts) == (256, 2, (COLUMNS,) * 4)
    assert not chosen(made, inputs, outputs, "float", layouts, 89).walks  # no engine
    assert not chosen(made, inputs, outputs, "double", layouts, 90).walks  # registers are what is scarce
    assert not chosen(made, inputs, outputs, "float", (COLUMNS, *layouts[1:]), 90).walks  # an odd start
    assert chosen(made, inputs, outputs, "float", (STRIDED, *layouts[1:]), 90).walks  # one q for all
    assert not chosen(*traced(da.gallery.ur5(), "inverse_dynamics"), "float", layouts, 90).walks  # memory decides
    assert not chosen(*traced(da.gallery.ur5(), "mass_matrix"), "float", (ROWS, ROWS), 90).walks  # a wide result


def test_the_engine_writes_rows_where_there_is_one_and_room():
    made, inputs, outputs = traced(da.gallery.panda(), "mass_matrix")
    assert chosen(made, inputs, outputs, "float", (ROWS, ROWS), 90).layouts[1] == GIVEN
    assert chosen(made, inputs, outputs, "float", (ROWS, ROWS), 89).layouts[1] == TILE  # no engine
    for columns in (64, 251):  # rows that meet in the same banks; no room for two blocks
        assert chosen(made, inputs, [Operand("x", (columns,))], "float", (ROWS, ROWS), 90).layouts[1] == TILE


@pytest.mark.parametrize("layout", [COLUMNS, ROWS, TILE])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_large_angles_among_small_ones(dtype, layout):
    made, inputs, outputs = traced(da.gallery.ur5(), "inverse_dynamics")
    given = [np.random.default_rng(8).normal(size=(70, x.columns)) for x in inputs]
    given[0][::5, 1], given[0][3::11, 4] = 2e5, -7e9
    plan = Plan((layout,) * 3 + (TILE if layout == ROWS else layout,), 64)
    found = launched(made, inputs, outputs, given, dtype, plan)
    for x, y in zip(found, expected(made, outputs, given, dtype), strict=True):
        assert worst(x, y) < TOLERANCE[dtype]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_sines_to_two_units_in_the_last_place(dtype):
    x = symbol("x")
    made = tape([x], [sin(x), cos(x)])
    near = np.arange(1, 63600, 7) * (np.pi / 2)  # the floats nearest to multiples of π/2 are the hard ones
    given = np.concatenate([near, -near[::9], np.random.default_rng(5).uniform(-1e5, 1e5, 4000), [0.0, 1e-30]])
    given = given.astype(dtype)[:, None]
    plan = Plan((COLUMNS, COLUMNS), 128)
    (found,) = launched(made, [Operand("x", (1,))], [Operand("y", (2,))], [given], dtype, plan)
    with mpmath.workdps(40):
        exact = np.array([(mpmath.sin(float(a)), mpmath.cos(float(a))) for a in given[:, 0]], dtype=object)
    unit = np.spacing(np.abs(exact.astype(dtype)))
    assert np.max(np.abs((found.astype(object) - exact) / unit)) < 2


def test_what_does_not_fit_into_shared_memory_goes_another_way():
    entries = [symbol(f"x{i}") for i in range(40)]
    made = tape(entries, [a * b for a in entries for b in entries])  # 820 different ones
    inputs, outputs = [Operand("x", (40,))], [Operand("y", (40, 40))]
    blocks = [chosen(made, inputs, outputs, "double", (x, x)) for x in (ROWS, ALIGNED)]
    assert [x.block for x in blocks] == [32, 32]
    assert [x.layouts[1] for x in blocks] == [STRIDED, COLUMNS]
    few = tape(entries, [a * entries[0] for a in entries for _ in entries])
    assert chosen(few, inputs, outputs, "double", (ROWS, ROWS)).layouts[1] == TILE
    given = [np.random.default_rng(6).normal(size=(40, 40))]
    for plan in blocks:
        (found,) = launched(made, inputs, outputs, given, "float64", plan)
        assert np.array_equal(found, (given[0][:, :, None] * given[0][:, None, :]).reshape(40, -1))


def divided(layout, inputs, outputs, parts, groups=2, loops=False):
    """The plan of a divided program with operands of one layout."""
    results = {COLUMN_TILE: COLUMNS}.get(layout, layout)
    layouts = (layout,) * len(inputs) + (results,) * len(outputs)
    return Plan(layouts, 32 * parts * groups, parts=parts, loops=loops, ahead=64)


def mirrored():
    """A trunk that turns, with a limb and its mirror image in the plane y = 0."""
    rng = np.random.default_rng(4)
    flip = np.diag([1.0, -1.0, 1.0])
    links = [da.Link("ground"), da.Link("trunk", da.Inertia.about_com(3.0, (0, 0, 0.1), (0.3, 0.2, 0.4, 0, 0, 0)))]
    joints = [da.Joint("waist", "revolute", "ground", "trunk", axis=(0, 1, 0))]
    shapes = [(rng.normal(size=3), rng.normal(size=3), rng.normal(size=(3, 3)), np.eye(3)[k % 3]) for k in range(4)]
    for side, turn in (("left", np.eye(3)), ("right", flip)):
        parent = "trunk"
        for k, (place, center, root, axis) in enumerate(shapes):
            about = turn @ (root @ root.T + 3 * np.eye(3)) @ turn
            name = f"{side}{k}"
            tensor = tuple(about[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)))
            links.append(da.Link(name, da.Inertia.about_com(1.5, tuple(turn @ center), tensor)))
            joints.append(da.Joint(name, "revolute", parent, name, da.Pose(p=tuple(turn @ place)), tuple(axis)))
            parent = name
    return da.Robot("mirrored", tuple(links), tuple(joints), gravity=(0, 0, -9.81))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("layout", [COLUMNS, TILE, STRIDED, COLUMN_TILE])
@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize(("seed", "parts", "free"), [(0, 2, True), (1, 3, False), (2, 4, True)])
def test_warps_that_divide_a_program_equal_the_graph(seed, parts, free, loops, layout, dtype):
    """One state, less than a group, and whole blocks with a broken one after them."""
    made, inputs, outputs = traced(random_limbs(seed, limbs=4, free=free), "forward_dynamics")
    plan = divided(layout, inputs, outputs, parts, loops=loops)
    for n in (1, 30, 150):
        given = [np.random.default_rng(n).normal(size=(n, x.columns)) for x in inputs]
        found = launched(made, inputs, outputs, given, dtype, plan)
        for x, y in zip(found, expected(made, outputs, given, dtype), strict=True):
            assert worst(x, y) < TOLERANCE[dtype]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("layout", [COLUMNS, TILE, STRIDED, COLUMN_TILE])
@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize("robot", [da.gallery.quadruped, mirrored])
def test_two_warps_that_run_one_program_equal_the_graph(robot, loops, layout, dtype):
    made, inputs, outputs = traced(robot(), "forward_dynamics")
    plan = replace(divided(layout, inputs, outputs, 2, loops=loops), twins=True)
    for n in (1, 30, 150):
        given = [np.random.default_rng(n).normal(size=(n, x.columns)) for x in inputs]
        found = launched(made, inputs, outputs, given, dtype, plan)
        for x, y in zip(found, expected(made, outputs, given, dtype), strict=True):
            assert worst(x, y) < TOLERANCE[dtype]


@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize("robot", [da.gallery.quadruped, mirrored])
def test_a_program_of_two_warps_shows_nan_and_takes_large_angles(robot, loops):
    made, inputs, outputs = traced(robot(), "forward_dynamics")
    plan = replace(divided(COLUMN_TILE, inputs, outputs, 2, loops=loops), twins=True)
    given = [np.random.default_rng(8).normal(size=(70, x.columns)) for x in inputs]
    given[0][::5, -1], given[0][3::11, -2] = 2e5, -7e9
    hidden = [slot for slot, _ in made.hidden if slot < inputs[0].columns]
    for state, column in enumerate(hidden, 6):
        spoilt = [x.copy() for x in given]
        spoilt[0][state, column] = np.nan
        (found,) = launched(made, inputs, outputs, spoilt, "float64", plan)
        assert np.isnan(found[state]).all()
        assert not np.isnan(np.delete(found, state, 0)).any()
    (found,) = launched(made, inputs, outputs, given, "float64", plan)
    assert worst(found, expected(made, outputs, given, "float64")[0]) < TOLERANCE["float64"]


def test_mirror_images_differ_in_signs_and_few_constants():
    made, _, _ = traced(mirrored(), "forward_dynamics")
    common = share(made).twins
    constants = [x for x in common.leaves if made.inputs <= x.first < made.first]
    values = [[made.constants[slot - made.inputs] for slot in x[:2]] for x in constants]
    assert all(abs(a - b * (1 - 2 * x.sign)) < 1e-12 for x, (a, b) in zip(constants, values, strict=True))
    assert any(x.sign for x in common.own.values())


@pytest.mark.parametrize("quantity", ["forward_dynamics", "inverse_dynamics", "mass_matrix"])
@pytest.mark.parametrize("seed", range(4))
def test_a_part_reads_only_what_is_known_by_then(seed, quantity):
    made, _, _ = traced(random_limbs(seed, limbs=2 + seed, free=seed % 2 == 0), quantity)
    for warps_ in (2, 3):
        partition = divide(made, warps_)
        assert sorted(i for part in partition.parts for i in part.outputs) == list(range(len(made.outputs)))
        stage_of = {slot: k for part in partition.parts for k, slots in enumerate(part.stages) for slot in slots}
        for part in partition.parts:
            known = set(range(made.first))
            for k, slots in enumerate(part.stages):
                for slot in slots:
                    for a in made.instructions[slot - made.first].args:
                        assert a in known or (a in partition.crossing and stage_of[a] < k)
                    known.add(slot)
            assert {made.outputs[i] for i in part.outputs} <= known


def test_limbs_are_found_and_few_values_cross():
    """Four limbs of six joints around a free trunk, two for each of two warps."""
    made, _, _ = traced(random_limbs(7, limbs=4, size=6, free=True), "forward_dynamics")
    partition = divide(made, 2)
    assert sum(partition.work) < 1.02 * len(made.instructions)
    assert max(partition.work) < 0.55 * len(made.instructions)
    assert max(partition.live) < 0.5 * made.alive
    assert len(partition.crossing) < len(made.instructions) / 100
    assert len(partition.parts[0].stages) == 3  # inward, core, outward


def test_programs_whose_parts_exchange_many_values_stay_whole():
    made, inputs, outputs = traced(da.gallery.stewart(), "forward_dynamics")
    assert made.alive > 275
    assert len(divide(made, 2).crossing) > len(made.instructions) / 25
    layouts = (ROWS,) * len(inputs + outputs)
    assert chosen(made, inputs, outputs, "double", layouts, 90).parts == 1


def test_programs_whose_limbs_have_no_common_program_get_a_plan():
    """Each limb of the robot has a twin, but its limbs exchange values in different ways."""
    made, inputs, outputs = traced(da.load(find("tiago.urdf")), "forward_dynamics")
    assert share(made) is None
    assert not chosen(made, inputs, outputs, "double", (ROWS,) * 4, 90).twins


def test_programs_are_divided_where_registers_are_far_too_few():
    made, inputs, outputs = traced(random_limbs(7, limbs=4, size=6, free=True), "forward_dynamics")
    assert made.alive > 275
    for layout in (ROWS, ALIGNED, STRIDED, COLUMNS):
        plan = chosen(made, inputs, outputs, "double", (layout,) * 4, 90)
        assert plan.parts > 1
        assert not plan.twins  # limbs of different joints
        assert plan.block % (32 * plan.parts) == 0
        assert chosen(made, inputs, outputs, "double", (layout,) * 4, 80).parts == 1  # not measured there
    small = traced(da.gallery.panda(), "forward_dynamics")
    assert chosen(*small, "double", (ROWS,) * 4, 90).parts == 1


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("loops", [False, True])
def test_divided_programs_show_nan_and_take_large_angles(dtype, loops):
    """A position of the trunk is read by nothing, and shows NaN in all results of its state alone."""
    made, inputs, outputs = traced(random_limbs(3, limbs=3, free=True), "forward_dynamics")
    given = [np.random.default_rng(8).normal(size=(70, x.columns)) for x in inputs]
    given[0][::5, 8], given[0][3::11, 9] = 2e5, -7e9
    given[0][6, 0] = np.nan
    (found,) = launched(made, inputs, outputs, given, dtype, divided(COLUMNS, inputs, outputs, 3, loops=loops))
    assert np.isnan(found[6]).all()
    given[0][6, 0] = 0.0
    (wanted,) = expected(made, outputs, given, dtype)
    others = np.arange(70) != 6
    assert worst(found[others], wanted[others]) < TOLERANCE[dtype]
