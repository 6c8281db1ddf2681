"""Writers: they see marks in millimetres and know nothing of games."""
