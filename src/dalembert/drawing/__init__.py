"""Vector drawings and charts in points: paths, text, placement of labels, and SVG, PNG and PDF output."""
