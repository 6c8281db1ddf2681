"""Questions about a game or kit, by its name: a position, a value, a trial, a comparison."""
