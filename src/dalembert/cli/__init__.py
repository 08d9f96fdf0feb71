"""Command line. Each command reads its arguments, makes one call into the library, and shows the result."""
