"""One of every object that the public functions give back, of a robot whose names are hostile."""

from dataclasses import replace

import numpy as np

import dalembert as da
from dalembert.document import plot

BAD = "<script>alert(1)</script>\x1b[31m&\"'"


def hostile():
    """The planar 2R with numbers, every name of it an attack."""
    made = da.gallery.planar_2r().bind(m1=1.0, m2=1.2, l1=0.9, l2=0.8, lc1=0.4, lc2=0.45, I1=0.1, I2=0.08, g=9.81)
    names = {x.name: f"{BAD}{k}" for k, x in enumerate((*made.links, *made.joints))}
    drive = da.Drive(rotor_inertia=1e-4, gear_ratio=50, coulomb=0.2)
    return replace(
        made, name=BAD,
        links=tuple(replace(x, name=names[x.name]) for x in made.links),
        joints=tuple(
            replace(x, name=names[x.name], parent=names[x.parent], child=names[x.child], drive=drive,
                    limits=da.Limits(-2.0, 2.0, 3.0, 40.0))
            for x in made.joints
        ),
        frames=tuple(replace(x, link=names[x.link]) for x in made.frames),
        warnings=(da.finding.NegativeFriction(BAD, BAD, -1.0),),
    )  # fmt: skip


def objects():
    """Name → object."""
    robot = hostile()
    symbolic = da.gallery.planar_2r()
    run = da.simulate(robot, [0.4, 0.8], duration=0.3)
    way = da.trajectory.quintic([0.0, 0.0], [0.6, 0.4], 1.0)
    rigid = replace(robot.rigid(), warnings=())
    return {
        "robot": robot, "link": robot.links[1], "joint": robot.joints[0], "limits": da.Limits(-1.0, 2.0, 3.0, 4.0),
        "drive": robot.joints[0].drive, "inertia": robot.links[1].inertia, "frame": robot.frames[0],
        "pose": da.Pose(p=(0.1, 0.2, 0.3)), "coordinate": robot.coordinate(robot.coordinates[0]),
        "loop": da.gallery.four_bar().loops[0], "drawing": da.draw(robot), "torques": plot.torques(robot),
        "parts": plot.torque_parts(robot, 1), "run": run, "event": run.events[0] if run.events else None,
        "batch": da.simulate(rigid, [[0.1, 0.2], [0.3, 0.4]], duration=0.01),
        "doctor": da.diagnose(replace(robot, links=(robot.links[0], replace(robot.links[1], inertia=da.Inertia(-1.0)),
                                                    *robot.links[2:]))),
        "mobility": da.mechanism.mobility(da.mechanism.library.four_bar()), "mechanism": da.mechanism.library.four_bar(),
        "solutions": da.inverse_kinematics(rigid, da.forward_kinematics(rigid, [0.4, 0.8])[:3, 3], all=True),
        "kernel": da.compile(rigid, "inverse_dynamics"), "operations": da.code.count(rigid, "inverse_dynamics"),
        "equations": da.equations(symbolic), "base parameters": da.equations(symbolic).base_parameters,
        "derivation": da.derive(symbolic), "verdict": da.check(symbolic, "tau2 = I2*qdd2"), "certificate": da.prove(symbolic),
        "static": da.statics.static_equations(symbolic), "kinematic": da.kinematics.kinematic_equations(symbolic),
        "singularity": da.kinematics.singularities(symbolic)[0], "workspace": da.kinematics.workspace(rigid, samples=500),
        "ellipsoid": da.kinematics.velocity_ellipsoid(rigid, [0.4, 0.8]), "trajectory": way,
        "forces": da.statics.link_forces(rigid, [0.4, 0.8]), "equilibrium": da.statics.equilibria(rigid)[0],
        "capacity": da.statics.load_capacity(rigid, [0.4, 0.8]), "linear": da.linearize(rigid, [0.4, 0.8], [0, 0], [0, 0]),
        "sizing": da.design.size_actuators(rigid, way, motors=[da.design.Motor(BAD, 1e-4, 9.0, 90.0, 900.0)]),
        "learned": da.control.learn_torque(rigid, da.trajectory.quintic([0, 0], [0.1, 0.1], 0.05), kp=50.0, kd=10.0, trials=1, samples=20),
        "race": da.teaching.rolling_race(), "scene": da.view.make_scene(robot), "encoder": da.simulation.Encoder(1e-3, 1e-3),
        "log": da.identification.Log(run.t, run.q, run.qd, run.qdd, run.tau),
        "numbers": np.float64(1.0),
    }  # fmt: skip
