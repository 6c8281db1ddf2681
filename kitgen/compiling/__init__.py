"""Compiling a function with Numba, telling how far it is, and keeping what was compiled on disk."""
