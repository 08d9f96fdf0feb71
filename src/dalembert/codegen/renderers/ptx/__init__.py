"""A tape as PTX, one thread a state."""
