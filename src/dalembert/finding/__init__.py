"""Findings: what the program tells a person, as typed values, and the sentences that show them."""
