"""Exciting paths: motions that show the dynamic parameters, within every limit."""
