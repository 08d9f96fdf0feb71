"""The roads to the equations, step by step."""
