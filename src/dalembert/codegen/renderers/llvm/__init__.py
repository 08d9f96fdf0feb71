"""A tape as LLVM IR, every number a vector of states."""
