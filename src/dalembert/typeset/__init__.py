"""Typesetting: one tree of formulas and pages, line breaking, and one renderer per output language."""
