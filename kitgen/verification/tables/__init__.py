"""Tables of moves that others have made, checked against the solved game."""
