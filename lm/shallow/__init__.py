"""Shallow text features: rules, and classifiers learnt from them (Kohlschütter et al. 2010)."""
