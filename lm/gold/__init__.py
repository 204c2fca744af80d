"""Texts aligned with gold text, and the measures of the papers.

    alignment.py longest common subsequence, edit distance, segments that gold text keeps
    goldwords.py words as alignment and measures count them
    measures.py  precision, recall, F and the others
"""
