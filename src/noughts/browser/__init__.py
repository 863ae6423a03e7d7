"""The engine as WebAssembly: a game's rules, look and search as one module, for pages that think by themselves.

`module.py` turns compiled functions into a module, `engine_module.py` says which of a game, `description.py` writes
down what JavaScript must know of it, `builtin.py` keeps the modules that come with the package.
"""
