"""Structural properties: each claim and how it is shown."""
