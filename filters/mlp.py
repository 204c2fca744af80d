"""mlp - score each segment by a perceptron over features of its text, markup and neighbours.

In:      records with "segments"; html2text's counts and "elements" are the evidence.
Out:     the same records, "scores" and "raw" of each segment filled under "mlp", "cuts" and
         "scorers" of the record.
Drops:   nothing.
Bad:     no segments.
Memory:  up to 48 records, and the models, under 100 KB each.

raw is the output of the perceptron (Schäfer 2016), near 0 clean and near 1 dirty. The score is raw,
or 0 where raw is negative. The threshold is 0.5, as in the paper.

The model web, for pages of all languages, has other features: names of the elements around a
segment, their share of the running text, the neighbours. en, de, fr and sv are trained on the
paper's data with its 37 features. --model language uses the one for the language of the text, or of
lang if that is not clear, and pooled for other languages.

Options:
  --model NAME      {MODELS}; {BY_LANGUAGE}: that of the page's language, {POOLED} for others; or a
                    file of scutch-train mlp (default: {default})

Examples:
  scutch-segment blocks.jsonl | scutch-mlp | scutch-tag > tagged.jsonl
  scutch-mlp --model language segments.jsonl | scutch-emit --keep auto
"""
from .errors import Unusable
from .scoring.languages import Models
from .stream.step import PageStep

NAME = "mlp"
LANGUAGES = ["en", "de", "fr", "sv"]
POOLED = "pooled"
KIND = "perceptron.network.Perceptron"
MODELS = {name: f"models/mlp-{name}.model" for name in ("web", *LANGUAGES, POOLED)}
DEFAULT, BY_LANGUAGE = "web", "language"


class Scorer(PageStep):
    """The step of scutch-mlp.

    model:   a name of MODELS, a path, or BY_LANGUAGE.
    Raises:  Unusable for a model that cannot be read.
    """

    def __init__(self, model=DEFAULT):
        from .scoring.featuresets import SETS
        self.models = Models(None if model == BY_LANGUAGE else model, [*LANGUAGES, POOLED], MODELS,
                             KIND, NAME)
        self.signature = self.models.signature
        self.sets = {}
        for name, classifier in self.models.items():
            features = SETS.get(classifier.settings["features"])
            if features is None or len(features.names) != classifier.inputs:
                raise Unusable(f"{name}: made for features that this version does not have "
                               "(scutch-train mlp makes it anew)")
            self.sets[name] = features

    def of_pages(self, pages):
        """Return the Pages with scores; those with one model go together."""
        import numpy as np

        from ..lm.perceptron.network import CUT
        records, names = self.models.of_pages(
            pages, lambda language, _markup: language if language in LANGUAGES else POOLED)
        scores, outputs = np.zeros((2, len(pages.text)))
        features = {wanted: wanted.of(pages) for wanted in {self.sets[name] for name in names}}
        for name, _, rows in pages.by_name(names):
            scores[rows], outputs[rows] = self.models[name].scores(
                features[self.sets[name]][rows])
        return pages.scored(NAME, scores, outputs, [CUT] * len(pages), records)


OPTIONS = {"--model": {"default": DEFAULT}}


def make(opts):
    return Scorer(opts.model)
