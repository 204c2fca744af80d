"""combine - one score from all evidence of a page: its text, its markup and the score of charlm.

In:      records with "segments" that have the score "charlm".
Out:     the same records, "scores" of each segment filled under "combine", "cuts", "scorers" and
         "hidden_cuts" and "doc.scores" of the record.
Drops:   nothing.
Bad:     no segments; a segment without the score.
Memory:  up to 48 records, and the models, 3 MB.

The score is the probability that a segment is dirty, by boosted trees over the text, the elements
around it and their content, lists of similar elements, the neighbours, the title, what other
extractors would keep, the score of charlm, and words: those of the segment, of the heading above
it, and of class and id around it. Some trees say what is main content, others what else is text of
the page; so what is main content to --scope main is text to --scope page, too. For main content
more trees look again, at what the first say of the list, the table or the template that a segment
is part of, of the prose beside it and of the element of most text. So short lists in the text are
kept: ingredients, dates, data.

--scope page keeps all text written for the page: the article, readers' comments, posts, captions.
Its score is smoothed, with a little of charlm; a short line with a date has at least the score of
the comment it signs, or of the text that begins below it and the headline; not in threads.
--scope main keeps the main content alone: no teasers; no comments, if there is enough other text
and the page is no thread of a forum, and no footers.
Its threshold is the one with the best expected F for the page; 0.55 on a page in another language
than English with running text and a headline.
--favor shifts the threshold towards precision, less but cleaner text, or towards recall.

What belongs together stays together: the texts of a table of data, a definition list, a list, all
footnotes of a page, a question and its answer, and the short texts, to --scope main the long ones,
too, that a template repeats. They vote: their scores come near their mean. A short list that is
likely enough is whole below text that is kept, in the same element.

A page of six words or more of which fewer than six would be kept has no text: it is an empty frame.

Hidden elements may hold text: answers that open at a click, other tabs. Both scopes keep it up to
the score in "hidden_cuts", unless the page has the same text shown; what one element hides is kept
together.

--scope page keeps all that --scope main keeps.

Plain text, without markup, has trees of its own, trained on text dumps of pages and mixed with
charlm, for either scope. A segment that is all of its page is kept up to 0.55.

The score of charlm does not count in Chinese, Japanese and Korean, whose characters are all the
same to it, and of six words or less without a link, which look dirty in every language.

doc.scores.f is an estimate of the F of the text kept (Evert 2007, section 4.4). It depends on how
sure the scores are and on the lengths of the segments kept. --min-f of scutch-emit,
scutch-prune and scutch-clean leaves out pages with a lower F. doc.scores.precision is one of the
share of the words kept that are text, on pages with markup, for --min-precision: what is left is a
subset that is reliably clean. share/doc/results.md says how clean, and how much is left.

Options:
  + selection.scopeoptions
  --model FILE      a file of scutch-train combine; one of plain text is for that alone

Examples:
  scutch-charlm segments.jsonl | scutch-combine | scutch-emit --keep auto > clean.txt
  scutch-charlm segments.jsonl | scutch-combine --scope main | scutch-emit --keep auto > main.txt
"""

from .errors import BadRecord
from .record import HIDDEN_CUTS, MIDPOINTS, cut_of, object_of, rounded, score_of
from .scoring.scores import load_model
from .stream.step import PageStep

NAME = "combine"
KIND = "combine.jointmodel.JointModel"
MODELS = {name: f"models/{name}.model" for name in ("combine", "combine-text")}
CHARLM = "charlm"        # the score that the models know as evidence


