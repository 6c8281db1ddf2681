"""The papers of a usual printer, and what every printed sheet keeps free of them; in mm."""

from typing import Final

#: Width and height of each paper, by its name on the command line.
USUAL: Final = {"a4": (210, 297), "letter": (215.9, 279.4)}
#: The white edge on every side, and the strip at the foot that says of each sheet what it is.
MARGIN: Final = 10
FOOT: Final = 22.0
