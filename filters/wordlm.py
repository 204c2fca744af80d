"""wordlm - score each segment by the perplexity of its sentences under a word n-gram model.

In:      records with "segments", and "sentences" if scutch-segment has found them.
Out:     the same records, "scores" and "raw" of each segment filled under "wordlm",
         "sentence_log10p" and "sentence_unknown" of each segment, "cuts" and "scorers" of the
         record. With --histogram one JSON object: how many tokens have which perplexity.
Drops:   nothing.
Bad:     no segments; "sentences" that are not spans.
Memory:  one record, and the models, 22 MB for those that come with scutch.

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

from . import stream
from .edge.jsonlines import encode
from .record import SCORE_DIGITS, object_of, rounded_array, segments_of, with_note
from .scoring.languages import Models
from .scoring.scores import grouped, spans_of, steps, with_scores
from .stream.options import perplexity
from .stream.step import Collector, Step

NAME = "wordlm"
KNOWN = "wordlm_known"       # raw value: the perplexity without out-of-vocabulary words
KIND = "words.wordmodel.WordModel"
MODELS = {name: f"models/wordlm-{name}.model"
          for name in ("en", "en-bio", "de", "es", "fr", "gl", "it", "nl", "pt", "sv")}
LIMIT = 5000.0               # for models that declare none
NO_EVIDENCE = 0.5            # score of text in a language without a model


class Scorer(Step):
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

    def _model_for(self, record):
        """Return (record, name of its model), "" for none: then doc.notes says why."""
        record, language = self.models.languages.known(record)
        if language in MODELS:
            return record, language
        why = f"there is no model for {language!r}" if language else "its language is not known"
        doc = with_note(object_of(record, "doc"), f"not scored by {NAME}: {why}")
        return {**record, "doc": doc}, ""

    def __call__(self, record):
        import numpy as np

        from ..lm.calibration import calibrated
        from ..lm.words.perplexity import SHIFT, perplexity, probabilities
        segments = segments_of(record)
        name = self.model
        if not name:
            record, name = self._model_for(record)
        spans = list(map(spans_of, segments))
        counts = list(map(len, spans))
        if not name:
            return [_unscored(record, segments, counts)]
        model, limit = self.models[name], self.limits[name]
        scored = model.score([segment["text"][start:end]
                              for segment, span_list in zip(segments, spans, strict=True)
                              for start, end in span_list])
        owner = np.repeat(np.arange(len(segments)), counts)

        def total(values):
            return np.bincount(owner, values, len(segments))
        log10p, strange = rounded_array(scored.log10p), rounded_array(scored.unknown_log10p)
        pairs, unknown = _pairs(log10p, scored.tokens), _pairs(strange, scored.unknown)
        dirt = probabilities(pairs, limit, steps(record, segments, counts) if self.context
                             else None)
        sums, tokens = total(log10p), total(scored.tokens)
        known = map(perplexity, np.minimum(0.0, sums - total(strange)).tolist(),
                    (tokens - total(scored.unknown)).tolist())
        done = [{**segment, "sentence_log10p": whole, "sentence_unknown": unknown_pairs,
                 "raw": {**segment.get("raw", {}), KNOWN: round(value, SCORE_DIGITS)}}
                for segment, whole, unknown_pairs, value in zip(
                    segments, grouped(pairs, counts), grouped(unknown, counts), known,
                    strict=True)]
        # of a segment the mean of its sentences by their tokens, 0.5 where there are none
        means = np.where(tokens, total(np.array(dirt) * scored.tokens) / np.maximum(1, tokens), 0.5)
        at_limit, *scores = calibrated(np.append(0.5, means), SHIFT).tolist()
        return [with_scores(record, done, NAME, scores,
                            list(map(perplexity, sums.tolist(), tokens.tolist())),
                            round(at_limit, SCORE_DIGITS))]


def _unscored(record, segments, counts):
    """Return the record with sentences that have no tokens, and a score below the threshold."""
    done = [{**segment, "sentence_log10p": [[0.0, 0]] * count,
             "sentence_unknown": [[0.0, 0]] * count,
             "raw": {**segment.get("raw", {}), KNOWN: 1.0}}
            for segment, count in zip(segments, counts, strict=True)]
    return with_scores(record, done, NAME, [NO_EVIDENCE] * len(done), [1.0] * len(done),
                       NO_EVIDENCE)


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
