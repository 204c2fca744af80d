"""Shallow text features: rules, and trees learnt from them (Kohlschütter et al. 2010).

    densities.py       text density and link density, sections 3.3 and 3.4
    shallowfeatures.py all features, section 3
    printedrules.py    the printed classifiers, section 4
    maincontent.py     the filters for news, section 4.3.2
    decisiontrees.py   decision trees as arrays
    treetraining.py    C4.5 and 1R
    shallowtraining.py folds by site, thresholds
    shallowmodel.py    the model file
    wekameasures.py    the measures of Table 2
"""
