"""The exact ring of trigonometric polynomials; it knows no robot."""
