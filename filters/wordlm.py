"""wordlm - score each segment by the perplexity of its sentences under a word n-gram model.

In:      records with "segments", and "sentences" if scutch-segment has found them.
Out:     the same records, "scores" and "raw" of each segment filled under "wordlm",
         "sentence_log10p" and "sentence_unknown" of each segment, "cuts" and "scorers" of the
         record. With --histogram one JSON object: how many tokens have which perplexity.
Drops:   nothing.
Bad:     no segments; "sentences" that are not spans.
Memory:  up to 48 records, and the models, 22 MB for those that come with scutch.

raw is the perplexity per token (Fernández-Pichel et al. 2023, eq. 1), the end mark included, and
"wordlm_known" the same without out-of-vocabulary words. The score is the probability of dirt, 0 to
1, by how far the log-probability of each sentence is from that of a text at the limit, seen in the
context of the page: a short sentence is weak evidence, so a heading is judged with the text around
it. It is calibrated on English gold pages: at the limit, the threshold, it is 0.55. --no-context is
the paper's decision, each sentence by its own perplexity.

The model is that of the language of the text; of the record's "lang" where the text is not clearly
in another (see scutch-lang). Where the text overrules "lang", the record has both. To the model of
another language all text is noise: where there is no model, or neither tells the language well, the
text stays. Its score is 0.5, its sentences have no tokens, and doc.notes says why.

--histogram counts the perplexities of good text, or of a crawl. scutch-prune --wordlm p95:FILE
takes a percentile of it as the limit; histograms of several shards, joined by cat, serve as one.

Options:
  --model NAME      {MODELS}, or a file of scutch-train wordlm (default: that of the page's
                    language)
  --limit X         the perplexity per token that is the threshold (default: what the model
                    declares, else {LIMIT})
  --no-context      score each sentence by itself, not in the context of the page
  --histogram       count perplexities instead of writing records: one line of JSON

Examples:
  scutch-segment blocks.jsonl | scutch-wordlm | scutch-prune --wordlm 5000 > pruned.jsonl
  scutch-wordlm --lines --score-columns --raw sentences.txt | sort -t"$(printf '\\t')" -k2n
  scutch-wordlm --model en-bio --no-context segments.jsonl > scored.jsonl
  scutch-wordlm --histogram segments.jsonl > histogram.json
"""
import sys
from itertools import starmap

from . import stream
from .edge.jsonlines import encode
from .record import SCORE_DIGITS, object_of, rounded_array, with_note
from .scoring.languages import Models
from .scoring.scores import grouped, spans_of, steps, written
from .stream.options import perplexity
from .stream.step import Collector, PageStep

NAME = "wordlm"
KNOWN = "wordlm_known"       # raw value: the perplexity without out-of-vocabulary words
KIND = "words.wordmodel.WordModel"
MODELS = {name: f"models/wordlm-{name}.model"
          for name in ("en", "en-bio", "de", "es", "fr", "gl", "it", "nl", "pt", "sv")}
LIMIT = 5000.0               # for models that declare none
NO_EVIDENCE = 0.5            # score of text in a language without a model


