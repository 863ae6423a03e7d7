"""Matches and tournaments: pairs of games from one opening with colours swapped, played under a referee and counted."""
