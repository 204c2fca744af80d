"""charlm - score each segment by character n-gram models of clean and of dirty text.

In:      records with "segments".
Out:     the same records, "scores" and "raw" of each segment filled under "charlm", "cuts",
         "midpoints" and "scorers" of the record.
Drops:   nothing.
Bad:     no segments.
Memory:  up to 48 records, and the models: 5 MB for those that come with scutch.

raw is the log-probability ratio of dirty over clean per character (Evert 2007, section 3.2); above
0 is dirty. The score is the probability that a word of the segment is dirt, calibrated on pages
that the model has not seen. The threshold of --keep auto, in "cuts", is that of the best expected F
of the page, where recall counts 0.8 times as much as precision: among long text little of what is
doubtful is kept, and of a page of menus what is most like text.

The score rests on the ratio of the whole segment, its length and, where the text came from HTML,
its link density (of characters), all in the context of the page, since clean and dirty segments
come in runs. --no-context scores each segment by itself; the threshold is then the same for all
pages, that of the best F on pages that the model has not seen.

Options:
  --model NAME      en, en-labels (English, trained by labels), latin (any language in Latin script,
                    by the shapes of words), or a file of scutch-train charlm (default: for pages
                    whose text, or else lang, is English, en, or for plain text en-labels; latin for
                    others)
  --no-context      score each segment by itself, not in the context of the page

Examples:
  scutch-segment blocks.jsonl | scutch-charlm | scutch-tag > tagged.jsonl
  scutch-charlm --lines dump.txt | scutch-prune --lines --keep auto > clean.txt
  scutch-charlm --lines --score-columns dump.txt | sort -t"$(printf '\\t')" -k2n
"""
from .record import MIDPOINTS, object_of, rounded, rounded_array
from .scoring.languages import Models
from .stream.step import PageStep

NAME = "charlm"
KIND = "characters.classifier.CharacterClassifier"
MODELS = {name: f"models/charlm-{name}.model" for name in ("en", "latin", "en-labels")}
BY_PAGE = ("en", "en-labels", "latin")   # of which one is chosen for each page


class Scorer(PageStep):
    """The step of scutch-charlm.

    model:   a name of MODELS, a path, or None: pages in English, or with too little text to tell,
             get "en", if they are plain text "en-labels"; all others "latin".
    Raises:  Unusable for a model that cannot be read.
    """

    def __init__(self, model=None, context=True):
        self.context = context
        self.classifiers = Models(model, BY_PAGE, MODELS, KIND, NAME)
        self.signature = self.classifiers.signature

    def model_for(self, language, has_markup):
        """Return the name of the model for pages in a language, with markup or of plain text."""
        if language not in ("en", ""):
            return "latin"
        return "en" if has_markup else "en-labels"

    def of_pages(self, pages):
        """Return the Pages with scores; those with one model go together.

        The threshold of a page is by its scores in context; of segments alone it is the model's.
        """
        import numpy as np

        from ..lm.characters.classifier import cuts_of_pages
        from ..lm.codepoints import PAD
        records, names = self.classifiers.of_pages(pages, self.model_for)
        scores, ratios = np.zeros((2, len(pages.text)))
        sizes = np.diff(pages.segment_starts)
        for (name, has_markup), chosen, rows in pages.by_name(
                list(zip(names, pages.has_markup.tolist(), strict=True))):
            classifier = self.classifiers[name]
            is_all = len(rows) == len(pages.text) and classifier.pad <= PAD
            uncalibrated, ratios[rows] = classifier.scores_of_pages(
                pages.characters if is_all else
                classifier.characters([pages.text[row] for row in rows.tolist()]),
                sizes[chosen].tolist(), pages.link_densities[rows] if has_markup else None,
                pages.distances[rows] if self.context else None)
            scores[rows] = classifier.calibrated(uncalibrated)
        midpoints = [self.classifiers[name].settings["cut"] for name in names]
        records = [{**record, MIDPOINTS: {**object_of(record, MIDPOINTS), NAME: score}}
                   for record, score in zip(records, midpoints, strict=True)]
        scores, shown = rounded_array(scores), ~pages.hidden
        cuts = midpoints if not self.context else map(rounded, cuts_of_pages(
            scores[shown], pages.chars[shown], pages.page[shown], len(pages)).tolist())
        return pages.scored(NAME, scores, ratios, cuts, records)


def make(opts):
    return Scorer(opts.model, context=not opts.no_context)
