"""Protocols between engines and programs that use them: ours for others (UGI, Gomocup), and others' for us.

`ugi.py` and `gomocup.py` are our engine as machines of lines; `console.py` runs one on standard input and output.
`ugi_host.py` and `gomocup_host.py` make a user's program an engine like ours; `bots.py` describes such a program.
"""
