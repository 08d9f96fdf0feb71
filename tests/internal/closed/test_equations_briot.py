"""Lecture L4 (Briot): base parameters of the planar 3R, found, and the published ones of the RX-90."""

import re
from dataclasses import replace

import sympy as sp

import dalembert as da
from base_rank import base_rank
from dalembert.graph import substitute, symbol
from dalembert.graph.expression import parse
from place import DATA, needs

TABLE = DATA / "rx90" / "RX90_regp.txt"
zz1, zz2, zz3, m2, m3, mx2, l1, l2 = sp.symbols("zz1 zz2 zz3 m2 m3 mx2 l1 l2")


def test_planar_3r_base_parameters_are_found():
    """ZZ1R = zz1 + (m2 + m3) l1², ZZ2R = zz2 + m3 l2², lmx2R = l1 mx2 + m3 l1 l2, zz3."""
    base = da.equations(da.gallery.planar_3r()).base_parameters
    found = {name: sp.expand(x) for name, x in base.expressions.items()}
    assert found == {
        "ZZ1R": sp.expand(zz1 + (m2 + m3) * l1**2),
        "ZZ2R": zz2 + m3 * l2**2,
        "lmx2R": l1 * mx2 + m3 * l1 * l2,
        "zz3": zz3,
    }
    assert [x.parameter for x in base["lmx2R"].rules] == ["M3"]


def test_planar_3r_in_base_parameters():
    """M11 = ZZ1R + ZZ2R + zz3 + 2 lmx2R c2, …, c = [−lmx2R (2q̇1 + q̇2) q̇2 s2, lmx2R q̇1² s2, 0]."""
    ZZ1R, ZZ2R, lmx2R, q2, qd1, qd2 = sp.symbols("ZZ1R ZZ2R lmx2R q2 qd1 qd2")
    eq = da.equations(da.gallery.planar_3r()).regrouped
    M11, M12 = ZZ1R + ZZ2R + zz3 + 2 * lmx2R * sp.cos(q2), ZZ2R + zz3 + lmx2R * sp.cos(q2)
    assert sp.Matrix([[M11, M12, zz3], [M12, ZZ2R + zz3, zz3], [zz3, zz3, zz3]]) == eq.M
    assert eq.c == sp.Matrix([-lmx2R * (2 * qd1 + qd2) * qd2 * sp.sin(q2), lmx2R * qd1**2 * sp.sin(q2), 0])
    assert eq.g == sp.zeros(3, 1)


def published():
    """{XXR6: expression in XX6, YY6, …}: the lines of the file, earlier names put in."""
    known = {}
    for line in TABLE.read_text().split("Equations:")[1].splitlines():
        match = re.fullmatch(r"(\w+) = (.*)", line.strip())
        if match and not match[1].startswith(("C", "S")):
            known[match[1]] = substitute([parse(match[2])], known)[0]
    table = TABLE.read_text().split("grouped inertia parameters")[1].split("Dynamic inertia parameters")[1]
    kept = [x for row in table.splitlines()[2:8] for x in row.split()[1:] if x != "0"]
    return {name: known.get(name, symbol(name)) for name in kept}


@needs("rx90/RX90_regp.txt")
def test_rx90_regroupings_are_the_published_ones():
    eq = da.equations(da.gallery.rx90())
    base, ring = eq.base_parameters, eq.mechanics.ring
    table = published()
    assert len(table) == len(base) == 40
    for name, expression in table.items():
        label = re.sub(r"R(\d)", r"\1", name)
        assert ring.equal(base[label].value, ring.poly(expression)), name


def test_counts_of_base_parameters():
    """RX-90: 40 with rotor inertias, 36 without; Panda 43. The rank of the regressor says the same."""
    for robot, count in ((da.gallery.rx90(), 40), (da.gallery.rx90().rigid(), 36), (da.gallery.panda().rigid(), 43)):
        assert len(da.equations(robot).base_parameters) == count
        assert base_rank(robot).rank == count


def test_rotor_and_friction_of_a_drive():
    """A rotor adds Ia = N² Im to the diagonal of M, friction adds fs sign(q̇) + fv q̇."""
    N, Im, fv, fs, qd1 = sp.symbols("N Im fv fs qd1")
    planar = da.gallery.planar_3r()
    drive = da.Drive(rotor_inertia="Im", gear_ratio="N", damping="fv", coulomb="fs")
    driven = da.equations(replace(planar, joints=(replace(planar.joints[0], drive=drive), *planar.joints[1:])))
    assert (driven.M - da.equations(planar).M - sp.diag(N**2 * Im, 0, 0)).applyfunc(sp.expand).is_zero_matrix
    assert driven.friction == sp.Matrix([fv * qd1 + fs * sp.sign(qd1), 0, 0])
