"""The page for a class, from what a tab shows."""

from __future__ import annotations

from typing import Any

from dalembert.errors import WrongValue
from dalembert.studio.answer.model import shapes
from dalembert.studio.answer.simulate import moved
from dalembert.studio.answer.subject import Subject, posture
from dalembert.studio.choice import PARTS, Choice
from dalembert.studio.share import html

_LONGEST = 20_000  # characters; the lines that make a robot are among them


def share(subject: Subject, told: dict[str, Any]) -> dict[str, Any]:
    """One HTML file as text, and its size in bytes."""
    words = {key: told.get(key, "") for key in ("title", "subtitle", "origin", "note")}
    if not all(isinstance(x, str) and len(x) <= _LONGEST for x in words.values()):
        raise WrongValue(f"title, subtitle and note are texts of at most {_LONGEST} characters")
    note = words.pop("note")
    q = posture(subject, told) if "q" in told else None
    made = html(
        subject.robot,
        q=q,
        values=subject.values,
        choice=_choice(subject, told),
        notes=[note] if note else [],
        shapes=[shapes(told)] if told.get("meshes") else [],
        **words,
    )
    return {"html": made, "size": len(made.encode())}


def _choice(subject: Subject, told: dict[str, Any]) -> Choice:
    parts, layers = told.get("parts", list(PARTS)), told.get("layers")
    for given in (parts, layers or []):
        if not isinstance(given, list) or not all(isinstance(x, str) for x in given):
            raise WrongValue("parts and layers are lists of names")
    again = told.get("run")
    if again is not None and not isinstance(again, dict):
        raise WrongValue("run is what the simulation was asked for")
    run = None if again is None else moved(subject, again)[0]
    return Choice(parts, layers, told.get("views"), told.get("motion"), run)
