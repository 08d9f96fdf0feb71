"""Execution of rendered programs from Python: as compiled code cached on disk, in several threads, or in an
interpreter."""
