"""Exported packages: generated programs with the files that are needed to build, call and test them elsewhere."""
