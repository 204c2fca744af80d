"""For all scorers: loads a model by name or path, writes scores."""
from functools import cache
from importlib import import_module

from ... import shared_file
from ..errors import Unusable
from ..record import SCORE_DIGITS, Segments, fill, rounded_array, with_scorer

LM = __package__.partition(".filters.")[0] + ".lm"


def load_model(name, known, kind, command):
    """Return the model in a file; one known by name is read once.

    name:    one of `known`, {name: path in the package}, or a path.
    kind:    its class below scutch.lm, such as "words.wordmodel.WordModel"; imported here, with
             numpy.
    command: the command that makes such models, for the complaint.
    Raises:  Unusable for a model that cannot be read.
    """
    from ...lm.modelfile import BadModel
    module, _, cls = kind.rpartition(".")
    load = getattr(import_module(f"{LM}.{module}"), cls).load
    path = shared_file(known[name]) if name in known else name
    try:
        return _shipped(load, path) if name in known else load(path)
    except OSError as error:
        names = f"; known by name: {', '.join(known)}" if known else ""
        raise Unusable(f"{error.filename or name}: {error.strerror or error} "
                       f"({command} makes models{names})") from None
    except BadModel as error:
        raise Unusable(f"{path}: {error}") from None


@cache
def _shipped(load, path):
    """Return the model in a file of scutch; all chains of a process share it."""
    return load(path)


def with_scores(record, segments, name, scores, raws, cut):
    """Return the record with a score and raw value of each segment, the threshold, and the scorer.

    segments: those of the record, with other fields that the scorer wrote into them.
    scores:   list or array of float, 0 clean to 1 dirty; raws: what the method computes, numbers
              or text, or None.
    cut:      the threshold: the highest score that --keep auto keeps.
    """
    out = [{**segment} for segment in segments]
    fill(out, "scores", name, written(scores))
    if raws is not None:
        fill(out, "raw", name, written(raws))
    return with_scorer({**record, "segments": Segments(out)}, name, cut)


def written(values):
    """Return scores or raw values, a list or an array, as a list with the digits of records."""
    if isinstance(values, list):
        return [value if isinstance(value, str) else round(value, SCORE_DIGITS) + 0.0
                for value in values]
    return rounded_array(values).tolist()
