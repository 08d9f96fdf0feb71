"""Command-line interface. Each command parses the arguments, calls the library once, and prints the result."""
