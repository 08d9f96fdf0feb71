"""Robot functions for other languages and libraries: operation counts, JAX, PyTorch, CasADi, GPU steppers."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.code.autodiff": ("casadi", "jax", "torch"),
        "dalembert.code.export": ("CodeOptions",),
        "dalembert.quantity": ("count",),
        "dalembert.simulation.gpu": ("gpu_stepper",),
    },
)
