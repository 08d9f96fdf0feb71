"""Formatting of ring elements as text, LaTeX, MathML, Typst and SymPy, in textbook form."""
