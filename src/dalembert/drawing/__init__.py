"""Vector drawings and charts, in points: paths, text, label placement; SVG, PNG and PDF output."""
