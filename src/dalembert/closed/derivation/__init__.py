"""Five methods of derivation, step by step."""
