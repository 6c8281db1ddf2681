"""A few processes that work, a queue in front of them, and the answers that are kept."""
