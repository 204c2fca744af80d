"""The perceptron: FANN's functions, an independent computation, RPROP, its model file."""
import math

import numpy as np
import pytest

from scutch.lm.perceptron.network import ACTIVATIONS, Perceptron, Steps, _add_slopes, bounded, train

RNG = np.random.default_rng(7)
STEEPNESS = 0.5          # FANN's default


def fann_gaussian_symmetric(x):
    """FANN's reference manual: y = exp(-x*s*x*s)*2 - 1."""
    return math.exp(-x * STEEPNESS * x * STEEPNESS) * 2 - 1


def fann_sigmoid_symmetric(x):
    """FANN's reference manual: y = 2/(1 + exp(-2*s*x)) - 1."""
    return 2 / (1 + math.exp(-2 * STEEPNESS * x)) - 1


def fann_linear_piece_symmetric(x):
    """FANN's reference manual: y = x*s, at least -1, at most 1."""
    return min(1.0, max(-1.0, x * STEEPNESS))


FANN = {"gaussian": fann_gaussian_symmetric, "sigmoid": fann_sigmoid_symmetric}


def fann_run(inputs, hidden, output, activation):
    """One network of FANN on one sample, in plain Python; weights are twice ours."""
    roots = [math.copysign(math.sqrt(abs(x)), x) for x in inputs]
    units = [FANN[activation](sum(2 * w * x for w, x in zip(column, [*roots, 1.0], strict=True)))
             for column in hidden.T.tolist()]
    return fann_linear_piece_symmetric(
        sum(2 * w * x for w, x in zip(output.tolist(), [*units, 1.0], strict=True)))


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_outputs_are_those_of_fann_in_plain_python(activation):
    hidden, output = RNG.normal(size=(3, 38, 18)), RNG.normal(size=(3, 19)) / 3
    inputs = RNG.normal(size=(40, 37))
    found = Perceptron(hidden, output, activation).outputs(inputs)
    for row, value in zip(inputs, found, strict=True):
        wanted = [fann_run(row, hidden[i], output[i], activation) for i in range(3)]
        assert value == pytest.approx(sum(wanted) / 3, abs=1e-12)
    assert found.min() >= -1 and found.max() <= 1 and len(set(found)) == 40


def test_a_network_worked_by_hand():
    """Inputs 0.25 and 1 have roots 0.5 and 1; the sum is 0.5 - 1 + 0.5 = 0, the unit 1."""
    hidden = np.array([[[1.0], [-1.0], [0.5]]])
    assert Perceptron(hidden, np.array([[0.25, 0.5]])).outputs(np.array([[0.25, 1]])) == [0.75]
    assert Perceptron(hidden, np.array([[2.0, 0.5]])).outputs(np.array([[0.25, 1]])) == [1]


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_slopes_are_those_of_small_steps(activation):
    rows, wanted = RNG.normal(size=(30, 5)), RNG.integers(0, 2, 30).astype(float)
    importance, hidden, output = np.full(30, 1 / 30), RNG.normal(size=(5, 4)), np.full(5, 0.05)

    def error():
        units = ACTIVATIONS[activation][0](rows @ hidden)
        return 0.5 * importance @ (bounded(units @ output[:-1] + output[-1]) - wanted) ** 2

    slopes = [np.zeros_like(hidden), np.zeros_like(output)]
    _add_slopes(slopes, rows, wanted, importance, hidden, output, activation)
    for layer, found in zip((hidden, output), slopes, strict=True):
        for place in np.ndindex(layer.shape):
            layer[place] += 1e-6
            above = error()
            layer[place] -= 2e-6
            below = error()
            layer[place] += 1e-6
            assert found[place] == pytest.approx((above - below) / 2e-6, abs=1e-6)


def test_steps_grow_shrink_and_pause():
    """0.1; the same sign, 0.12; the other sign, half of it and no step; then on from there."""
    steps = Steps(np.array([1.0]))
    seen = []
    for slope in 2.0, 3.0, -1.0, -1.0:
        steps.take(np.array([slope]))
        seen.append(round(float(steps.values[0]), 6))
    assert seen == [0.9, 0.78, 0.78, 0.84]


def test_training_learns_what_no_line_divides():
    inputs = RNG.uniform(size=(400, 2))
    dirty = (inputs[:, 0] > 0.4) ^ (inputs[:, 1] > 0.4)
    found = train(inputs, dirty, epochs=300, decay=0, units=6)
    assert ((found.outputs(inputs) > 0.5) == dirty).mean() > 0.95


def test_training_is_the_same_for_the_same_seed():
    inputs, dirty = RNG.uniform(size=(100, 3)), RNG.integers(0, 2, 100)
    one, same, other = (train(inputs, dirty, epochs=20, networks=2, seed=seed)
                        for seed in (1, 1, 2))
    assert (one.hidden == same.hidden).all() and (one.output == same.output).all()
    assert (one.hidden != other.hidden).any()
    assert (one.hidden[0] != one.hidden[1]).any()


def test_weights_count_and_constants_do_not():
    inputs = np.array([[0.0, 3.0]] * 10 + [[1.0, 3.0]] * 10)
    dirty = np.array([0.0, 1.0] * 10)
    found = train(inputs, dirty, weights=[9, 1] * 5 + [1, 9] * 5, epochs=200)
    assert found.outputs(inputs[[0, -1]]) == pytest.approx([0.1, 0.9], abs=0.05)
    assert (found.hidden[:, 1] == 0).all()
    assert (found.outputs(inputs * [1, 100]) == found.outputs(inputs)).all()


def model():
    return Perceptron(np.ones((1, 3, 2), np.float32), np.full((1, 3), 0.25, np.float32),
                      settings={"features": "page"})


def test_scores_are_outputs_from_0_up():
    """Two units of weight 0.25 each: both at -1, and a bias of 0.25, give -0.25."""
    scores, outputs = model().scores(np.array([[9.0, 9.0], [0.0, -1.0]]))
    assert outputs.tolist() == [pytest.approx(-0.25), 0.75] and scores.tolist() == [0, 0.75]
    assert [len(one) for one in model().scores(np.zeros((0, 2)))] == [0, 0]
