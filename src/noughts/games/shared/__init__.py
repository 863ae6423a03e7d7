"""What several games, and their evaluations, share."""
