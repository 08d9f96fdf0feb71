"""What an option is when it is not given: other people's scripts rely on it as on its name."""

import inspect
from importlib import import_module

import pytest

import dalembert as da

FIXED = {
    "Encoder": {"offset": 0.0},
    "Motor": {"mass": 0.0},
    "Simulation": {"method": "rk4", "step": 0.001},
    "TorqueSensor": {"noise": 0.0, "bias": 0.0, "gain": 1.0},
    "assemble": {"all": False},
    "check": {"tolerance": 0.0},
    "compile": {"target": "cpu", "dtype": "float64"},
    "derive": {"method": "lagrange"},
    "draw": {"frames": True, "labels": True, "width": 214.0},
    "ensemble": {"seed": 0, "chunk": 250},
    "equations": {"coordinates": "joint", "largest": 2000000},
    "equilibria": {"seed": 0},
    "excite": {"duration": 10.0, "kind": "fourier", "rate": 100.0, "seed": 0},
    "export": {"overwrite": False},
    "force_ellipsoid": {"task": "position"},
    "from_dh": {"convention": "standard", "gravity": (0, 0, -9.81)},
    "gpu_stepper": {"method": "rk4", "dtype": "float32"},
    "identify": {"method": "weighted", "friction": "viscous+coulomb", "offset": True},
    "impact": {"restitution": 0.0},
    "inverse_kinematics": {"all": False, "tolerance": 1e-9, "tries": 100, "seed": 0, "missing": "raise"},
    "joint_rates": {"damping": 0.05, "near": 0.05},
    "learn_torque": {"start": "model", "trials": 10, "samples": 500, "rtol": 1e-8},
    "load": {"base": "fixed"},
    "mobility": {"tolerance": 1e-9},
    "null_space": {"task": "pose"},
    "parallel_workspace": {"samples": 3000, "limits": True, "seed": 0},
    "picture": {"frames": True, "labels": True},
    "prove": {"seconds": 20.0, "states": 20, "seed": 0},
    "self_motion": {"task": "pose", "step": 0.05, "limits": True, "most": 2000},
    "simulate": {"step": 1e-3, "rtol": 1e-10, "atol": 1e-12, "limits": "name"},
    "singularities": {"examples": 8, "seed": 0},
    "size_actuators": {"gears": (30.0, 50.0, 80.0, 100.0, 120.0, 160.0), "efficiency": 1.0, "samples": 2000},
    "velocity_ellipsoid": {"task": "position"},
    "workspace": {"samples": 200_000, "limits": True, "seed": 0},
    "Run.animate": {"speed": 1.0},
    "Run.measured": {"seed": 0},
    "Run.plot": {"width": "page"},
    "control.MomentumObserver": {"dead_zone": 0.01},
    "control.impedance": {"null_damping": 0.0},
    "control.pid": {"gravity": True},
    "control.task_space": {"null_damping": 0.0},
    "kinematics.follow": {
        "task": "pose", "axes": "world", "pull": 0.2, "limits": True, "step": 0.5, "tolerance": 1e-9,
    },
    "trajectory.circle": {"turning": False},
    "trajectory.fourier_within": {"harmonics": 5, "period": 10.0, "seed": 0, "margin": 0.95},
    "trajectory.time_optimal": {"samples": 500},
}  # fmt: skip


@pytest.mark.parametrize("name", FIXED)
def test_an_option_that_is_not_given_is_what_it_was(name):
    owner, _, own = name.rpartition(".")
    place = da if not owner else getattr(da, owner) if owner[0].isupper() else import_module(f"dalembert.{owner}")
    found = {k: p.default for k, p in inspect.signature(getattr(place, own)).parameters.items()}
    assert {k: found[k] for k in FIXED[name]} == FIXED[name]
    assert {k: type(found[k]) for k in FIXED[name]} == {k: type(x) for k, x in FIXED[name].items()}
