"""Command-line interface; each command reads its arguments, calls the library once, and prints the result."""
