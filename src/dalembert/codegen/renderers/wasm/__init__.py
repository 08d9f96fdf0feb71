"""Rendering of tapes as WebAssembly modules, in binary form."""
