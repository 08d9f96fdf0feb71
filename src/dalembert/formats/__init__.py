"""Readers and writers of robot file formats, and the model doctor."""
