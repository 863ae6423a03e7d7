"""The engine: from a position and a limit to a move or an analysis.

`engine` plays and analyses, `engine_text` writes one as a text, `players` are searches and evaluations under a name;
`limit`, `thinking_time` and `levels` say how long and how well, `score`, `results` and `review` what was found.
"""
