"""Shallow text features: rules, and trees learnt from them (Kohlschütter et al. 2010).

    densities.py       text density and link density, sections 3.3 and 3.4
    shallowfeatures.py all features, section 3
    printedrules.py    the printed classifiers, section 4
    maincontent.py     the filters for news, section 4.3.2
    decisiontrees.py   decision trees as arrays
    treetraining.py    their training
    shallowmodel.py    the model file
"""
