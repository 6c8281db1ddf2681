"""Players against each other: pairs of games with sides swapped, their score, and when enough have been played."""
