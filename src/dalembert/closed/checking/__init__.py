"""Comparison of a written equation with the model: missing terms, wrong terms, and likely mistakes."""
