"""Rendering of tapes (straight-line programs) as PTX, with one thread per state."""
