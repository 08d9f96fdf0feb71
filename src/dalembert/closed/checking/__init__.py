"""Comparison of a statement with the model: missing terms, wrong terms, and the reason."""
