"""How a page looks: pictures that were looked at, and kept with a tolerance.

The letters are those that come with reportlab, and in pictures those of the sheets: what is
installed on a machine changes nothing. After a
change that is meant: ``--rewrite-golden``, and look at ``tests/golden/*.png``.
"""

from base64 import b64encode
from io import BytesIO
from pathlib import Path

import reportlab
from PIL import Image, ImageChops
from places import GOLDEN

from kitgen.paper.style import FACES, FAMILY

FONTS = Path(reportlab.__file__).parent / "fonts"
LETTERS = [
    (FONTS / "Vera.ttf", "Bitstream Vera Sans", "normal"),
    (FONTS / "VeraBd.ttf", "Bitstream Vera Sans", "bold"),
]
LETTERS += [(face.file(), FAMILY, "bold" if bold else "normal") for bold, face in FACES.items()]
#: A picture is kept at half its size; it is compared at an eighth, where the edges of letters blur.
KEPT = 2
COMPARED = 4
#: So far may a dot be from its reference, of 255, and so many of a thousand dots may be farther.
NEAR = 20
FARTHER = 6


def with_our_letters(page):
    """Load our letters, in the names that the page asks for first."""
    for file, family, weight in LETTERS:
        page.evaluate(
            """async ([text, family, weight]) => {
              const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
              const face = new FontFace(family, bytes.buffer, { weight });
              document.fonts.add(await face.load());
            }""",
            [b64encode(file.read_bytes()).decode(), family, weight],
        )


def shrunk(picture, times):
    return picture.resize((picture.width // times, picture.height // times), Image.Resampling.BOX)


def far_off(one, other):
    """Return how many of a thousand dots differ."""
    if one.size != other.size:
        return 1000
    dots = ImageChops.difference(shrunk(one, COMPARED), shrunk(other, COMPARED)).histogram()
    return 1000 * sum(dots[NEAR:]) / sum(dots)


def hold_look(page, name, rewrite):
    """Hold that a page looks as it did when it was looked at; or, with ``rewrite``, keep how it
    looks now.
    """
    picture = shrunk(Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("L"), KEPT)
    path = GOLDEN / f"{name}.png"
    if rewrite:
        picture.save(path, optimize=True)
    assert far_off(picture, Image.open(path)) <= FARTHER, (
        f"{path} differs; look at the page, then --rewrite-golden"
    )
