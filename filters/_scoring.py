"""What all scorers do alike: load a model by name or path, choose one, write scores."""
import re

from .. import share
from .record import SCORE_DIGITS, Segments, scorers_of
from .stream import Unusable

UNKNOWN = "und"          # ISO 639-2: undetermined
# Codes of three letters of the languages that there are models for: FineWeb2 says "deu", language
# identifiers that follow FLORES-200 "deu_Latn"
TWO_LETTERS = {"deu": "de", "dut": "nl", "eng": "en", "fra": "fr", "fre": "fr", "ger": "de",
               "glg": "gl", "ita": "it", "nld": "nl", "por": "pt", "spa": "es", "swe": "sv"}


def load_model(name, known, reader, command):
    """Return the model that `reader` makes of a file.

    name:    one of `known`, {name: path below share/}, or a path.
    reader:  function without arguments that returns the function from a path to a model; it
             imports numpy.
    command: the command that makes such models, for the complaint.
    Raises:  Unusable for a model that cannot be read.
    """
    load = reader()
    from ..lm.modelfile import BadModel
    path = share(known[name]) if name in known else name
    try:
        return load(path)
    except OSError as error:
        names = f"; known by name: {', '.join(known)}" if known else ""
        raise Unusable(f"{error.filename or name}: {error.strerror or error} "
                       f"({command} makes models{names})") from None
    except BadModel as error:
        raise Unusable(f"{path}: {error}") from None


def language_of(record):
    """Return the language that "lang" names: its first subtag in lower case, "" if none.

    und alone tells nothing; und-Cyrl tells at least that no model for Latin script is right.

    >>> [language_of({"lang": lang}) for lang in ("pt-BR", "EN_us", "", None, ["de"])]
    ['pt', 'en', '', '', '']
    >>> [language_of({"lang": lang}) for lang in ("und", "und-Cyrl", "eng_Latn")]
    ['', 'und', 'en']
    """
    lang = record.get("lang")
    if not isinstance(lang, str) or lang.strip().lower() == UNKNOWN:
        return ""
    language = re.split("[-_]", lang)[0].strip().lower()
    return TWO_LETTERS.get(language, language)


def model_for(record, known, default):
    """Return the name of the model for a record: its language if `known` has it, else `default`.

    >>> [model_for({"lang": lang}, {"en": 1, "de": 2}, "en") for lang in ("de-AT", "fr", None)]
    ['de', 'en', 'en']
    """
    language = language_of(record)
    return language if language in known else default


def with_scores(record, segments, name, scores, raws, cut):
    """Return the record with a score and a raw value of each segment, the cut, and the scorer.

    segments: those of the record, with what else the scorer wrote into them.
    scores:   list or array of float, 0 clean to 1 dirty; raws: of what the method computes,
              numbers, or text that is no measure, None for nothing else.
    cut:      the highest score that --keep auto keeps.
    """
    out = [{**segment} for segment in segments]
    _fill(out, "scores", name, scores)
    if raws is not None:
        _fill(out, "raw", name, raws)
    cuts = record.get("cuts")
    return {**record, "segments": Segments(out),
            "cuts": {**(cuts if isinstance(cuts, dict) else {}), name: cut},
            "scorers": [*(one for one in scorers_of(record) if one != name), name]}


def _fill(segments, field, name, values):
    if isinstance(values, list):
        values = [value if isinstance(value, str) else round(value, SCORE_DIGITS) + 0.0
                  for value in values]
    else:
        values = (values.round(SCORE_DIGITS) + 0.0).tolist()
    for segment, value in zip(segments, values, strict=True):
        known = segment.get(field)
        segment[field] = {**known, name: value} if known else {name: value}
