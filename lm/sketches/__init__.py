"""Texts that are alike, found without comparing all with all.

    shingles.py   hashes of the sequences of words in many texts
    similarity.py sketches of sets, which tell how alike two sets are
    bands.py      candidate pairs by bands of sketches; the choice between them
"""
