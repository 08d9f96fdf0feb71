"""Typesetting of formulas and documents: formula trees, line breaking, and output languages."""
