"""Training data in the format of FANN: the vectors that texrex writes."""
import gzip
import zlib

from ..errors import Unusable

GZIP = b"\x1f\x8b"


def read_fann(path):
    """Return the lm.perceptron.training.Samples of a file, plain or gzip.

    Its first line has the numbers of samples, inputs and outputs (here 1); then come the
    inputs of a sample and its output, 1 dirty or 0 clean, white space between all.

    Raises:  Unusable for any other file; OSError.
    """
    import numpy as np

    from ...lm.perceptron.training import Samples
    with open(path, "rb") as file:
        data = file.read()
    try:
        if data.startswith(GZIP):
            data = gzip.decompress(data)
        values = np.array(data.split(), float)
        samples, inputs, outputs = map(int, values[:3])
        if outputs != 1 or samples < 1 or inputs < 1:
            raise ValueError("one output is required, and samples with inputs")
        rows = values[3:].reshape(samples, inputs + 1)
        if not np.isfinite(rows).all():
            raise ValueError("not a finite number")
    except (EOFError, OSError, OverflowError, ValueError, zlib.error) as error:
        raise Unusable(f"{path}: not training data of FANN ({error})") from None
    return Samples(rows[:, :-1], rows[:, -1])
