"""Puzzles: positions in which exactly one move wins within so many plies, proved; making them and solving them.

`puzzle` says what one is, `making` finds them in games that `self_play` plays and `proving` proves them, `themes` and
`difficulty` describe them, `file` reads and writes them, `collection` has those of the package; `session` is a person
who solves one, `progress` what becomes of the person's rating.
"""
