"""Reports on robots and identified models as PDF, HTML, LaTeX, Markdown or an executed notebook."""
