"""Bounds on visitors' requests: of an engine, and of a board."""

MOST_SECONDS = 10.0
MOST_LINES = 225
MOST_SIDE = 32
