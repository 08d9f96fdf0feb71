"""Rendering of tapes as LLVM IR, with a vector of states for each number of the tape."""
