"""combine - one score out of all that is known of a page: its text, markup, and other scores.

In:      records with "segments" that have the scores "charlm" and, for --scope page, "mlp".
Out:     the same records, "scores" of each segment filled under "combine", "cuts" and "scorers"
         of the record.
Drops:   nothing.
Bad:     no segments; a segment without one of the scores.
Memory:  one record, and the model, 100 KB.

Symmetric trees ask what tells text from boilerplate: the text, the elements around it and what
they hold, lists of like elements, the neighbours, the title, where other extractors would look,
and what charlm says. The score is the probability of dirt.

--scope page is all text that somebody wrote for the page: the article, readers' comments, posts,
captions. The trees are mixed with mlp and charlm. --scope main is what the page is for: no
comments, no teasers, of texts that are there twice the first. Its threshold is the one with the
best F that is expected for the page. --favor shifts the threshold, towards less text that is surely
clean, or towards more of it.

Plain text has no markup for the trees: there the score is that of charlm.

Examples:
  scutch-charlm segments.jsonl | scutch-mlp | scutch-combine | scutch-emit --keep auto > clean.txt
  scutch-charlm segments.jsonl | scutch-combine --scope main | scutch-emit --keep auto > main.txt
"""
import sys

from . import stream
from .errors import BadRecord
from .record import rounded, score_of, segments_of
from .scoring.context import has_markup
from .scoring.scores import load_model, with_scores
from .selection.scopes import SCOPES, scope_arguments
from .stream.step import Step

NAME = "combine"
KIND = "combine.model.JointModel"
MODELS = {scope: f"models/combine-{scope}.model" for scope in SCOPES}
OF_TEXT = "charlm"       # the score that plain text has, and that trees know as evidence
CUT = 0.5                # of a scorer that declares none


class Scorer(Step):
    """The step of scutch-combine.

    model:   a name of MODELS, or a path. favor: one of scopes.FAVORS, or None.
    Raises:  Unusable for a model that cannot be read.
    """

    def __init__(self, model="page", favor=None):
        self.model = load_model(model, MODELS, KIND, "scutch-train-combine")
        self.favor = favor
        self.signature = [f"{self.model.settings['scope']}:{self.model.sha256[:12]}"]

    def __call__(self, record):
        segments = segments_of(record)
        text = _scores(segments, OF_TEXT)
        if not has_markup(segments):
            return [with_scores(record, segments, NAME, text, None, _cut(record, OF_TEXT))]
        others = {name: _scores(segments, name) for name in self.model.others}
        others[OF_TEXT] = text
        from .columns.reading import columns_of
        (values, cut), = self._decided(columns_of([record]), [record], others)
        return [with_scores(record, segments, NAME, 1 - values, None, rounded(1 - cut))]

    def of_pages(self, pages):
        """Return the Pages with scores."""
        import numpy as np
        columns, records = pages.columns, pages.records
        others = {name: pages.scores[name] for name in {*self.model.others, OF_TEXT}}
        found = self._decided(columns, records, others)
        cuts = [rounded(1 - cut) if columns.has_markup[page] else _cut(records[page], OF_TEXT)
                for page, (_, cut) in enumerate(found)]
        return pages.scored(NAME, 1 - np.concatenate([values for values, _ in found]), None, cuts)

    def _decided(self, columns, records, others):
        """Return (values, cut) of each page; others: {name: list of scores}, of all pages."""
        import numpy as np

        from ..lm.combine.evidence import evidence
        from .scoring.pages import pages_of
        others = {name: np.array(values) for name, values in others.items()}
        titles = [record.get("title") for record in records]
        titles = [title if isinstance(title, str) else "" for title in titles]
        numbers = evidence(pages_of(columns, titles, others[OF_TEXT])).numbers
        values = self.model.probabilities(numbers)
        found = []
        for page in range(len(columns)):
            rows = columns.rows(page)
            mixed = self.model.mixed(values[rows],
                                     {name: one[rows] for name, one in others.items()},
                                     numbers[:, rows], columns.words[rows])
            found.append(self.model.decided(mixed, columns.text[rows], columns.words[rows],
                                            columns.kind[rows], ~columns.hidden[rows],
                                            self.favor))
        return found


def _scores(segments, name):
    values = [segment["scores"].get(name) if "scores" in segment else None
              for segment in segments]
    if not all(type(value) is float and 0 <= value <= 1 for value in values):
        for segment in segments:
            _check(score_of(segment, name), name)
    return values


def _check(score, name):
    if score is None:
        raise BadRecord(f'a segment has no "{name}" in "scores": run scutch-{name} first',
                        "no_score")
    if not 0 <= score <= 1:
        raise BadRecord(f'score "{name}" is not a number from 0 to 1', "bad_score")


def _cut(record, name):
    cuts = record.get("cuts")
    cut = cuts.get(name) if isinstance(cuts, dict) else None
    return cut if type(cut) is float and 0 <= cut <= 1 else CUT


def arguments(parser):
    scope_arguments(parser)
    parser.add_argument("--model", metavar="FILE",
                        help="a file of scutch-train-combine, in place of the scope's own")


def make(opts):
    return Scorer(opts.model or opts.scope, opts.favor)


def main(argv=None):
    return stream.main(sys.modules[__name__], argv)


if __name__ == "__main__":
    raise SystemExit(main())
