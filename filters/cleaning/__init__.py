"""For scutch-clean: its chain, its options, and its ways in and out.

    defaultchain.py the filters of its chain as words
    settled.py      what follows from its options, and which contradict others
    cleanstep.py    the chain with its source
    intofiles.py    -o: a run for each input
    outputs.py      an output file for each input
    explained.py    --explain: a chain as a pipe of commands
    onepage.py      the clean text of one page, for scutch.clean
"""
