"""The page for a class, from what a tab shows."""

from __future__ import annotations

from typing import Any

from dalembert.errors import WrongValue
from dalembert.studio.answer.subject import Subject, posture
from dalembert.studio.share import html

_LONGEST = 20_000  # characters; the lines that make a robot are among them


def share(subject: Subject, told: dict[str, Any]) -> dict[str, Any]:
    """One HTML file as text, and its size in bytes."""
    words = {key: told.get(key, "") for key in ("title", "subtitle", "origin")}
    if not all(isinstance(x, str) and len(x) <= _LONGEST for x in words.values()):
        raise WrongValue(f"title and subtitle are texts of at most {_LONGEST} characters")
    made = html(subject.robot, q=posture(subject, told) if "q" in told else None, values=subject.values, **words)
    return {"html": made, "size": len(made.encode())}
