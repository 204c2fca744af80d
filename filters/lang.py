"""lang - write the language of the page where the page did not say.

In:      records with "segments", else with "text".
Out:     the same records, with "lang" and "lang_confidence" where "lang" was absent or empty.
Drops:   nothing.
Bad:     neither segments nor text.
Memory:  one record, and the model, 0.5 MB for the one that comes with scutch.

The languages known are Dutch, English, French, Galician, German, Italian, Portuguese, Spanish and
Swedish. "lang" becomes the code of one of them, with the probability that it is right, or und
where none of them is likely. Of text in another script only the script is told, as BCP 47 has it:
und-Cyrl, und-Grek, und-Jpan. A record with under 200 characters of text in no language that is
likely stays as it is.

The longest segments are looked at, 500 characters of each and 2000 of the page; code and hidden
ones only where there are no others. --always looks at all records: where the text is in a known
language and the page said another, "lang" is overruled and "lang_declared" has what it said.

Examples:
  scutch-segment blocks.jsonl | scutch-lang | scutch-charlm > scored.jsonl
  scutch-lang --always segments.jsonl | jq -c 'select(.lang_declared) | [.lang, .url]'
"""
import sys

from . import stream
from ._scoring import UNKNOWN, language_of, load_model
from .record import BadRecord, rounded, segments_of

MODELS = {"lang": "models/lang.model"}
LOOKED_AT = 2000         # code points
A_SEGMENT = 500          # of one segment: else the longest list of names speaks for the page
ENOUGH = 200             # code points; of less, 1 in 5 in a language known would be called und
LIKELY = 0.5
FOREIGN = 0.25           # share outside ASCII from which a text may be in another script


class Identifier:
    """The step of scutch-lang.

    model:   a name of MODELS or a path; always: whether to look where the page says its language.
    Raises:  stream.Unusable for a model that cannot be read.
    """

    def __init__(self, model="lang", always=False):
        self.always = always
        self.model = load_model(model, MODELS, _reader, "scutch-train-lang")
        self.signature = [f"{model}:{self.model.sha256[:12]}"]

    def __call__(self, record):
        declared = language_of(record)
        said = declared not in ("", UNKNOWN)
        if said and not self.always:
            return [record]
        found, confidence = self.language(sample_of(record))
        if not found or (said and (found == declared or found.startswith(UNKNOWN))):
            return [record]
        out = {**record, "lang": found}
        if confidence:
            out["lang_confidence"] = rounded(confidence)
        if said:
            out["lang_declared"] = record["lang"]
        return [out]

    def language(self, text):
        """Return (what "lang" says of a text, the probability that it is right).

        The probability is 0 for und, with or without a script; ("", 0) for too little text.
        """
        from ..lm.scripts import script_of
        outside = len(text) - len(text.encode("ascii", "ignore"))
        if outside > FOREIGN * len(text):
            script = script_of(text)
            if script not in ("", "Latn"):
                return f"{UNKNOWN}-{script}", 0.0
        language, confidence = self.model.identify(text)
        if language and confidence < LIKELY:
            return (UNKNOWN if len(text) >= ENOUGH else ""), 0.0
        return language, confidence

    def of(self, record):
        """Return the language that a record names or is in; und if none, "" for little text."""
        return language_of(record) or self.language(sample_of(record))[0]


def sample_of(record):
    """Return the text that is looked at: the longest segments, no code.

    >>> sample_of({"segments": [{"text": "Home"}, {"text": "x = 1;" * 9, "kind": "c"},
    ...                         {"text": "The first trams."}]})
    'The first trams.\\nHome'
    """
    if record.get("segments") is None:
        if not isinstance(record.get("text"), str):
            raise BadRecord('neither "segments" nor "text": scutch-html2text makes segments of '
                            '"html"', "no_text")
        return record["text"][:LOOKED_AT]
    segments = segments_of(record)
    running = [one["text"] for one in segments if one.get("kind") != "c" and not one.get("hidden")]
    texts = sorted(running or (one["text"] for one in segments), key=len, reverse=True)
    text = "\n".join(text[:A_SEGMENT] for text in texts[:LOOKED_AT])
    return text[:LOOKED_AT]


def _reader():
    from ..lm.languages import LanguageModel
    return LanguageModel.load


def arguments(parser):
    parser.add_argument("--model", metavar="FILE", default="lang",
                        help="a file of scutch-train-lang (default: the one of scutch)")
    parser.add_argument("--always", action="store_true",
                        help="look at the text even where the page says its language")


def make(opts):
    return Identifier(opts.model, opts.always)


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
