"""Typesetting: one tree of formulas and pages, its lines broken once, a short renderer for each language."""
