"""Exported packages: generated programs with the files needed to build, call and test them on other systems."""
