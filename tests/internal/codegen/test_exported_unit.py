"""Functional Mock-up Units: through the interface itself, and with FMPy where it is installed."""

import ctypes
import io
import platform
import zipfile
from xml.etree import ElementTree

import numpy as np
import pytest
from exported import need, robot_of

import dalembert as da
from dalembert.codegen.packages import fmi
from raised import raises, warns
from tolerance import ANOTHER_LIBRARY, SOLVED

PLANT = ["state_rate", "kinetic_energy", "potential_energy"]
Q0, QD0 = np.array([0.3, -0.7, 0.2, 0.1, 0.5, -0.4]), np.array([0.0, 0.0, 0.4, -0.2, 0.1, 0.3])


class Unit:
    """A unit's binary, called as an importer calls it."""

    def __init__(self, path, folder, kind):
        if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
            pytest.skip("binaries of this platform are not tried")
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
        self.about = ElementTree.parse(folder / "modelDescription.xml").getroot()
        self.library = ctypes.CDLL(str(folder / "binaries" / "linux64" / f"{path.stem}.so"))
        self.places = {x.get("name"): int(x.get("valueReference")) for x in self.about.iter("ScalarVariable")}
        allocate = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)
        release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
        c = ctypes.CDLL(None)
        c.calloc.restype, c.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
        self.kept = allocate(lambda a, b: c.calloc(ctypes.c_size_t(a), ctypes.c_size_t(b))), release(c.free)
        calls = (ctypes.c_void_p * 5)(None, *(ctypes.cast(x, ctypes.c_void_p).value for x in self.kept), None, None)
        self.library.fmi2Instantiate.restype = ctypes.c_void_p
        guid = self.about.get("guid").encode()
        self.me = ctypes.c_void_p(self.library.fmi2Instantiate(b"m", kind, guid, b"", calls, 0, 0))
        assert self.me.value

    def set(self, name, values):
        for k, x in enumerate(values, 1):
            vr, value = ctypes.c_uint(self.places[f"{name}[{k}]"]), ctypes.c_double(x)
            assert self.library.fmi2SetReal(self.me, ctypes.byref(vr), ctypes.c_size_t(1), ctypes.byref(value)) == 0

    def get(self, *names):
        refs = (ctypes.c_uint * len(names))(*(self.places[x] for x in names))
        values = (ctypes.c_double * len(names))()
        assert self.library.fmi2GetReal(self.me, refs, ctypes.c_size_t(len(names)), values) == 0
        return np.array(values)

    def vector(self, name, size):
        return self.get(*(f"{name}[{k + 1}]" for k in range(size)))

    def step(self, time, step):
        return self.library.fmi2DoStep(self.me, ctypes.c_double(time), ctypes.c_double(step), 1)


def test_co_simulation_is_the_simulation(tmp_path):
    need("gcc")
    robot = robot_of("ur5")
    (path,) = da.export_code(robot, PLANT, "fmu", tmp_path, name="plant")
    one = Unit(path, tmp_path / "inside", 1)
    one.set("q", Q0)
    one.set("qd", QD0)
    tau = np.array([1.0, -20.0, 3.0, 0.2, -0.1, 0.05])
    one.set("tau", tau)
    for k in range(20):
        assert one.step(0.01 * k, 0.01) == 0
    run = da.simulate(robot, Q0, QD0, duration=0.2, tau=tau, method=da.simulation.Solver("rk4", step=1e-3))
    assert np.abs(one.vector("q", 6) - run.q[-1]).max() < ANOTHER_LIBRARY
    energy = one.get("kinetic_energy")[0]
    assert energy == pytest.approx(float(da.kinetic_energy(robot, run.q[-1], run.qd[-1])), rel=SOLVED)


