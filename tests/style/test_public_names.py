"""The public names other people's scripts call."""

import subprocess
import sys

import pytest

import dalembert as da

FIXED = [
    "load",
    "from_dh",
    "gallery",
    "Robot",
    "export",
    "diagnose",
    "Inertia",
    "body",
    "inverse_dynamics",
    "forward_dynamics",
    "mass_matrix",
    "coriolis_matrix",
    "coriolis_vector",
    "christoffel",
    "gravity_vector",
    "kinetic_energy",
    "potential_energy",
    "forward_kinematics",
    "jacobian",
    "regressor",
    "inverse_dynamics_derivatives",
    "forward_dynamics_derivatives",
    "compile",
    "count",
    "equations",
    "derive",
    "check",
    "prove",
    "simulate",
    "excite",
    "calibrate",
    "ensemble",
    "Simulation",
    "Study",
    "read_log",
    "Log",
    "learn_torque",
    "control",
    "size_actuators",
    "draw",
    "picture",
    "inverse_kinematics",
    "singularities",
    "manipulability",
    "null_space",
    "static_torque",
    "link_forces",
    "mobility",
    "export_code",
    "jax",
    "torch",
    "casadi",
    "identify",
    "Fit",
    "share",
]


@pytest.mark.parametrize("name", FIXED)
def test_public_name_is_there(name):
    assert getattr(da, name) is not None
    assert name in dir(da)


def test_every_listed_name_can_be_imported():
    for name in da.__all__:
        assert getattr(da, name) is not None


def test_unknown_name_offers_the_nearest():
    with pytest.raises(AttributeError, match="did you mean 'inverse_dynamics'"):
        da.inverse_dynamic  # noqa: B018  the access is the test


def test_import_is_quick_and_quiet():
    """No heavy library is imported before it is needed."""
    code = "import sys, dalembert; print([m for m in ('sympy', 'llvmlite', 'matplotlib', 'scipy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert done.stderr == ""
