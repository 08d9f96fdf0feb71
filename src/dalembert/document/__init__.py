"""Reports on robots and on fits: PDF, one HTML file, LaTeX, Markdown, Typst, plain text, an executed notebook."""
