"""A tape as text or bytes: one renderer a language, which reads the tape and nothing else."""
