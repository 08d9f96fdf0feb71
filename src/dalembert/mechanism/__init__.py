"""Loops on numbers: how far they are open, the steps that close them, what holds wherever they are closed."""
