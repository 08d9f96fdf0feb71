"""Rendering of tapes (linear programs) as PTX, with one thread per state."""
