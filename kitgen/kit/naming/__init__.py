"""What boxes and beads are called, and in which order boxes come."""
