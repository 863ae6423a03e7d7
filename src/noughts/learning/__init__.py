"""Training of evaluations for any game: self-play, fitting, and matches that decide.

`inputs` are the tuples that are learned, `games` plays and labels positions, `fitting` draws the tables towards the
labels, `folder` keeps a run so that it goes on after any end, and `training` is the loop of all that.
"""
