"""Robots in files: the reader and the writer of each format together, and the doctor."""