class Scorer(PageStep):
    """The step of scutch-wordlm.

    model:   a name of MODELS, a path, or None: the model of the record's language.
    limit:   the perplexity that is neither clean nor dirty; None: the model's own.
    Memory:  all of MODELS, or the one named.
    Raises:  Unusable for a model that cannot be read.
    """

    def __init__(self, model=None, limit=None, context=True):
        self.model, self.context = model, context
        self.models = Models(model, MODELS, MODELS, KIND, NAME)
        self.signature = self.models.signature
        self.limits = {name: limit or model.settings.get("limit", LIMIT)
                       for name, model in self.models.items()}

    def _with_model(self, record, language):
        """Return (record, name of its model), "" for none: then doc.notes says why."""
        if language in MODELS:
            return record, language
        why = f"there is no model for {language!r}" if language else "its language is not known"
        doc = with_note(object_of(record, "doc"), f"not scored by {NAME}: {why}")
        return {**record, "doc": doc}, ""

    def of_pages(self, pages):
        """Return the Pages with scores, each page by the model of its language."""
        import numpy as np

        chosen = ([(record, self.model) for record in pages.records] if self.model
                  else list(starmap(self._with_model, self.models.languages.known_of(pages))))
        far = pages.distances.tolist()
        columns, cuts = [[] for _ in range(5)], []       # of _scored
        for (_, name), rows in zip(chosen, map(pages.rows, range(len(pages))), strict=True):
            texts = pages.text[rows]
            spans = [spans_of({"text": text, "sentences": known})
                     for text, known in zip(texts, pages.sentences[rows], strict=True)]
            counts = list(map(len, spans))
            sentences = [text[start:end] for text, of_segment in zip(texts, spans, strict=True)
                         for start, end in of_segment]
            cut, *of_segments = (self._scored(name, sentences, counts, far[rows]) if name
                                 else _unscored(counts))
            cuts.append(cut)
            for column, values in zip(columns, of_segments, strict=True):
                column.extend(values)
        scores, raws, known, log10p, unknown = columns
        raw = {KNOWN: np.array(written(known), float), NAME: np.array(written(raws), float)}
        pages = pages.with_fields([record for record, _ in chosen], sentence_log10p=log10p,
                                  sentence_unknown=unknown, raw=raw)
        return pages.scored(NAME, np.array(scores, float), None, cuts)

    def _scored(self, name, sentences, counts, far):
        """Return the threshold of a page, and of each segment its score, its perplexity, that of
        known words, and the pairs of "sentence_log10p" and of "sentence_unknown": lists.

        name:   of its model. counts: how many of the sentences each segment has; far: see `steps`.
        """
        import numpy as np

        from ..lm.calibration import calibrated
        from ..lm.words.perplexity import SHIFT, perplexity, probabilities
        scored = self.models[name].score(sentences)
        owner = np.repeat(np.arange(len(counts)), counts)

        def total(values):
            return np.bincount(owner, values, len(counts))
        log10p, strange = rounded_array(scored.log10p), rounded_array(scored.unknown_log10p)
        pairs, unknown = _pairs(log10p, scored.tokens), _pairs(strange, scored.unknown)
        dirt = probabilities(pairs, self.limits[name], steps(far, counts) if self.context else None)
        sums, tokens = total(log10p), total(scored.tokens)
        known = map(perplexity, np.minimum(0.0, sums - total(strange)).tolist(),
                    (tokens - total(scored.unknown)).tolist())
        # of a segment the mean of its sentences by their tokens, 0.5 where there are none
        means = np.where(tokens, total(np.array(dirt) * scored.tokens) / np.maximum(1, tokens), 0.5)
        at_limit, *scores = calibrated(np.append(0.5, means), SHIFT).tolist()
        return (round(at_limit, SCORE_DIGITS), scores,
                map(perplexity, sums.tolist(), tokens.tolist()), known, grouped(pairs, counts),
                grouped(unknown, counts))


def _unscored(counts):
    """Return what _scored does for sentences without tokens, and scores below the threshold."""
    none = [[[0.0, 0]] * count for count in counts]
    return NO_EVIDENCE, [NO_EVIDENCE] * len(counts), *[[1.0] * len(counts)] * 2, none, none


def _pairs(log10p, tokens):
    """Return [[log10 probability, tokens], ...] of two arrays."""
    return list(map(list, zip(log10p.tolist(), tokens.tolist(), strict=True)))


class Count(Collector):
    """The step of --histogram: it counts the tokens of each record, the result comes at the end.

    Memory:  a number for each bin.
    """

    def __init__(self, scorer):
        from ..lm.words.perplexity import Histogram
        self.scorer, self.histogram = scorer, Histogram()
        self.signature = scorer.signature

    def __call__(self, record):
        for segment in self.scorer(record)[0]["segments"]:
            for log10p, tokens in segment["sentence_log10p"]:
                self.histogram.add(log10p, tokens)
        return []

    def finish(self):
        """Return the histogram as a line of JSON."""
        return encode(self.histogram.as_json())


OPTIONS = {"--limit": {"type": perplexity}}


def make(opts):
    if opts.histogram:
        stream.refuse(sys.modules[__name__], opts, ["limit", "no_context"], "with --histogram")
    scorer = Scorer(opts.model, opts.limit, context=not opts.no_context)
    return Count(scorer) if opts.histogram else scorer
