"""The texts of a kit's language."""

from kitgen.errors import UnknownNameError
from kitgen.kit.kit import Kit
from kitgen.paper.texts import Texts
from kitgen.reading.templates import Templates


def texts_for(kit: Kit, templates: Templates) -> Texts:
    """Return the texts of a kit's language, or the English ones if kitgen does not have that language."""
    try:
        return Texts(kit.choices.language, templates)
    except UnknownNameError:
        return Texts("en", templates)
