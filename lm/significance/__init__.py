"""Whether a difference between two systems on the same items is one.

    resampling.py   paired bootstrap, approximate randomisation, corrected resampled t-test
    contingency.py  McNemar's test and Cohen's kappa, from counts of pairs of classes
    tails.py        the tails of the distributions that the tests need
"""
