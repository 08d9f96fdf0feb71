"""What keeps the documentation true: `make pages` runs every page and writes what its code shows into it.

page.py           the code of a page, what it prints and shows, the pictures it makes
markdown.py       a value of the library as Markdown: formulas as TeX, words, tables
svg.py            a picture without what nobody sees
mathml.py         TeX as MathML, for the site
api.py            docs/api/*.md from the signatures and docstrings
gallery.py        docs/gallery/*.md from the robots themselves
bibliography.py   docs/references.md from docs/references.bib
"""
