"""A document as one HTML file that opens from disk: formulas are MathML, pictures inline SVG; it asks for nothing."""

from __future__ import annotations

import re
from html import escape

from dalembert.report.document import Block, Code, Document, Heading, Passage, Picture, Table, Words

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.55 system-ui, sans-serif; color: #1c2733; background: #fff; max-width: 60rem;
       margin: 2.5rem auto; padding: 0 1.25rem; }
h1, h2, h3, h4, h5 { line-height: 1.25; color: #12324f; margin: 1.6em 0 .5em; }
h1 { font-size: 1.9rem; border-bottom: 2px solid #35618f; padding-bottom: .3rem; }
table { border-collapse: collapse; font-size: .86rem; display: block; overflow-x: auto; margin: 1rem 0; }
caption { text-align: left; color: #51606f; padding-bottom: .4rem; }
th { text-align: left; border-bottom: 2px solid #35618f; padding: .3rem .7rem .3rem 0; }
td { border-bottom: 1px solid #dde4eb; padding: .3rem .7rem .3rem 0; vertical-align: top; }
figure { margin: 1.5rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption { color: #51606f; font-size: .9rem; }
pre { background: #f4f7fa; border: 1px solid #dde4eb; border-radius: 6px; padding: .8rem 1rem; overflow-x: auto; }
math { font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", "Libertinus Math", math; }
math[display="block"] { overflow-x: auto; overflow-y: hidden; padding: .25rem 0; text-align: left; }
@media print { body { margin: 0; max-width: none; } }
"""


def write(document: Document) -> str:
    """The whole page."""
    body = "\n".join(_block(block) for block in document.blocks)
    title = escape(document.title)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
    )


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level + 1}>{escape(text)}</h{level + 1}>"
        case Words(text):
            return f"<p>{escape(text)}</p>"
        case Table(head, rows, caption):
            return _table(head, rows, caption)
        case Code(source):
            return f"<pre><code>{escape(source)}</code></pre>"
        case Passage(body):
            return body.html()
        case Picture():
            return f"<figure>{svg(block)}<figcaption>{escape(block.caption)}</figcaption></figure>"


def _table(head: tuple[str, ...], rows: tuple[tuple[str, ...], ...], caption: str) -> str:
    lines = [f"<table><caption>{escape(caption)}</caption>"] if caption else ["<table>"]
    lines.append("<tr>" + "".join(f"<th>{escape(x)}</th>" for x in head) + "</tr>")
    lines += ["<tr>" + "".join(f"<td>{escape(x)}</td>" for x in row) + "</tr>" for row in rows]
    return "\n".join([*lines, "</table>"])


def svg(picture: Picture) -> str:
    """A picture as an element of the page: no prologue, no metadata, and names that no other picture has."""
    text = picture.bytes("svg").decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    prefix = re.sub(r"\W", "_", picture.name)
    text = re.sub(r'\bid="', f'id="{prefix}_', text)
    return re.sub(r'(href="#|url\(#)', rf"\1{prefix}_", text)
