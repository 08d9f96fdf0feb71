"""The public names other people's scripts call."""

import subprocess
import sys
from types import ModuleType

import pytest

import dalembert as da


def test_every_listed_name_can_be_imported():
    for name in da.__all__:
        found = getattr(da, name)
        assert found is not None
        assert not (isinstance(found, ModuleType) and callable(found)), f"{name} is a callable module"
        for own in getattr(found, "__all__", ()) if isinstance(found, ModuleType) else ():
            assert getattr(found, own) is not None


def test_unknown_name_offers_the_nearest():
    with pytest.raises(AttributeError, match="did you mean 'inverse_dynamics'"):
        da.inverse_dynamic  # noqa: B018  the access is the test


def test_import_is_quick_and_quiet():
    """No heavy library is imported before it is needed."""
    code = "import sys, dalembert; print([m for m in ('sympy', 'llvmlite', 'matplotlib', 'scipy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert done.stderr == ""
