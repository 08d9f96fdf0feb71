"""Comparison of a written statement with the model: missing terms, wrong terms, and likely mistakes."""
