"""Robots: their parts, and the files and tables that describe robots."""
