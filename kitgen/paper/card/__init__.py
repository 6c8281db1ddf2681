"""One box on paper: its board, arrows, badges, words, and its back."""
