"""How a rendered program is called from Python: compiled, kept on disk, split over threads, or interpreted."""
