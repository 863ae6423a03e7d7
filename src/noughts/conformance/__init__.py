"""Every game from outside is checked before anything plays or searches it.

Compiled code checks no index and trusts every function's type, so one mistake in a game file corrupts memory or gives
wrong answers in silence. Therefore a game is run twice:

1. Uncompiled, in a process of its own (`process`), where NumPy checks every index, errors name the line, and nothing
   that a file does can harm us (`trial`): what the game claims of itself (`claims`), random games (`random_play`), its
   hooks against trying everything out (`hooks`) and what people are shown (`views`).
2. Only then here: the file is loaded, its rules are compiled, and the same games are played again (`replay`). Rules,
   texts, hooks and views must be the same at every position.
"""
