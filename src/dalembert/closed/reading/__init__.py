"""Reader of equations that people wrote, in text or LaTeX; it returns statements about a robot."""
