"""For scutch-clean: its chain, its options, and its ways in and out.

    onepage.py    the clean text of one page, for scutch.clean
    outputs.py    an output file for each input
    pipes.py      a chain as a pipe of commands
"""
