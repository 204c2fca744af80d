"""Shallow text features: rules, and trees learnt from them (Kohlschütter et al. 2010).

    shallowfeatures.py all features, section 3
    printedrules.py    densities and the printed classifiers, section 4
    shallowmodel.py    decision trees, their training and their file
"""
