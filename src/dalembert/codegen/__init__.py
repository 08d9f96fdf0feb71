"""Code generation: tapes of graphs, their renderers, their calls from Python, and exported packages."""
