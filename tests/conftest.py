"""The gate runs the same random examples every time; at a desk each run draws new ones."""

import os

from hypothesis import settings

settings.register_profile("gate", derandomize=True, deadline=None)
if os.environ.get("CI"):
    settings.load_profile("gate")
