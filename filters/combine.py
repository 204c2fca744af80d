"""combine - one score from all evidence of a page: its text, its markup and the score of charlm.

In:      records with "segments" that have the score "charlm".
Out:     the same records, "scores" of each segment filled under "combine", "cuts", "scorers" and
         "hidden_cuts" and "doc.scores" of the record.
Drops:   nothing.
Bad:     no segments; a segment without the score.
Memory:  up to 48 records, and the models, 3 MB.

The score is the probability that a segment is dirty: the mean of boosted trees and of three
networks (Schäfer 2016). Their features are the text, the elements around it and their content,
lists of similar elements, the neighbours, the title, what other extractors would keep, and the
score of charlm.

--scope page keeps all text written for the page: the article, readers' comments, posts, captions;
no scope keeps a second article below it, with an <h1> of its own that is not in the page's title.
Its score is smoothed, with a little of charlm; a short line with a date has at least the score of
the comment it signs, or of the text that begins below it and the headline. --scope main keeps the
main content alone: no teasers; no comments, if there is enough other text, or an article above
them, and the page is no thread of a forum, and no footers; and only the first of repeated texts,
unless they follow one another or are in a thread (--keep-repeats: all of them). It also reads
words: those of the segment, of the heading above it, and of class and id around it. Its threshold
is the one with the best expected F for the page; 0.55 on a page in another language than English
with running text and a headline.
--favor shifts the threshold towards precision, less but cleaner text, or towards recall.

What belongs together stays together: the texts of a table of data, a definition list, a list, all
footnotes of a page, a question and its answer, code and its caption, and the short texts, to
--scope main the long ones, too, that a template repeats. They vote: their scores come near their
mean. In the element with nine tenths of the prose that is kept, short lists, tables and such texts
are kept whole if they are likely enough: ingredients, dates, data.

A page of six words or more of which fewer than six would be kept, or nothing but links in menus,
header, footer and asides, has no text: it is an empty frame.

Hidden elements may hold text: answers that open at a click, other tabs. --scope main keeps it up to
the score in "hidden_cuts", unless half of its runs of five words are in shown text. --scope page
keeps what of it follows text that is kept, in the same element, or of which main is sure.

Where --scope page by itself would keep less than a third of what main keeps, and no prose, as of
lists, it keeps that, too, if main expects an F of 0.5 or more.

Plain text, without markup, has trees of its own, trained on text dumps of pages and mixed with
charlm, for either scope.

In Chinese, Japanese and Korean, whose characters are all the same to charlm, its score does not
count, nor does it for six words or fewer without links: too few to tell clean text from dirty.

doc.scores.f is an estimate of the F of the text kept (Evert 2007, section 4.4). It depends on how
sure the scores are and on the lengths of the segments kept. --min-f of scutch-emit,
scutch-prune and scutch-clean leaves out pages with a lower F. doc.scores.precision is one of the
share of the words kept that are text, on pages with markup, for --min-precision: what is left is a
subset that is reliably clean. share/doc/results.md says how clean, and how much is left.

Examples:
  scutch-charlm segments.jsonl | scutch-combine | scutch-emit --keep auto > clean.txt
  scutch-charlm segments.jsonl | scutch-combine --scope main | scutch-emit --keep auto > main.txt
"""

from .errors import BadRecord, Unusable
from .record import HIDDEN_CUTS, MIDPOINTS, cut_of, object_of, rounded, score_of
from .scoring.scores import PageScorer, load_model
from .selection.scopeoptions import SCOPES, scope_arguments

NAME = "combine"
KIND = "combine.jointmodel.JointModel"
MAIN = "main"            # the model that page asks
TEXT = "text"            # the model of plain text
MODELS = {name: f"models/combine-{name}.model" for name in [*SCOPES, TEXT]}
CHARLM = "charlm"        # the score that the models know as evidence


