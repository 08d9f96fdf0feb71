"""Parser for equations that people write in plain text or LaTeX. It returns statements about a robot."""
