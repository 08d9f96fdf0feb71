"""Execution of rendered programs from Python: as compiled code with a disk cache, in several threads, or in an
interpreter."""
