"""Requests that generate code, count operations, measure computation times, or share the contents of a tab."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

import dalembert as da
from dalembert.argument import at_most, instance, listed
from dalembert.code.export import TARGETS
from dalembert.code.export import code as files_of
from dalembert.errors import DalembertError
from dalembert.kinematics.configuration import display_configuration
from dalembert.notation import QUANTITIES
from dalembert.studio.handlers import BoundModel, choice, posture
from dalembert.studio.handlers.mechanics import simulated
from dalembert.studio.handlers.model import shapes
from dalembert.studio.page_options import PARTS, PageOptions
from dalembert.studio.share import html
from dalembert.typeset.interactive_page import Data

_LONGEST = 400_000  # largest number of characters of a file that is shown
_USUAL = (
    "inverse_dynamics",
    "forward_dynamics",
    "mass_matrix",
    "gravity_vector",
    "coriolis_vector",
    "forward_kinematics",
    "jacobian",
)
_BATCH, _TIMES = 4096, 5


def code(subject: BoundModel, arguments: Data) -> Data:
    """Generate code for a target language, and return the files as text."""
    target = choice(arguments, "target", tuple(TARGETS), "c")
    quantity = choice(arguments, "quantity", tuple(QUANTITIES), "inverse_dynamics")
    files = files_of(subject.numbers, quantity, target)
    texts = {name: x if isinstance(x, str) else f"({len(x)} bytes)" for name, x in files.items()}
    return {"files": [{"name": n, "text": x[:_LONGEST], "cut": len(x) > _LONGEST} for n, x in texts.items()]}


def counts(subject: BoundModel, _: Data) -> Data:
    """Count the operations required for the common quantities."""
    found = {}
    for name in _USUAL:
        try:
            x = da.code.count(subject.numbers, name)
        except DalembertError:
            continue
        found[name] = {"mul": x.mul, "add": x.add, "div": x.div, "sincos": x.sincos, "total": x.mul + x.add + x.div}
    return {"counts": found}


def speed(subject: BoundModel, arguments: Data) -> Data:
    """Measure the time per state in a batch, in ns, and the time per call from Python, in µs."""
    robot = subject.numbers
    quantity = choice(arguments, "quantity", _USUAL[:4], "inverse_dynamics")
    q, still = np.tile(display_configuration(robot), (_BATCH, 1)), np.zeros((_BATCH, robot.nv))
    given = [q, still, still] if quantity.endswith("_dynamics") else [q]  # the time does not depend on the state
    function = getattr(da, quantity)
    function(robot, *given)
    many = min(_timed(lambda: function(robot, *given)) for _ in range(_TIMES))
    alone = [x[0] for x in given]
    single = min(_timed(lambda: function(robot, *alone)) for _ in range(200))
    return {"quantity": quantity, "batch_ns": 1e9 * many / _BATCH, "single_us": 1e6 * single, "batch": _BATCH}


def _timed(f: Any) -> float:
    begun = perf_counter()
    f()
    return perf_counter() - begun


_LONGEST_TEXT = 20_000  # largest number of characters, including the Python code of the robot


def share(subject: BoundModel, arguments: Data) -> Data:
    """Return the shared page as HTML, and its size in bytes."""
    words = {key: arguments.get(key, "") for key in ("title", "origin", "note", "subtitle")}
    for key, text in words.items():
        at_most(len(instance(text, key, str, "a text")), _LONGEST_TEXT, "characters", key)
    note, subtitle = words.pop("note"), words.pop("subtitle")
    q = posture(subject, arguments) if "q" in arguments else None
    page, notes = _page(subject, arguments, subtitle), [note] if note else []
    meshes = [shapes(arguments)] if arguments.get("meshes") else []
    made = html(subject.robot, q=q, values=subject.values, page=page, notes=notes, shapes=meshes, **words)
    return {"html": made, "size": len(made.encode())}


def _page(subject: BoundModel, arguments: Data, subtitle: str) -> PageOptions:
    parts, layers = arguments.get("parts", list(PARTS)), arguments.get("layers")
    for key, names in (("parts", parts), ("layers", layers or [])):
        listed(names, key, "names")
    again = arguments.get("run")
    if again is not None:
        instance(again, "run", dict, "a mapping")
    run = None if again is None else simulated(subject, again)[0]
    return PageOptions(parts, layers, arguments.get("views"), arguments.get("motion"), run, subtitle)
