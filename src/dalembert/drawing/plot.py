"""A figure of Matplotlib that shows itself in a notebook as SVG, in the dark with the colours of the dark.

Each colour of the palette becomes `var(--c1b1e24, #1b1e24)`; where a notebook says that it is dark, the variables are set.
"""

from __future__ import annotations

import io
import re
from functools import cache
from typing import Any

from dalembert.drawing.palette import PAIRS
from dalembert.drawing.scale import rescaled
from dalembert.label import families

_DARK = "".join(f"--c{light[1:]}:{dark};" for light, dark in PAIRS.items())
STYLE = (
    "<style>.dalembert-plot{display:inline-block;max-width:100%}.dalembert-plot svg{max-width:100%;height:auto}"
    f"[data-jp-theme-light=false] .dalembert-plot,.vscode-dark .dalembert-plot{{{_DARK}}}</style>"
)


def html(figure: Any) -> str:
    """The figure as a fragment of HTML."""
    import matplotlib as mpl

    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "dalembert", "svg.fonttype": "path"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None}, transparent=True)
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = text.replace("<svg", '<svg fill="#000000"', 1)  # of letters that say none, as they are black
    text = re.sub("#[0-9a-f]{6}", lambda c: f"var(--c{c[0][1:]}, {c[0]})" if c[0] in PAIRS else c[0], text)
    return f'<div class="dalembert-plot">{STYLE}{_apart(text)}</div>'


def _apart(text: str) -> str:
    """Names of its parts that no other figure on the page has."""
    own = f"p{abs(hash(text)) % 10**10}"
    text = re.sub(r'\bid="', f'id="{own}_', text)
    return re.sub(r'(href="#|url\(#)', rf"\1{own}_", text)


@cache
def plot_class() -> Any:
    """The class; made when it is first needed, as Matplotlib is slow to import."""
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    class Plot(Figure):
        """A figure that shows itself in notebooks."""

        def draw(self, renderer: Any) -> None:
            for axes in self.findobj(Axes):
                rescaled(axes)
            for text in self.findobj(Text):
                if more := families(text.get_text()):
                    text.set_fontfamily(list(dict.fromkeys([*text.get_fontfamily(), *more])))
            super().draw(renderer)

        def _repr_html_(self) -> str:
            return html(self)

    return Plot
