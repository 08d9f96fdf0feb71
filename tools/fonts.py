"""Create the fonts of documents: `python tools/fonts.py SOURCES`.

The fonts are renamed subsets of STIX Two.
SOURCES is a folder with the four faces of _FACES, in any format that fontTools reads. The STIX Fonts project publishes
them under the SIL Open Font License 1.1. Each face is written as .woff2 for HTML pages and as .ttf for Typst. Only
developers run this script, after `pip install 'dalembert[fonts]'`.

    scripts 75 %, scripts of scripts 70 %   10.5 pt gives 7.9 pt, 9.5 pt gives 7.1 pt, so no text is below 7 pt
    SubscriptBaselineDropMin 0              the indices of q₁ and M₁ are at the same height
    SuperscriptBaselineDropMax 390          the exponents of x², q̇², (a + b)² and 10² are at the same height
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parents[1] / "src" / "dalembert" / "assets" / "fonts"
_FACES = {  # output file: source file
    "math": "stix-two-math-latin-400-normal",
    "text-regular": "stix-two-text-latin-400-normal",
    "text-italic": "stix-two-text-latin-400-italic",
    "text-semibold": "stix-two-text-latin-600-normal",
}
_ASCII, _GREEK = range(0x20, 0x7F), [*range(0x391, 0x3A2), *range(0x3A3, 0x3CA), 0x3D1, 0x3D5, 0x3F5]
_LETTERS = [
    *range(0x1D400, 0x1D455),
    0x210E,
    *range(0x1D456, 0x1D49C),
    0x1D6A4,
    0x1D6A5,
]  # bold, italic, bold italic; h; dotless i and j
_GREEKS = range(0x1D6E2, 0x1D756)  # italic, bold italic
_FIGURES = [
    *range(0x1D7CE, 0x1D7D8),
    0xB9,
    0xB2,
    0xB3,
    0x2070,
    0x2071,
    *range(0x2074, 0x208F),
]  # bold, superscripts and subscripts
_ACCENTS = [0xA8, 0xAF, 0x131, 0x237, 0x2C6, 0x2D9, 0x2DC, *range(0x300, 0x305), 0x307, 0x308, 0x338, 0x20D7, 0x20DB]
_SIGNS = """°±·×÷½¼¾⅓⅔–—‖…′″⁄ℓℚℝ←↑→↓↔↦⇒⇔∀∂∃∅∆∇∈∉∏∑−∓∗∘√∝∞∠∥∧∨∩∪∫∮∼≃≅≈≔≜≝≠≡≤≥≪≫⊂⊆⊕⊗⊙⊢⊤⊥⋅⋮⋯⋱⌈⌉⌊⌋⏞⏟□✓⟨⟩⟂⪰µ≻†‡•‐▶⚠⅛⅙∙ʲ‹›
⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎪⎫⎬⎭"""
_DOTTED = {  # Ṁ, ẍ and other Latin letters with one or two dots
    x for x in range(0xC0, 0x1EFF)
    if unicodedata.decomposition(chr(x))[:2] == "00" and unicodedata.decomposition(chr(x))[5:] in ("0307", "0308")
} - {*map(ord, "ȦȧȮȯ")}  # fmt: skip  # missing in the source
MATH = {*_ASCII, *_GREEK, *_LETTERS, *_GREEKS, *_FIGURES, *_ACCENTS, *_DOTTED, *map(ord, _SIGNS.replace("\n", ""))}
_SMALL = {
    "ᵀ": ("T", 300),
    "ᵏ": ("k", 300),
    "ᐟ": ("/", 300),
    "ᵢ": ("i", -140),
    "ⱼ": ("j", -140),
    "ᵥ": ("v", -140),
    "ₘ": ("m", -140),
    "ₙ": ("n", -140),
}
_SCALE = 0.68
_SAME = {"✗": "×"}  # signs that the source lacks, and the glyph that they get
_CONSTANTS = {
    "ScriptPercentScaleDown": 75,
    "ScriptScriptPercentScaleDown": 70,
    "SubscriptBaselineDropMin": 0,
    "SuperscriptBaselineDropMax": 390,
}


def make(face: str, source: Path) -> list[Path]:
    """Create one face as .ttf and .woff2."""
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options(
        hinting=False, glyph_names=False, notdef_outline=True, name_IDs=["*"], recalc_timestamp=False
    )
    options.drop_tables += ["STAT"]
    if face == "math":
        options.layout_features = []  # no kerning in formulas
    known = set(font.getBestCmap())
    if face == "math" and MATH - known:
        raise SystemExit(f"{source} has no {' '.join(map(chr, sorted(MATH - known)))}")
    small = subset.Subsetter(options)
    small.populate(unicodes=MATH if face == "math" else known)
    small.subset(font)
    if face == "math":
        _add_small_letters(font)
        _set(font["MATH"].table.MathConstants)
    _rename(font)
    made = [TARGET / f"{face}.ttf", TARGET / f"{face}.woff2"]
    for path, flavor in zip(made, (None, "woff2"), strict=True):
        font.flavor = flavor
        font.save(path)
    return made


def _set(constants) -> None:
    for name, value in _CONSTANTS.items():
        record = getattr(constants, name)
        if hasattr(record, "Value"):
            record.Value = value
        else:
            setattr(constants, name, value)


def _add_small_letters(font: TTFont) -> None:
    """Add superscript and subscript letters that the source lacks, as scaled copies of its ordinary letters."""
    names, glyphs, widths = font.getBestCmap(), font["glyf"], font["hmtx"]
    for small, (letter, up) in _SMALL.items():
        pen = TTGlyphPen(glyphs)
        pen.addComponent(names[ord(letter)], (_SCALE, 0, 0, _SCALE, 0, up))
        name = f"small{ord(small):X}"
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        glyphs[name] = pen.glyph()
        widths[name] = (round(_SCALE * widths[names[ord(letter)]][0]), 0)
        for table in font["cmap"].tables:
            table.cmap[ord(small)] = name
    for sign, other in _SAME.items():
        for table in font["cmap"].tables:
            table.cmap[ord(sign)] = names[ord(other)]


def _rename(font: TTFont) -> None:
    """Rename the modified font, and keep the copyright notice."""
    for record in font["name"].names:
        if record.nameID:
            record.string = str(record).replace("STIX Two", "Dalembert").replace("STIXTwo", "Dalembert")


def main() -> None:
    folder = Path(sys.argv[1])
    TARGET.mkdir(parents=True, exist_ok=True)
    for face, stem in _FACES.items():
        source = next(iter(sorted(folder.rglob(f"{stem}.*"), key=lambda x: x.suffix, reverse=True)))
        for path in make(face, source):
            sys.stdout.write(f"{path.name}: {path.stat().st_size / 1000:.1f} kB\n")


if __name__ == "__main__":
    main()
