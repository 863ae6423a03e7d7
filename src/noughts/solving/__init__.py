"""Exact values: every file a method or a part of one. It knows the contract of games, and no game."""
