"""Exact equations of motion: closed forms, step-by-step derivations, proofs and checks of written equations."""
