"""A statement against the model: what is missing, what is wrong, and why."""
