"""The operator's guide on the screen: a board to click, the open box with its beads, and what the guide says."""
