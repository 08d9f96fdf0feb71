"""Is the log what it seems? Alternatives tried on the data, named where they explain it clearly better."""
