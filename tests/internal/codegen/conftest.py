"""Kernels as they are shipped: these tests are about the code itself."""

from collections.abc import Iterator

import pytest

import plain_kernels


@pytest.fixture(autouse=True, scope="module")
def as_shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with plain_kernels.optimised(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("DALEMBERT_CACHE", str(tmp_path_factory.mktemp("kernels")))
        yield
