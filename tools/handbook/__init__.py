"""Generator of the documentation: `make pages` runs the code of every page and inserts the output.

page.py           runs the code of a page and inserts text output, formulas and pictures
markdown.py       converts results of the library to Markdown, with formulas as TeX
svg.py            reduces the size of pictures
mathml.py         converts TeX to MathML for the web site
api.py            writes docs/api/*.md from signatures and docstrings
gallery.py        writes docs/gallery/*.md from the robots of the gallery
bibliography.py   writes docs/references.md from docs/references.bib
"""
