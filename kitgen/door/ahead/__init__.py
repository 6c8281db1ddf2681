"""Looking ahead by name: what a position is worth, and who wins when players that look ahead meet."""