def test_model_exchange_gives_rates_and_keeps_states(tmp_path):
    need("gcc")
    robot = robot_of("ur5")
    (path,) = da.export_code(robot, PLANT, "fmu", tmp_path, name="plant")
    one = Unit(path, tmp_path / "inside", 0)
    x, dx = (ctypes.c_double * 12)(*Q0, *QD0), (ctypes.c_double * 12)()
    size = ctypes.c_size_t(12)
    assert one.library.fmi2SetContinuousStates(one.me, x, size) == 0
    assert one.library.fmi2GetDerivatives(one.me, dx, size) == 0
    assert list(dx)[:6] == list(QD0)
    expected = da.forward_dynamics(robot, Q0, QD0, np.zeros(6))
    assert np.abs(np.array(dx)[6:] - expected).max() < 1e-11 * np.abs(expected).max()
    kept = ctypes.c_void_p()
    assert one.library.fmi2GetFMUstate(one.me, ctypes.byref(kept)) == 0
    one.set("q", np.zeros(6))
    assert one.library.fmi2SetFMUstate(one.me, kept) == 0
    assert (one.vector("q", 6) == Q0).all()
    assert one.library.fmi2FreeFMUstate(one.me, ctypes.byref(kept)) == 0
    one.library.fmi2FreeInstance(one.me)


def test_a_free_body_starts_upright_and_nan_is_an_error(tmp_path):
    need("gcc")
    (path,) = da.export_code(robot_of("quadrotor"), PLANT, "fmu", tmp_path, name="plant")
    one = Unit(path, tmp_path / "inside", 1)
    assert list(one.vector("q", 7)) == [0, 0, 0, 1, 0, 0, 0]
    one.set("tau", [np.nan, 0, 0, 0, 0, 0])
    assert one.step(0.0, 0.01) == 3  # fmi2Error


def test_description_agrees_with_itself(tmp_path):
    (path,) = da.export_code(
        robot_of("ur5"), [*PLANT, "jacobian"], "fmu", tmp_path, name="plant", options=da.code.CodeOptions(binary=False)
    )
    with zipfile.ZipFile(path) as archive:
        about = ElementTree.fromstring(archive.read("modelDescription.xml"))
        assert {"sources/fmi.c", "sources/plant.c", "sources/plant.h"} <= set(archive.namelist())
    variables = list(about.iter("ScalarVariable"))
    assert (
        len({x.get("valueReference") for x in variables}) == len({x.get("name") for x in variables}) == len(variables)
    )
    for place in about.find("ModelStructure/Derivatives"):
        rate = variables[int(place.get("index")) - 1]
        state = variables[int(rate.find("Real").get("derivative")) - 1]
        assert rate.get("name") == f"der({state.get('name')})"
    outputs = {int(x.get("index")) for x in about.find("ModelStructure/Outputs")}
    assert outputs == {k for k, x in enumerate(variables, 1) if x.get("causality") == "output"}


def test_without_a_compiler_a_message_and_sources(tmp_path, monkeypatch):
    monkeypatch.setattr(fmi.shutil, "which", lambda name: None)
    with warns(da.finding.SourcesOnly, reason="no C compiler"):
        (path,) = da.export_code(robot_of("ur5"), "inverse_dynamics", "fmu", tmp_path, name="plant")
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        assert not any(x.startswith("binaries") for x in archive.namelist())


def test_the_same_model_gives_the_same_bytes(tmp_path):
    a, b = (
        da.export_code(robot_of("ur5"), PLANT, "fmu", tmp_path / x, options=da.code.CodeOptions(binary=False))[0]
        for x in "ab"
    )
    assert a.read_bytes() == b.read_bytes()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["ModelExchange", "CoSimulation"])
def test_fmpy_takes_it(kind, tmp_path):
    need("gcc")
    fmpy = pytest.importorskip("fmpy", reason="FMPy is not installed")
    from fmpy.validation import validate_fmu

    robot = robot_of("ur5")
    (path,) = da.export_code(robot, PLANT, "fmu", tmp_path, name="plant")
    assert validate_fmu(str(path)) == []
    start = {f"q[{k + 1}]": x for k, x in enumerate(Q0)} | {f"qd[{k + 1}]": x for k, x in enumerate(QD0)}
    names = [f"q[{k + 1}]" for k in range(6)]
    found = fmpy.simulate_fmu(
        str(path),
        stop_time=0.2,
        output_interval=0.01,
        fmi_type=kind,
        start_values=start,
        output=names,
        relative_tolerance=1e-10,
    )
    run = da.simulate(robot, Q0, QD0, duration=0.2)
    assert np.abs(np.array(list(found[-1]))[1:] - run.q[-1]).max() < 1e-6


def test_two_functions_are_refused(tmp_path):
    with raises(da.finding.WrongLength, argument="quantities", got=2, expected=1):
        da.export_code(robot_of("ur5"), {"a": "gravity_vector", "b": "mass_matrix"}, "fmu", tmp_path)
