"""Parser of equations that people write in text or LaTeX. It returns statements about a robot."""
