"""Renderers that convert a tape (a linear program) into the text or bytes of a target language."""
