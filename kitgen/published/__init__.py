"""Published experiments, done again."""
