"""Compare equations that a user has written with the model: missing terms, wrong terms, and likely mistakes."""
