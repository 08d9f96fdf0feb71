"""Mobility of mechanisms: Grübler's formula, and the true count where it fails."""
