"""train lang - train a model for scutch-lang from text in the languages it is to know.

In:      records with "lang", and "text" or "segments".
Out:     the model, to the file --out names; a report in words on stdout.
Drops:   nothing.
Bad:     no lang; neither text nor segments.
Memory:  the text of all languages, up to --chars of each, and their counts: 190 MB for nine
         languages with 17 million characters together.

A text is in a language if its character n-grams (Evert 2007, section 3.2) are likelier in it than
in the mean of all. How much likelier they have to be is fitted on a tenth of the text, which is not
counted: each language is also left out in turn, to see what a model of the others makes of it.

Three languages or more are required, of each 20,000 letters of the Latin script: scutch-lang tells
other scripts by their letters, without a model.

For pieces of text of several lengths the report has three shares: right answers among the known
languages, pieces given their language, and pieces in a left-out language given none.

Options:
  --out, -o FILE    where to write the model
  --n N             order of the n-grams, 1 to 8 (default: {default})
  --q Q             interpolation weight of each shorter history (default: {default})
  --chars N         characters of text used for each language, the first ones read (default:
                    {default})
  --least-count X   leave out n-grams seen less often in a million (default: {default})
  --least-change X  leave out n-grams that change the value of no language by as much, in nats
                    (default: {default})
  --source TEXT     data and licence, noted in the model

Examples:
  zcat de.txt.gz | jq -cR '{lang: "de", text: .}' > de.jsonl
  scutch-train lang --out lang.model --source "parliaments, public domain" ??.jsonl
"""
from collections import Counter

from .edge.bytestreams import as_text
from .errors import BadRecord, Unusable
from .record import segments_of
from .scoring.languages import language_of
from .stream.options import fraction, not_negative, whole
from .stream.step import Collector
from .training.trainers import check_places

N, Q = 4, 0.3            # n = 5 takes twice the bytes for one in 100 pieces of 20 characters
CHARS = 3_000_000
LEAST_COUNT = 10.0
LEAST_CHANGE = 0.25


class Trainer(Collector):
    """The step: it keeps the text of each record, and trains when the last one is in."""

    def __init__(self, opts):
        self.opts = opts
        self.texts = {}
        self.chars = Counter()

    def __call__(self, record):
        language = language_of(record)
        if not language:
            raise BadRecord('no "lang"', "no_lang")
        text = record.get("text")
        if record.get("segments") is not None:
            text = "\n".join(segment["text"] for segment in segments_of(record))
        if not isinstance(text, str):
            raise BadRecord('neither "text" nor "segments"', "no_text")
        if self.chars[language] < self.opts.chars:
            self.texts.setdefault(language, []).append(text)
            self.chars[language] += len(text)
        return []

    def finish(self):
        """Return the report; write the model to its file."""
        from ..lm.characters import languagemodel
        opts = self.opts
        texts = {language: "\n".join(self.texts[language]) for language in sorted(self.texts)}
        try:
            model, report = languagemodel.train(texts, opts.n, opts.q, opts.least_count,
                                                opts.least_change)
        except languagemodel.TooLittleText as error:
            raise Unusable(str(error)) from None
        model.settings |= {"chars": {language: len(text) for language, text in texts.items()},
                           "source": opts.source}
        model.save(opts.out)
        out = ["characters  told right  named  left out: not named"]
        out += [f"{length:10}  {right:10.3f}  {named:5.3f}  {refused:19.3f}"
                for length, (right, named, refused) in report.items()]
        return ("\n".join(out) + "\n").encode()


OPTIONS = {
    "--out": {"required": True}, "--n": {"type": whole(1, 8), "default": N},
    "--q": {"type": fraction, "default": Q}, "--chars": {"type": whole(1), "default": CHARS},
    "--least-count": {"type": not_negative, "default": LEAST_COUNT},
    "--least-change": {"type": not_negative, "default": LEAST_CHANGE},
    "--source": {"type": as_text, "default": ""}}


def make(opts):
    check_places(opts.files, opts.out)
    return Trainer(opts)
