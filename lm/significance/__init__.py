"""Whether a difference between two systems on the same items is one.

    resampling.py   paired bootstrap, approximate randomisation
    contingency.py  McNemar's test and Cohen's kappa, from counts of pairs of classes
    foldtest.py     the corrected resampled t-test
    tails.py        the tails of the distributions that the tests need
"""
