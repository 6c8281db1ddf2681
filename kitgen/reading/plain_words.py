"""Words as they are compared when somebody types one: without case, accents or articles."""

import re
import unicodedata


def plain_word(text: str) -> str:
    """Return the letters and digits of a text, small and without accents, and without an article
    before them.

    >>> plain_word("L'échelle"), plain_word("Morpion 3×3")
    ('echelle', 'morpion3x3')
    """
    text = re.sub(
        r"^(the|il|lo|la|le|i|gli|el|los|las|les|der|die|das)\s+|^l['’]",
        "",
        text.strip().casefold(),
    )
    letters = unicodedata.normalize("NFKD", text.replace("×", "x"))
    return "".join(letter for letter in letters if letter.isalnum())
