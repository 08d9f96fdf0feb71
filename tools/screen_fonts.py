"""Create the fonts of interactive pages: `python tools/screen_fonts.py SOURCES`.

The fonts are renamed subsets of Inter and IBM Plex Mono.
SOURCES is a folder with the faces of _FACES, which their projects publish under the SIL Open Font License 1.1. The
licences are copied to the folder of the fonts. Only developers run this script, after `pip install 'dalembert[fonts]'`.

    Inter       weights 400 to 600 only, with the feature tnum for figures of equal width
    Plex Mono   regular only
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

TARGET = Path(__file__).resolve().parents[1] / "src" / "dalembert" / "assets" / "fonts" / "screen"
_SIGNS = "°±·×½–—‘’“”…′″←↑→↓−≈≠≤≥∞√∂Δ∑⁰¹²³⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉¼✓✗äöüéèßÄÖÜ"
_WANTED = {*range(0x20, 0x7F), 0xA0, 0x2009, 0x202F, *map(ord, _SIGNS)}
_GREEK = {*range(0x391, 0x3CA)}
_FACES = {  # output file: source file, characters, family name of the source, new family name
    "screen": ("inter-latin-wght-normal", _WANTED, "Inter", "Dalembert Screen"),
    "screen-greek": ("inter-greek-wght-normal", _GREEK, "Inter", "Dalembert Screen"),
    "mono": ("ibm-plex-mono-latin-400-normal", _WANTED, "IBM Plex Mono", "Dalembert Mono"),
}
_LICENCES = {"inter": "OFL-Inter.txt", "ibm-plex-mono": "OFL-Plex.txt"}


def make(face: str, source: Path) -> Path:
    _, wanted, name, own = _FACES[face]
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options(hinting=False, glyph_names=False, name_IDs=["*"], recalc_timestamp=False)
    options.layout_features = ["kern", "tnum", "mark", "mkmk", "ccmp"]
    small = subset.Subsetter(options)
    small.populate(unicodes=wanted)
    small.subset(font)
    if "fvar" in font:
        font = instancer.instantiateVariableFont(font, {"wght": (400, 600)})
    for record in font["name"].names:
        if record.nameID not in (0, 7, 13, 14):  # keep copyright, trademark and licence
            record.string = str(record).replace(name, own).replace(name.replace(" ", ""), own.replace(" ", ""))
    font.flavor = "woff2"
    path = TARGET / f"{face}.woff2"
    font.save(path)
    return path


def main() -> None:
    folder = Path(sys.argv[1])
    TARGET.mkdir(parents=True, exist_ok=True)
    for face, (stem, *_) in _FACES.items():
        path = make(face, next(iter(sorted(folder.rglob(f"{stem}.woff2")))))
        sys.stdout.write(f"{path.name}: {path.stat().st_size / 1000:.1f} kB\n")
    for part, name in _LICENCES.items():
        shutil.copy(next(x for x in sorted(folder.rglob("LICENSE")) if part in str(x)), TARGET / name)


if __name__ == "__main__":
    main()
