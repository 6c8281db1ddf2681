"""Compiled kernels of exploration and retrograde analysis; loaded only when they are needed."""
