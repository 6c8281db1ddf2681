"""Numbers that stand for something else in the flat arrays of an explored game."""

import numpy as np

#: ``Table.result`` of a position in which the game goes on. No game's value comes near it.
ONGOING = np.iinfo(np.int16).min

#: ``Table.plies`` where there is no such number: a draw by endless repetition, and games of points.
NO_PLIES = -1
