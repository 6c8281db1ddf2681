"""The colours in which kits are printed, from the palette: a new version of it changes no test."""

from jobs import TEMPLATES

from kitgen.kit.palette import newest_palette, palette_file

#: The usual palette and the grey one, as kits name them, with their versions.
PALETTE = newest_palette("okabe-ito", TEMPLATES)
GREY = newest_palette("grey", TEMPLATES)
#: The fill of each colour of the usual palette, ``#RRGGBB``.
INK = {entry.key: entry.fill.upper() for entry in palette_file(PALETTE, TEMPLATES).colours}
