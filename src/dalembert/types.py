"""Result and option classes, for use in type annotations and isinstance checks."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.closed.check": ("Verdict",),
        "dalembert.closed.derive": ("Derivation",),
        "dalembert.closed.equations": ("ElasticEquations", "Equations"),
        "dalembert.closed.definiteness": ("EnergyWitness",),
        "dalembert.closed.explanation": ("TermExplanation",),
        "dalembert.closed.prove": ("Certificate",),
        "dalembert.codegen.runtimes.kernel": ("Kernel",),
        "dalembert.control.iterative_learning": ("Learned",),
        "dalembert.control.linearization": ("Linear", "Regulator"),
        "dalembert.design.actuator": ("Sizing",),
        "dalembert.ensemble.study": ("Study",),
        "dalembert.formats.doctor": ("Report",),
        "dalembert.identification.calibration.calibrate": ("Calibration",),
        "dalembert.identification.exciting_trajectory": ("Excitation",),
        "dalembert.identification.fit": ("Fit",),
        "dalembert.identification.log": ("Log",),
        "dalembert.kinematics.symbolic_kinematics": ("KinematicEquations",),
        "dalembert.kinematics.differential": ("Ellipsoid",),
        "dalembert.kinematics.inverse": ("Solutions",),
        "dalembert.kinematics.inverse_formulas": ("InverseFormulas",),
        "dalembert.kinematics.path_following": ("Followed",),
        "dalembert.kinematics.reachable_workspace": ("Workspace",),
        "dalembert.kinematics.singularity": ("Singularity",),
        "dalembert.mobility.degrees_of_freedom": ("Mobility",),
        "dalembert.simulation.run": ("Run",),
        "dalembert.statics.capacity": ("LoadCapacity",),
        "dalembert.statics.symbolic_statics": ("StaticEquations",),
        "dalembert.statics.equilibrium": ("Equilibrium",),
        "dalembert.statics.joint_forces": ("LinkForces",),
        "dalembert.studio.page_options": ("PageOptions",),
        "dalembert.view.scene": ("Scene",),
    },
)
