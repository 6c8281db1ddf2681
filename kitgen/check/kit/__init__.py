"""A kit against the rules of its game and against its solution."""
