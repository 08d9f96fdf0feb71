"""Control laws for `simulate` (functions of t, q and qd), momentum observers and iterative learning control."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.control.law": ("friction",),
        "dalembert.control.iterative_learning": ("learn_torque",),
        "dalembert.control.joint_space": ("adaptive", "computed_torque", "feed_forward", "pd_gravity", "pid"),
        "dalembert.control.observer": ("MomentumObserver",),
        "dalembert.control.operational_space": ("impedance", "task_space"),
        "dalembert.control.sampled": ("limited", "sensed"),
    },
)
