"""Where the repository is, and data of others beside it; tests that need a file of those say whose it is and are skipped."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
_ORIGIN = {
    "emps": "the EMPS benchmark of Janot, Gautier and Brunot",
    "unisa": "the logs of github.com/unisa-acg/inverse-dynamics-solver",
    "rx90": "the RX-90 files of OpenSYMORO",
    "andrews": "Andrews' squeezing mechanism of the IVP test set",
}


def absent(name: str) -> str:
    """Why a test is skipped: the file that is missing, and whose it is."""
    return f"{DATA / name} is not here: {_ORIGIN[name.split('/')[0]]}"


def needs(name: str) -> pytest.MarkDecorator:
    """Skip a test where a file of the data is missing."""
    return pytest.mark.skipif(not (DATA / name).exists(), reason=absent(name))
