"""Pictures of our own, in points: outlines, letters and where names stand; written as SVG, drawn as PNG and PDF."""
