"""One file a player: a search, an evaluation and settings under a name."""
