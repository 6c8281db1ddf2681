"""What is exactly true of a machine that learns: the Markov chain of its bead states."""
