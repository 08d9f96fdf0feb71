"""Exact ring of trigonometric polynomials, independent of robots."""
