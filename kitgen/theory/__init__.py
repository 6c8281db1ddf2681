"""What is true of a game, whoever plays it: symmetry, reachable positions, values."""
