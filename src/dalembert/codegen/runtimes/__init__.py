"""Execution of rendered programs from Python: compiled, cached on disk, split over threads, or interpreted."""
