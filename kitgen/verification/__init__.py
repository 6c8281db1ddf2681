"""Verifies a kit and its sheets by independent checks, each from what it reads itself."""