class Scorer(PageScorer):
    """The step of scutch-combine.

    model:   a name of MODELS, or a path; one of plain text is for records without markup alone.
    favor:   one of scopeoptions.FAVORS, or None.
    scope:   of the model for markup, where it is not given.
    keep_repeats: see scopes.decided.
    Raises:  Unusable for a model that cannot be read.
    """

    def __init__(self, model="page", favor=None, scope="page", keep_repeats=False):
        self.model = given = _loaded(model)
        self.favor, self.keep_repeats = favor, keep_repeats
        if given.settings["scope"] == TEXT:
            self.model, self.of_text = _loaded(scope), given
        else:
            self.of_text = _loaded(TEXT)
        self.main = _loaded(MAIN) if self.model.settings["scope"] == "page" else None
        self.signature = [f"{loaded.settings['scope']}:{loaded.sha256[:12]}"
                          for loaded in (self.model, self.of_text, self.main) if loaded]

    def of_pages(self, pages):
        """Return the Pages with scores, all at once."""
        import numpy as np

        charlm = pages.scores.get(CHARLM)
        if charlm is None:
            charlm = np.array(_scores(pages.given), float)
        scores, cuts, records = self._decided(pages, charlm)
        return pages.scored(NAME, scores, None, cuts, records)

    def _decided(self, pages, charlm):
        """Return (scores, threshold of each page, its record), each page by its model.

        charlm: float (segments,), its scores.
        The records say how likely it is that they are right, and what of hidden text is kept.
        """
        import numpy as np

        from ..lm.combine.scopes import hidden_cut
        from ..lm.evidence.evidence import evidence
        from .scoring.evidenceinput import as_evidence, blocks_of_pages
        charlm = uncalibrated_scores(charlm, pages)
        shown, known = as_evidence(charlm, pages)
        blocks = blocks_of_pages(pages, shown)
        seen = evidence(blocks)
        pages.headlines = seen.headline
        charlm = np.where(known, charlm, np.nan)
        models = [self.model if markup else self.of_text for markup in pages.has_markup.tolist()]
        scores, cuts = np.empty(len(pages.text)), np.empty(len(models))
        sure = [{}] * len(models)
        for model in dict.fromkeys(models):
            chosen = np.array([of_page is model for of_page in models])
            values, least, estimates = self._by_model(model, blocks, seen, charlm, pages)
            rows = chosen[pages.page]
            scores[rows], cuts[chosen] = 1 - values[rows], least[chosen]
            for page in np.flatnonzero(chosen).tolist():
                sure[page] = {name: rounded(of[page]) for name, of in estimates.items()}
        records = [_with_hidden_cut(_with_estimates(record, known),
                                    hidden_cut(self._settings(model), cut))
                   for record, model, known, cut in zip(pages.records, models, sure,
                                                        cuts.tolist(), strict=True)]
        return scores, [rounded(1 - cut) for cut in cuts.tolist()], records

    def _by_model(self, model, blocks, seen, charlm, pages):
        """Return (values of blocks, threshold of each page, its estimates) by a model.

        seen: Evidence of the blocks.
        """
        features = model.features(blocks, seen)
        alone = _outside(seen, model.probabilities(features))
        values = _outside(seen, model.mixed(alone, charlm, features, pages.words, pages.page))
        of_main = (self._of_main(values, blocks, seen, pages)
                   if model is self.model and self.main else None)
        placed = _placed(pages, seen)
        cuts = self._cuts(self._settings(model), values, pages, range(len(pages)), *placed)
        estimates = _estimates(model, alone, values, cuts, pages)
        if of_main is None:
            return values, cuts, estimates
        return self._contained(values, cuts, estimates, of_main, seen, pages, placed)

    def _cuts(self, settings, values, pages, wanted, placed, blocks):
        """Return the threshold of each page, float, 1 for those not wanted; the values of what it
        drops become 0.

        wanted: numbers of pages; values of others are 0. The others: of _placed.
        """
        import numpy as np

        from ..lm.combine.scopes import decided
        from ..lm.combine.wholes import voted, with_lists
        cuts = np.ones(len(pages))
        values[:] = voted(values, placed, posts=settings["scope"] == MAIN)
        for page, rows in zip(wanted, map(pages.rows, wanted), strict=True):
            values[rows], cuts[page] = decided(settings, blocks[page], values[rows], self.favor,
                                               self.keep_repeats)
        values[:] = with_lists(values, cuts[pages.page], placed)
        return cuts

    def _of_main(self, values, blocks, seen, pages):
        """Return the values of main, nan where it is not asked; those of hidden blocks change."""
        import numpy as np

        from ..lm.combine.containing import may_be_little, of_hidden
        kept = ~pages.hidden & (values >= self.model.settings["cuts"][self.favor or ""][1])
        little = may_be_little(kept, ~pages.hidden, seen)[pages.page]
        rows = np.flatnonzero(pages.hidden | little)
        of_main = np.full(len(values), np.nan)
        if len(rows):
            of_main[rows] = self.main.probabilities(self.main.features(blocks, seen, rows))
            of_main = _outside(seen, of_main)
            values[:] = of_hidden(values, of_main, kept, pages.hidden, seen)
        return np.where(little, of_main, np.nan)

    def _contained(self, values, cuts, estimates, of_main, seen, pages, placed):
        """Return (values, thresholds, estimates) with what main keeps, where page keeps little."""
        import numpy as np

        from ..lm.arrays import without_repeats
        from ..lm.combine.containing import contain, words_of
        shown, little = ~pages.hidden, ~np.isnan(of_main)
        if not little.any():
            return values, cuts, estimates
        kept = values >= cuts[pages.page]
        alone = np.nan_to_num(of_main)
        of_main = alone.copy()
        asked = without_repeats(pages.page[little]).tolist()
        least = self._cuts(self.main.settings, of_main, pages, asked, *placed)
        expected = _estimates(self.main, alone, of_main, least, pages)
        taken = contain(words_of(kept & shown, seen),
                        words_of(shown & (of_main >= least[pages.page]), seen), expected["f"])
        rows = taken[pages.page]
        values[rows] = np.where(kept, np.maximum(values, of_main), of_main)[rows]
        cuts[taken] = np.minimum(cuts, least)[taken]
        return values, cuts, {name: np.where(taken, expected.get(name, own), own)
                              for name, own in estimates.items()}

    def _settings(self, model):
        """Return the settings of a model; page has main's threshold of hidden blocks."""
        if model is not self.model or not self.main:
            return model.settings
        return {**model.settings, "hidden": self.main.settings.get("hidden")}


