"""One file a search. A search knows the contract of games and evaluations, and no game."""
