"""Rendering of tapes as PTX, with one thread per state."""
