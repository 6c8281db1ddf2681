"""Facts about a game, whoever plays it: symmetry, reachable positions, values."""
