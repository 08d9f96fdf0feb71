"""Elements of the ring as text, LaTeX, MathML, Typst and SymPy, the way books write them."""
