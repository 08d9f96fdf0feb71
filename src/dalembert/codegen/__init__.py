"""Code generation: straight-line programs (tapes) compiled from expression graphs, renderers for tapes, execution from
Python, and exported packages."""
