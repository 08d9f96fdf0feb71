"""Typesetting of formulas and documents: formula trees, line breaking, and one renderer per output language."""