class Scorer(PageStep):
    """The step of scutch-combine.

    model:   a path, of a model of pages with markup or of one of plain text; None for those of
             MODELS.
    favor:   one of scopeoptions.FAVORS, or None.
    scope:   one of scopeoptions.SCOPES, of pages with markup.
    Raises:  Unusable for a model that cannot be read.
    """

    def __init__(self, model=None, favor=None, scope="page"):
        from ..lm.combine.jointmodel import TEXT
        self.favor, self.scope = favor, scope
        given = [_loaded(model)] if model else []
        self.of_markup, self.of_text = (
            next((own for own in given if (TEXT in own.heads) == is_text), None) or _loaded(name)
            for name, is_text in zip(MODELS, (False, True), strict=True))
        self.signature = [f"{name}:{model.sha256[:12]}" for name, model in (
            (scope, self.of_markup), (TEXT, self.of_text))]

    def of_pages(self, pages):
        """Return the Pages with scores, all at once."""
        import numpy as np

        charlm = pages.added.get("scores", {}).get(CHARLM)
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

        from ..lm.combine.jointmodel import TEXT
        from ..lm.combine.scopes import SETTINGS, hidden_cut
        from ..lm.evidence.evidence import evidence
        from .scoring.evidenceinput import as_evidence, blocks_of_pages
        charlm = uncalibrated_scores(charlm, pages)
        shown, known = as_evidence(charlm, pages)
        charlm, blocks = np.where(known, charlm, np.nan), blocks_of_pages(pages, shown)
        seen = pages.evidence = evidence(blocks, edges=not pages.has_markup.all())
        placed = _placed(pages, seen)
        scopes = [self.scope if markup else TEXT for markup in pages.has_markup.tolist()]
        scores, cuts = np.empty(len(pages.text)), np.empty(len(scopes))
        sure = [{}] * len(scopes)
        for scope in dict.fromkeys(scopes):
            chosen = np.array([of_page == scope for of_page in scopes])
            model = self.of_text if scope == TEXT else self.of_markup
            features = model.features(blocks, seen)
            alone = model.probabilities(features, placed[0])
            values, least = self._in_scope(scope, alone, charlm, *placed)
            estimates = model.confidence(scope, alone[scope], values >= least[pages.page],
                                         pages.words, ~pages.hidden, pages.page, len(pages))
            rows = chosen[pages.page]
            scores[rows], cuts[chosen] = 1 - values[rows], least[chosen]
            for page in np.flatnonzero(chosen).tolist():
                sure[page] = {name: rounded(of[page]) for name, of in estimates.items()}
        records = [_with_hidden_cut(_with_estimates(record, known),
                                    hidden_cut(SETTINGS[scope], cut))
                   for record, scope, known, cut in zip(pages.records, scopes, sure, cuts.tolist(),
                                                        strict=True)]
        return scores, [rounded(1 - cut) for cut in cuts.tolist()], records

    def _in_scope(self, scope, alone, charlm, placed, blocks):
        """Return (values of blocks, threshold of each page) in a scope.

        alone: of JointModel.probabilities. placed, blocks: of _placed.
        """
        from ..lm.combine.jointmodel import MAIN, PAGE
        from ..lm.combine.scopes import SETTINGS, contained, decided, mixed
        from ..lm.combine.wholes import voted, with_lists
        settings = SETTINGS[scope]
        values = voted(mixed(settings, alone[scope], charlm, blocks), placed, posts=scope == MAIN)
        if scope == PAGE:
            of_main, least = self._in_scope(MAIN, alone, charlm, placed, blocks)
            values = contained(values, of_main, of_main >= least[blocks.page], ~blocks.shown,
                               settings["cuts"][self.favor or ""][0])
        values, cuts = decided(settings, blocks, values, self.favor)
        return with_lists(values, cuts[blocks.page], placed), cuts


def _placed(pages, seen):
    """Return (wholes.Placed, PageBlocks) of Pages."""
    from ..lm.combine.scopes import PageBlocks
    from .scoring.evidenceinput import placed_of, threads_in
    threads = threads_in(pages)
    return placed_of(pages, seen, threads), PageBlocks(
        texts=pages.text, words=pages.words, kinds=pages.kind, shown=~pages.hidden,
        features=seen.features, thread=threads[pages.page], page=pages.page, count=len(pages))


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


def make(opts):
    return Scorer(opts.model, opts.favor, opts.scope)
