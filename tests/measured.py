"""Logs that others measured, in `../shared/data`; tests that need them are skipped, by name, where they are absent."""

from functools import cache

import numpy as np
import pytest
from scipy.io import loadmat
from scipy.signal import butter, filtfilt

import dalembert as da
from place import DATA, absent

PANDA = [
    (0, 0, 0.333), (0, "-pi/2", 0), (0, "pi/2", 0.316), (0.0825, "pi/2", 0), (-0.0825, "-pi/2", 0.384),
    (0, "pi/2", 0), (0.088, "pi/2", 0),
]  # fmt: skip  # a, α, d of the modified convention


def path(name):
    found = DATA / name
    if not found.exists():
        pytest.skip(absent(name))
    return found


def slide(**more):
    """One prismatic axis, level."""
    return da.from_dh([{"joint": "P", "a": 0, "alpha": 0, "d": 0, "theta": 0} | more], gravity=(0, -9.81, 0))


def panda(**more):
    return da.from_dh([{"joint": "R", "a": a, "alpha": x, "d": d} | more for a, x, d in PANDA], convention="modified")


@cache
def emps():
    """The axis as its authors treat it: Butterworth at 100 Hz, central differences, first 49 samples dropped."""
    data = {name: np.ravel(x) for name, x in loadmat(path("emps/DATA_EMPS.mat")).items() if not name.startswith("_")}
    q = filtfilt(*butter(4, 100 / 500), data["qm"])
    qd = np.gradient(q, 1e-3)
    columns = (q, qd, np.gradient(qd, 1e-3), data["gtau"] * data["vir"])
    return da.identification.Log(data["t"][49:], *(x[49:, None] for x in columns), cutoff=100.0, name="EMPS")


@cache
def exciting(name, cutoff=None):
    """UR10 or Panda: samples that a recorder repeated are dropped, the rest are even in time."""
    table = np.genfromtxt(path(f"unisa/{name}_exciting.csv"), delimiter=",", names=True)
    n = sum(x.startswith("tau") for x in table.dtype.names)
    q, qd, tau = (np.column_stack([table[f"{x}{k + 1}"] for k in range(n)]) for x in ("q", "dq", "tau"))
    new = np.append(True, np.any(np.diff(q, axis=0) != 0, axis=1))
    q, qd, tau = q[new], qd[new], tau[new]
    t = np.linspace(table["t"][new][0], table["t"][new][-1], len(q))
    if cutoff is not None:
        low = butter(4, 2 * cutoff * (t[1] - t[0]))
        q, qd = filtfilt(*low, q, axis=0), filtfilt(*low, qd, axis=0)
    return da.identification.Log(t, q, qd, np.gradient(qd, t, axis=0), tau, cutoff=cutoff, name=name)
