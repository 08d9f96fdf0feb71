"""Filters without phase, derivatives, and the frequency above which there is only noise."""
