"""mlp - score each segment by a perceptron over features of its text, markup and neighbours.

In:      records with "segments"; html2text's counts and "elements" are the evidence.
Out:     the same records, "scores" and "raw" of each segment filled under "mlp", "cuts" and
         "scorers" of the record.
Drops:   nothing.
Bad:     no segments.
Memory:  one record, and the models, under 100 KB each.

raw is the output of the perceptron (Schäfer 2016), near 0 clean and near 1 dirty. The score is raw,
or 0 where raw is negative. The threshold is 0.5, as in the paper.

The model web, for pages of all languages, has other features: names of the elements around a
segment, their share of the running text, the neighbours. en, de, fr and sv are trained on the
paper's data with its 37 features. --model language uses the one for the language of the text, or of
lang if that is not clear, and pooled for other languages.

Examples:
  scutch-segment blocks.jsonl | scutch-mlp | scutch-tag > tagged.jsonl
  scutch-mlp --model language segments.jsonl | scutch-emit --keep auto
"""
import sys

from . import stream
from .errors import Unusable
from .record import segments_of
from .scoring.languages import Identifier
from .scoring.scores import load_model, with_scores
from .stream.step import Step

NAME = "mlp"
LANGUAGES = ["en", "de", "fr", "sv"]
POOLED = "pooled"
KIND = "perceptron.perceptronmodel.PerceptronModel"
MODELS = {name: f"models/mlp-{name}.model" for name in ("web", *LANGUAGES, POOLED)}
DEFAULT, BY_LANGUAGE = "web", "language"


class Scorer(Step):
    """The step of scutch-mlp.

    model:   a name of MODELS, a path, or BY_LANGUAGE.
    Raises:  Unusable for a model that cannot be read.
    """

    def __init__(self, model=DEFAULT):
        from .scoring.featuresets import SETS
        self.model = model
        names = [*LANGUAGES, POOLED] if model == BY_LANGUAGE else [model]
        self.models = {name: load_model(name, MODELS, KIND, "scutch-train-mlp")
                       for name in names}
        self.sets = {}
        for name, one in self.models.items():
            found = SETS.get(one.settings["features"])
            if found is None or found.inputs != one.perceptron.inputs:
                raise Unusable(f"{name}: made for features that this version does not have "
                               "(scutch-train-mlp makes it anew)")
            self.sets[name] = found
        self.signature = [f"{name}:{one.sha256[:12]}" for name, one in self.models.items()]
        if model != BY_LANGUAGE and self.sets[model].of_pages:
            self.of_pages, self.of_records = self._of_pages, self._of_records
        if model == BY_LANGUAGE:
            self.languages = Identifier()
            self.signature += self.languages.signature

    def __call__(self, record):
        from ..lm.perceptron.perceptronmodel import CUT
        segments = segments_of(record)
        name = self.model
        if name == BY_LANGUAGE:
            record, language = self.languages.chosen(record)
            name = language if language in LANGUAGES else POOLED
        of_name = self.sets[name]
        scores, outputs = self.models[name].scores(of_name.of(record, segments))
        return [with_scores(record, segments, NAME, scores, outputs, CUT)]

    def _of_pages(self, pages):
        """Return the Pages with scores, all of one model."""
        from ..lm.perceptron.perceptronmodel import CUT
        of_model = self.sets[self.model]
        scores, outputs = self.models[self.model].scores(
            of_model.of_pages(pages.columns, pages.records))
        return pages.scored(NAME, scores, outputs, [CUT] * len(pages.records))

    def _of_records(self, records):
        """Return records with scores, all at once."""
        from .scoring.columnscores import scored_records
        return scored_records(NAME, self._of_pages, records)


def arguments(parser):
    parser.add_argument("--model", metavar="NAME", default=DEFAULT,
                        help=f"{', '.join(MODELS)}; {BY_LANGUAGE}: that of the page's language, "
                             f"{POOLED} for others; or a file of scutch-train-mlp "
                             "(default: %(default)s)")


def make(opts):
    return Scorer(opts.model)


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
