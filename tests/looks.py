"""How a page looks: pictures that were looked at, and kept with a tolerance.

The letters are those of the sheets, which come with reportlab: what is installed on a machine changes nothing. After a
change that is meant: ``--rewrite-golden``, and look at ``tests/golden/*.png``.
"""

from base64 import b64encode
from io import BytesIO
from pathlib import Path

import reportlab
from PIL import Image, ImageChops
from places import GOLDEN

FONTS = Path(reportlab.__file__).parent / "fonts"
#: A picture is kept at half its size; it is compared at an eighth, where the edges of letters blur.
KEPT, COMPARED = 2, 4
#: So far may a dot be from its reference, of 255, and so many of a thousand dots may be farther.
NEAR, FARTHER = 20, 6


def with_our_letters(page):
    """Load the letters of the sheets, in the names that the page asks for first."""
    for file, weight in (("Vera.ttf", "normal"), ("VeraBd.ttf", "bold")):
        page.evaluate(
            """async ([text, weight]) => {
              const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
              const face = new FontFace("Bitstream Vera Sans", bytes.buffer, { weight });
              document.fonts.add(await face.load());
            }""",
            [b64encode((FONTS / file).read_bytes()).decode(), weight],
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
    """Hold that a page looks as it did when it was looked at; or, with ``rewrite``, keep how it looks now."""
    picture = shrunk(Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("L"), KEPT)
    path = GOLDEN / f"{name}.png"
    if rewrite:
        picture.save(path, optimize=True)
    assert far_off(picture, Image.open(path)) <= FARTHER, f"{path} differs; look at the page, then --rewrite-golden"
