"""Playing in a terminal: the full-screen app and the plain dialogue."""
