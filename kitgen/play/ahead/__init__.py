"""Looking ahead at the table: levels of play, hints, and the analysis of a game."""
