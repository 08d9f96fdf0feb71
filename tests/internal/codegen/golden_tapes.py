"""The digest of the tape of every quantity, for robots of every kind: what a change to the core must not change unsaid.

python tests/internal/codegen/golden_tapes.py      writes golden_tapes.json again
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import dalembert as da
from corpus import FILES
from dalembert.codegen.tape import tape
from dalembert.graph import symbol
from dalembert.quantity import trace
from random_robot import random_robot

FILE = Path(__file__).with_name("golden_tapes.json")
REFUSED = ("ur3.urdf", "falcon.urdf")
SMALL = (
    "inverse_dynamics", "forward_dynamics", "mass_matrix", "coriolis_vector", "gravity_vector", "kinetic_energy",
    "potential_energy", "forward_kinematics", "jacobian",
)  # fmt: skip
LARGE = ("christoffel", "inverse_dynamics_derivatives", "forward_dynamics_derivatives", "regressor", "coriolis_matrix")
FRAMED = ("forward_kinematics", "jacobian")
LONG = 9  # coordinates from which the large quantities are left out


def robots():
    """(name, maker) of the gallery, of random trees and of robots from files."""
    found = [(f"gallery {name}", getattr(da.gallery, name)) for name in da.gallery.names()]
    found += [
        (f"tree {seed}", lambda seed=seed: random_robot(seed, 2 + seed % 6, mimic=seed % 4 == 0, drives=seed % 3 == 0))
        for seed in range(20)
    ]
    found += [(f"urdf {path.name}", lambda path=path: da.load(path)) for path in FILES[::4] if path.name not in REFUSED]
    return found


def frame_of(robot):
    """A frame by name, so that the programs do not depend on which one is the default."""
    named = any(frame.name == "tool" for frame in robot.frames)
    return "tool" if named else robot.joints[-1].child if robot.joints else robot.root


def digests(robot):
    """quantity → first letters of its tape's digest, or the name of the error."""
    result = {}
    for name in SMALL if robot.n > LONG else (*SMALL, *LARGE):
        try:
            traced = trace(robot, name, frame=frame_of(robot) if name in FRAMED else None)
        except da.DalembertError as error:
            result[name] = type(error).__name__
            continue
        inputs = [x for _, _, entries in traced.inputs for x in entries]
        inputs += [symbol(x) for x in robot.parameters]
        result[name] = tape(inputs, traced.scalars).digest[:16]
    return result


if __name__ == "__main__":
    FILE.write_text(json.dumps({name: digests(make()) for name, make in robots()}, indent=1) + "\n")
