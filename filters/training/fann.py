"""Training data in the format of FANN: the vectors that texrex writes."""
import gzip
import zlib

from ..edge.compression import GZIP
from ..errors import Unusable


def read_fann(path):
    """Return the lm.perceptron.perceptrontraining.Samples of a file, plain or gzip.

    Its first line has the numbers of samples, inputs and outputs (here 1); then come the
    inputs of a sample and its output, 1 dirty or 0 clean, white space between all.

    Raises:  Unusable for any other file; OSError.
    """
    import numpy as np

    from ...lm.perceptron.perceptrontraining import Samples
    with open(path, "rb") as file:
        data = file.read()
    try:
        if data.startswith(GZIP):
            data = gzip.decompress(data)
        values = np.array(data.split(), float)
    except (EOFError, OSError, ValueError, zlib.error):
        raise Unusable(f"{path}: not training data of FANN, numbers in text, plain or "
                       "gzip") from None
    if not np.isfinite(values).all():
        raise Unusable(f"{path}: a number is not finite")
    head = values[:3].tolist()
    if len(head) < 3 or head[2] != 1 or head[0] < 1 or head[1] < 1 or values[:3].max() > 1e9:
        raise Unusable(f"{path}: the first line has to be the numbers of samples, inputs and "
                       "outputs, which is 1")
    samples, inputs = map(int, head[:2])
    if len(values) - 3 != samples * (inputs + 1):
        raise Unusable(f"{path}: {samples} samples of {inputs} inputs and an output are "
                       f"{samples * (inputs + 1)} numbers, but {len(values) - 3} follow")
    rows = values[3:].reshape(samples, inputs + 1)
    if not np.isin(rows[:, -1], (0, 1)).all():
        raise Unusable(f"{path}: an output is neither 0, clean, nor 1, dirty")
    return Samples(rows[:, :-1], rows[:, -1])
