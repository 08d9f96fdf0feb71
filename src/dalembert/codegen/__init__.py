"""Code generation: straight-line programs (tapes) of expression graphs, their renderers, their execution from Python,
and exported packages."""
