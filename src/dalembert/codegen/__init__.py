"""From a graph to running code: tape, renderer, compiler, cache, and the kernel that holds them."""
