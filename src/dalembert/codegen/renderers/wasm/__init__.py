"""A tape as a WebAssembly module, written byte by byte."""
