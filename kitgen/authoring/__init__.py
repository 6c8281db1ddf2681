"""Templates of a user's own: new files, copies and checks."""
