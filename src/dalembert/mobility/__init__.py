"""Mobility of mechanisms: Grübler's formula, and the actual number of degrees of freedom."""
