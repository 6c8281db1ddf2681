"""Matchbox machines that learn: printed, played, simulated and verified."""

__version__ = "0.1.0"
