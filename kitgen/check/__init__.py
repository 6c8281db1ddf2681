"""Is it right? Kits against the rules of their games, and prints against kits."""
