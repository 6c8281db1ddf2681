"""Where the words of a page of kitgen's own are."""

from collections.abc import Iterator

import pypdfium2
from pypdfium2 import raw

from kitgen.check.pdf.drawn.marks import Bounds, around


def words_of(page: pypdfium2.PdfPage) -> Iterator[Bounds]:
    """Yield the rectangle round each word: left, bottom, right and top in points from the bottom left corner."""
    text = page.get_textpage()
    word: list[Bounds] = []
    for number in range(text.count_chars()):
        blank = chr(raw.FPDFText_GetUnicode(text, number)).isspace()
        box = (0.0,) * 4 if blank else text.get_charbox(number)
        if box[0] < box[2] and box[1] < box[3]:
            word.append(box)
        elif word:
            yield around(word)
            word = []
    if word:
        yield around(word)
    text.close()
