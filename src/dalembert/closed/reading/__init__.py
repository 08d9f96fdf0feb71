"""Parser for equations in plain text or LaTeX. The parser returns statements about a robot."""
