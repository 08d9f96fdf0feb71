"""Derivations of the equations of motion by five methods, step by step."""
