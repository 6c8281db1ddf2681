"""Looking ahead: minimax, alpha-beta and negascout, for games too large to solve."""
