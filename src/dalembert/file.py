"""Files that are whole or not there: written beside their place, then renamed into it.

A rename within a folder is atomic, so whoever looks finds the old file or the new one, never a part, whatever
happens while it is written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from dalembert.errors import BadFile


@contextmanager
def written(path: str | os.PathLike[str]) -> Iterator[Path]:
    """`with written(path) as beside:` write to `beside`, which then takes the place of `path`; after an error it is gone.

    `beside` has the suffix of `path`, for writers that look at it. A link is followed: the file it names is replaced.
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{target.stem[:40]}-{token_hex(6)}{target.suffix}")
    try:
        beside.touch(0o666, exist_ok=False)
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o777)
        yield beside
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        beside.replace(target)
    except OSError as error:
        raise BadFile(f"cannot write '{path}': {(error.strerror or str(error)).lower()}") from None
    finally:
        with suppress(OSError):
            beside.unlink()
