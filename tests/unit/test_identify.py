"""`identify` against published results and logs that others measured."""

import numpy as np
import pytest
from measured import emps, exciting, panda, slide
from oracles.corpus import find

import dalembert as da

# Janot, Gautier, Brunot: least squares of the EMPS
PUBLISHED = {"M1": 95.1089, "fv1": 203.5034, "fc1": 20.3935, "offset1": -3.1648}
SIGMA = {"M1": 0.1085, "fv1": 1.1460, "fc1": 0.1012, "offset1": 0.0444}
ASYMMETRIC = {"M1": 95.1540, "fv1+": 166.7061, "fc1+": 20.1440, "fv1-": 240.4236, "fc1-": 20.6277}


def test_emps_is_what_its_authors_published():
    fit = da.identify(slide(), emps())
    for name, x in PUBLISHED.items():
        assert fit.parameters[name] == pytest.approx(x, rel=0.005)
        assert fit.sigma[name] == pytest.approx(SIGMA[name], rel=0.2)
    assert 0.038 < fit.error <= 0.042


def test_emps_with_asymmetric_friction():
    fit = da.identify(slide(), emps(), friction="asymmetric")
    for name, x in ASYMMETRIC.items():
        assert fit.parameters[name] == pytest.approx(x, rel=0.005)
    assert 0.028 < fit.error <= 0.032


def test_ur10_is_predicted_from_the_first_half_of_its_log():
    robot, log = da.load(find("ur10_robot.urdf")), exciting("ur10")
    half = log.t[-1] / 2
    fit = da.identify(robot, log[:half])
    rest = log[half:]
    assert fit.design.basis.inertial == 36
    assert np.linalg.norm(rest.tau - fit.predict(rest)) <= 0.08 * np.linalg.norm(rest.tau)


def test_panda_is_predicted_from_the_first_half_of_its_log():
    robot, log = panda(), exciting("panda", 4.0)
    half = log.t[-1] / 2
    fit = da.identify(robot, log[:half])
    assert fit.design.basis.inertial == 43
    assert fit.error_on(log[half:]) <= 0.02
