"""Texts that are alike, found without comparing all with all.

    shingles.py   hashes of the sequences of words in many texts
    similarity.py sketches of sets, which tell how alike two sets are
    bands.py      candidates by bands of sketches; which of those alike is kept
"""
