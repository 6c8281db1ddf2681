"""What the fields of files may hold: a range for each number, a length and a pattern for each text.

A ``description`` says in words what a pattern allows; a refusal says it (``schema.py``).
"""

from typing import Annotated

from msgspec import Meta

#: A letter that can be seen, or a blank: no control character, none that turns the direction of writing, no half of
#: a pair. What stands in a terminal or on a sheet is then what stands in the file.
_SEEN = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"

#: One line of words. Its longest is far more than any place on paper has room for.
TextLine = Annotated[
    str,
    Meta(pattern=rf"^{_SEEN}*\Z", max_length=1000, description="one line of at most 1,000 printable letters"),
]
#: A letter for the row of a box and a number, such as ``B10``, or a number alone; it names files, too.
BoxId = Annotated[
    str,
    Meta(pattern=r"^[A-Z]{0,2}[1-9][0-9]{0,5}\Z", description="at most two capitals and a number, such as B10"),
]
#: A position or a move, in the notation of a game.
Notation = Annotated[
    str, Meta(pattern=rf"^{_SEEN}+\Z", max_length=1000, description="a position or a move in the notation of its game")
]
#: What is printed as a kit's or an edition's title: two lines of the largest letters on a cover.
Title = Annotated[
    str, Meta(pattern=rf"^{_SEEN}+\Z", max_length=120, description="one line of 1 to 120 printable letters")
]
#: Names a kit, and the folder that it is printed to.
Name = Annotated[
    str,
    Meta(
        pattern=r"^[^\W_]([\w .+-]{0,98}[\w+-])?\Z",
        description="a folder's name: up to 100 letters, digits, blanks or -_+. with a letter or digit first",
    ),
]
#: What a file or a user calls a colour.
Key = Annotated[
    str,
    Meta(pattern=r"^[^\W_][\w -]{0,39}\Z", description="a word of at most 40 letters, digits, blanks, '-' or '_'"),
]
#: A language, as its folder in ``templates/texts`` is called.
Language = Annotated[
    str,
    Meta(pattern=r"^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,3}\Z", description="the code of a language, such as en"),
]
#: A printed colour.
Fill = Annotated[str, Meta(pattern=r"^#[0-9A-Fa-f]{6}\Z", description="written as #RRGGBB")]
#: A badge has room for one letter.
Letter = Annotated[str, Meta(pattern=r"^[^\W_]\Z", description="a single letter or digit")]
#: Words by language.
Words = dict[Language, TextLine]
#: A length in mm, no longer than anything that is printed.
Millimetres = Annotated[float, Meta(ge=0, le=2000)]
#: How many beads: far more than any box holds.
MOST_BEADS = 9999
Beads = Annotated[int, Meta(ge=0, le=MOST_BEADS)]
#: How many beads there are after games, which a program may have played by the million.
BeadsLeft = Annotated[int, Meta(ge=0, le=999_999_999)]
#: A turn of the machine: there are two letters for it, A to ZZ.
Turn = Annotated[int, Meta(ge=1, le=702)]
