"""The program that says that it has written a PDF, to name it in a message; nothing is decided
by this.
"""

import re

from kitgen.errors import shortened

#: The letters of a name as programs write it, in the file's own words about itself or in those in
#: XML.
_PRODUCER = re.compile(rb"(?:/Producer ?\(|<pdf:Producer>)([\w .:/,+\-]{1,200})")
#: What kitgen's own writer calls itself.
_OWN = "ReportLab"
#: The most letters of a name that is shown.
_MAX_LETTERS = 40


def other_writer(data: bytes) -> str:
    """Return the name of the program that has written a PDF; empty if it is kitgen's or does not
    say so.

    >>> other_writer(b"<< /Producer (cairo 1.16.0 (https://cairographics.org)) >>")
    'cairo 1.16.0'
    >>> other_writer(b"<< /Producer (ReportLab PDF Library) >>")
    ''
    >>> len(other_writer(b"<< /Producer (" + b"a" * 200 + b") >>"))
    40
    """
    producer = _PRODUCER.search(data)
    if producer is None:
        return ""
    name = producer[1].decode("latin-1").strip()
    if name.startswith(_OWN):
        return ""
    return shortened(name, _MAX_LETTERS)
