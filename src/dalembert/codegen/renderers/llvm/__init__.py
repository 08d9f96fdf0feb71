"""Rendering of tapes as LLVM IR. Each number of the tape becomes a vector with one lane per state."""
