"""Random writers: eq. 2 and 3 of Kohlschütter et al. 2010 and their fit."""
import sys

import numpy as np
import pytest

from utils import ROOT

sys.path.append(str(ROOT / "share" / "bench" / "papers"))

from randomwriters import fitted, writer

PAPER = [0.7586, 0.3968, 0.04369]      # section 5.2


@pytest.mark.parametrize("parameters", [[0.3145], PAPER, [0.5, 0.9, 0.1]])
def test_chances(parameters):
    x = np.arange(1, 3000)
    probabilities = writer(x, parameters)
    assert probabilities.sum() == pytest.approx(1) and (probabilities >= 0).all()
    assert writer(1, PAPER) == pytest.approx(0.7586 * 0.3968 + 0.2414 * 0.04369)


def test_mean_words_of_the_paper():
    """Blocks of short text have 2.52 words on average, of long text 22.89 (section 5.2)."""
    x = np.arange(1, 3000)
    assert (x * writer(x, [PAPER[1]])).sum() == pytest.approx(2.52, abs=0.005)
    assert (x * writer(x, [PAPER[2]])).sum() == pytest.approx(22.89, abs=0.005)


@pytest.mark.slow
@pytest.mark.parametrize("states, parameters", [
    (1, [0.3145]), (1, [0.9]), (1, [0.02]), (2, PAPER), (2, [0.2, 0.6, 0.1]),
    (2, [0.9, 0.5, 0.01])])
def test_what_was_written_is_found(states, parameters):
    fit = fitted(1e6 * writer(np.arange(1, 3000), parameters), states)
    assert fit.parameters == pytest.approx(parameters, rel=1e-3)
    assert fit.r2 == pytest.approx(1, abs=1e-6) and fit.rmse < 1e-5


def test_a_mixture_fits_better():
    counts = np.random.default_rng(1).multinomial(50_000, writer(np.arange(1, 300), PAPER))
    one, two = fitted(counts, 1), fitted(counts, 2)
    assert two.r2 > one.r2 and two.rmse < one.rmse
    assert two.parameters == pytest.approx(PAPER, rel=0.05)
    assert fitted(counts * 7, 2).parameters == pytest.approx(two.parameters), "shares decide"


@pytest.mark.parametrize("counts", [[1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 9], [5, 5, 5, 5, 5, 5, 5]])
@pytest.mark.parametrize("states", [1, 2])
def test_odd_counts(counts, states):
    fit = fitted(counts, states)
    assert all(0 <= p <= 1 for p in fit.parameters) and np.isfinite(fit.rmse)
