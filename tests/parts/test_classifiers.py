"""The classifiers of scikit-learn that share/bench/papers/mlp.py compares with the perceptron."""
import sys

import numpy as np
import pytest

from utils import ROOT

pytest.importorskip("sklearn", reason="the extra [bench] is not installed")
sys.path.append(str(ROOT / "share" / "bench" / "papers"))

from mlp import fit_other, others, weighted_f1


@pytest.mark.parametrize("name", ["logistic", "neighbours", "forest", "boosting"])
def test_a_classifier_learns_which_rows_are_dirty(name):
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=(400, 3))
    dirty = inputs[:, 0] > 0.5
    outputs = fit_other(others()[name])(inputs[:300], dirty[:300])(inputs[300:])
    assert outputs.shape == (100,) and ((outputs >= 0) & (outputs <= 1)).all()
    assert weighted_f1(outputs, dirty[300:]) > 0.8
    assert weighted_f1(1 - outputs, dirty[300:]) < 0.2
