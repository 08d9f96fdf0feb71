"""Equations as people write them, in text or LaTeX, to statements about a robot."""
