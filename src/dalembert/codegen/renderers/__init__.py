"""Renderers that convert a tape (a straight-line program) into the text or bytes of a target language."""
