"""Exact equations of motion: a ring of polynomials, closed forms, derivations, proofs and checks."""
