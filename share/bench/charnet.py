"""A small neural model of text: the next byte after the CONTEXT bytes before it.

Source:  Bengio et al. 2003, "A neural probabilistic language model", eq. 1 and 2 without direct
         connections (their W = 0); Adam of Kingma & Ba 2015, algorithm 1.
Differs: bytes of UTF-8 in place of words, so that no text has unknown ones; Adam's step size falls
         to 0 in a line.
"""
import numpy as np

CONTEXT, WIDTH, HIDDEN, SYMBOLS = 8, 24, 256, 256
BATCH, STEP_SIZE = 256, 0.006
READ = 4096               # windows at a time
DECAYS, EPSILON = (0.9, 0.999), 1e-8     # Adam's


def windows_of(text):
    """Return the bytes of a text, each after the CONTEXT before it, (bytes, CONTEXT + 1)."""
    text = b"\n" * CONTEXT + text.encode("utf-8", "replace")
    return np.lib.stride_tricks.sliding_window_view(np.frombuffer(text, np.uint8), CONTEXT + 1)


class Network:
    """The probabilities of a byte: softmax(b + U tanh(d + H x)), x the features C of the others."""

    def __init__(self, seed=0):
        self.rng = np.random.default_rng(seed)
        inputs = CONTEXT * WIDTH
        self.parameters = [
            (self.rng.standard_normal(shape) * scale).astype(np.float32) for shape, scale in (
                ((SYMBOLS, WIDTH), 1), ((inputs, HIDDEN), inputs ** -0.5), (HIDDEN, 0),
                ((HIDDEN, SYMBOLS), HIDDEN ** -0.5), (SYMBOLS, 0))]       # C, H, d, U, b

    def _forward(self, contexts):
        """Return (x, the hidden units, log probabilities of each byte) of contexts."""
        C, H, d, U, b = self.parameters
        x = C[contexts].reshape(len(contexts), -1)
        hidden = np.tanh(x @ H + d)
        scores = hidden @ U + b
        scores -= scores.max(1, keepdims=True)
        return x, hidden, scores - np.log(np.exp(scores).sum(1, keepdims=True))

    def gradients(self, windows):
        """Return those of the mean of -ln p of the last bytes of windows, one a parameter."""
        _, H, _, U, _ = self.parameters
        contexts = windows[:, :-1]
        x, hidden, log_p = self._forward(contexts)
        of_scores = np.exp(log_p)
        of_scores[np.arange(len(windows)), windows[:, -1]] -= 1
        of_scores /= len(windows)
        of_sums = of_scores @ U.T * (1 - hidden * hidden)
        of_x = (of_sums @ H.T).reshape(-1, WIDTH)
        of_features = np.stack([np.bincount(contexts.ravel(), column, SYMBOLS)
                                for column in of_x.T], 1).astype(np.float32)
        return of_features, x.T @ of_sums, of_sums.sum(0), hidden.T @ of_scores, of_scores.sum(0)

    def train(self, text, shown):
        """Learn from `shown` bytes, drawn from those of a text, BATCH a step."""
        windows, steps = windows_of(text), shown // BATCH
        means, squares = ([np.zeros_like(array) for array in self.parameters] for _ in range(2))
        for step in range(1, steps + 1):
            drawn = windows[self.rng.integers(len(windows), size=BATCH)]
            size = STEP_SIZE * (1 - step / (steps + 1))
            for array, gradient, mean, square in zip(
                    self.parameters, self.gradients(drawn), means, squares, strict=True):
                for moment, value, decay in zip((mean, square), (gradient, gradient * gradient),
                                                DECAYS, strict=True):
                    moment += (1 - decay) * (value - moment)
                first, second = (moment / (1 - decay ** step) for moment, decay in zip(
                    (mean, square), DECAYS, strict=True))
                array -= size * first / (np.sqrt(second) + EPSILON)

    def bits(self, text):
        """Return those of a text: -log2 of its probability."""
        windows = windows_of(text)
        log_p = 0.0
        for at in range(0, len(windows), READ):
            part = windows[at:at + READ]
            log_p += float(self._forward(part[:, :-1])[2][np.arange(len(part)), part[:, -1]].sum())
        return -log_p / np.log(2)
