"""Sentences on how a machine fares, each with the computation that decides it."""
