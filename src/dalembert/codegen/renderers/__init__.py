"""Renderers, one per language: each turns a tape into text or bytes."""
