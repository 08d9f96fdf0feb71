"""Readers and writers of each robot file format, and the model doctor."""
