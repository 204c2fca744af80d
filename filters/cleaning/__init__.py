"""The parts of scutch-clean: chain, options, input and output.

    defaultchain.py the filters of its chain as words, and its options, validated
    cleanstep.py    the chain with its source, and -o, a run for each input
"""
