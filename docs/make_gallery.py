"""Makes the pictures in docs/gallery/ anew: ``python docs/make_gallery.py``.

Prints kits as a user would, and turns pages of them into small PNG files. Needs kitgen alone (Pillow comes with
reportlab). The same kitgen with the same versions of its libraries makes the same pictures.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

GALLERY = Path(__file__).parent / "gallery"
#: Picture name to what is printed, and the parts of it that are shown, one page of each.
PICTURES = {
    "her": (["her"], ["cover", "labels", "finder", "board", "operator", "curve"]),
    "her-it": (["her", "--lang", "it", "--palette", "grey"], ["cover", "labels", "finder", "beads"]),
    "menace": (["menace", "--yes"], ["labels", "finder", "beads", "operator"]),
    "awari-mini": (["awari-mini", "--yes"], ["labels", "finder", "board", "operator"]),
    "ladder": (["ladder"], ["labels", "finder", "board", "operator"]),
    "guides": (["her"], ["guide", "worksheet", "errata", "museum", "certificate"]),
}
DPI, GAP, COLUMNS = 60, 12, 3


def page(pdf: Path) -> Image.Image:
    """Return the first page of a PDF as a picture with a thin frame."""
    document = pypdfium2.PdfDocument(pdf)
    picture = document[0].render(scale=DPI / 72).to_pil().convert("RGB")
    document.close()
    framed = Image.new("RGB", (picture.width + 2, picture.height + 2), "#B0B0B0")
    framed.paste(picture, (1, 1))
    return framed


def main() -> None:
    """Make all pictures, or those named on the command line."""
    GALLERY.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        command, parts = PICTURES[name]
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "kit"
            words = [sys.executable, "-m", "kitgen", "print", *command, "-o", str(out), "--parts", ",".join(parts)]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
            pages = [page(next(out.glob(f"parts/*{part}.pdf"))) for part in parts]
        columns = min(COLUMNS, len(pages))
        wide, high = max(p.width for p in pages), max(p.height for p in pages)
        rows = -(-len(pages) // columns)
        sheet = Image.new("RGB", (columns * (wide + GAP) + GAP, rows * (high + GAP) + GAP), "#E4E4E4")
        for place, picture in enumerate(pages):
            sheet.paste(picture, (GAP + place % columns * (wide + GAP), GAP + place // columns * (high + GAP)))
        sheet.quantize(128).save(GALLERY / f"{name}.png", optimize=True)
        print(GALLERY / f"{name}.png")


if __name__ == "__main__":
    main()
