"""One server and one browser for the tests of this folder."""

import pytest
from browser import chromium as chromium
from served import Tab, served


@pytest.fixture(scope="session")
def studio():
    with served() as (found, _):
        yield found


@pytest.fixture(scope="session")
def address(studio):
    return studio.guard.address


@pytest.fixture
def tab(address):
    found = Tab(address)
    yield found
    found.close()
