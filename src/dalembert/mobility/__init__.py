"""Mobility of mechanisms: Grübler's formula and the true number of degrees of freedom."""
