"""Texts aligned with gold text, and the measures of the papers.

    alignment.py words as measures count them, and what they share with gold text:
                 longest common subsequence, edit distance, segments that gold text keeps
    measures.py  precision, recall, F and the others
"""
