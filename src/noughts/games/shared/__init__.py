"""Parts that several games, and their evaluations, share."""
