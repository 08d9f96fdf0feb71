"""Exported packages: rendered programs with what is needed to build, call and test them elsewhere."""
