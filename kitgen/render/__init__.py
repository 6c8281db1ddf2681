"""Writers of documents and scenes: they see marks in millimetres, never a game."""
