"""Elements of the ring as text, LaTeX, MathML, Typst and SymPy, in the form of textbooks."""
