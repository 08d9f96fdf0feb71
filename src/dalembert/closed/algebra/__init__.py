"""Exact algebra of trigonometric polynomials. This package does not depend on robots."""
