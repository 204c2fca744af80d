"""The parts of scutch-clean: chain, options, input and output.

    defaultchain.py the filters of its chain as words
    cleanoptions.py validates its options and fills in defaults that depend on others
    cleanstep.py    the chain with its source
    intofiles.py    -o: a run for each input
"""