def _placed(pages, seen):
    """Return (wholes.Placed, the PageBlocks of each page)."""
    from ..lm.combine.scopes import PageBlocks
    from .scoring.evidenceinput import placed_of
    from .scoring.softwarewords import threads_in
    threads = threads_in(pages)
    return placed_of(pages, seen, threads), [
        PageBlocks(texts=pages.text[rows], words=pages.words[rows], kinds=pages.kind[rows],
                   shown=~pages.hidden[rows], features=seen.features[:, rows], thread=thread)
        for rows, thread in zip(map(pages.rows, range(len(pages))), threads, strict=True)]


def _outside(seen, values):
    """Return the values of blocks, 0 in another article."""
    import numpy as np

    return np.where(seen.in_other, 0, values)


def _estimates(model, alone, values, cuts, pages):
    """Return the estimates of F and precision of each page.

    alone: the values of the segments by trees and networks, without charlm.
    """
    return model.confidence(alone, values >= cuts[pages.page], pages.words, ~pages.hidden,
                            pages.page, len(pages))


def _loaded(model):
    return load_model(model, MODELS, KIND, "scutch-train combine")


def uncalibrated_scores(scores, pages):
    """Return the scores of charlm before calibration, as the models expect them."""
    import numpy as np

    from ..lm.characters.classifier import uncalibrated
    midpoints = np.array([_midpoint(record) or np.nan for record in pages.records], float)
    midpoints = midpoints[pages.page]
    return np.where(np.isnan(midpoints), scores, uncalibrated(scores, midpoints))


def _with_estimates(record, estimates):
    """Return the record with the F and precision that its page is likely to have, where known."""
    if not estimates:
        return record
    doc = object_of(record, "doc")
    return {**record, "doc": {**doc, "scores": {**object_of(doc, "scores"), **estimates}}}


def _with_hidden_cut(record, least):
    """Return the record with the threshold of hidden segments: values from `least`, None for none.

    What an earlier run wrote is taken away.
    """
    known = object_of(record, HIDDEN_CUTS)
    cuts = {name: cut for name, cut in known.items() if name != NAME}
    if least is not None:
        cuts[NAME] = rounded(1 - least)
    return {**record, HIDDEN_CUTS: cuts} if cuts or known else record


def _scores(segments):
    values = [segment["scores"].get(CHARLM) if "scores" in segment else None
              for segment in segments]
    if not all(type(value) is float and 0 <= value <= 1 for value in values):
        for segment in segments:
            _check(score_of(segment, CHARLM))
    return values


def _check(score):
    if score is None:
        raise BadRecord(f'a segment has no "{CHARLM}" in "scores": run scutch-{CHARLM} first',
                        "no_score")
    if not 0 <= score <= 1:
        raise BadRecord(f'score "{CHARLM}" is not a number from 0 to 1', "bad_score")


def _midpoint(record):
    """Return what charlm's calibration made of 0.5 where the record says it, else None."""
    score = cut_of(record, CHARLM, MIDPOINTS)
    return score if score is not None and 0 < score < 1 else None


def arguments(parser):
    scope_arguments(parser)
    parser.add_argument("--model", metavar="FILE",
                        help="a file of scutch-train combine (default: the model of the scope); "
                             "one of its --scope text is for plain text alone")


def make(opts):
    step = Scorer(opts.model or opts.scope, opts.favor, opts.scope, opts.keep_repeats)
    scope = step.model.settings["scope"]
    if opts.scope == "main" and scope != "main":
        raise Unusable(f"--model {opts.model} was trained for --scope {scope}, not main")
    return step
