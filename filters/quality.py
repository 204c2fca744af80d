"""quality - count what pre-training pipelines filter documents by, and score their quality.

In:      records with "segments", or with "text".
Out:     the same records; "doc.scores.quality", the probability that a document is none of running
         text, and what was counted in "doc.raw".
Drops:   nothing: scutch-prune --rules and --max-quality do.
Bad:     neither segments nor text.
Memory:  one record.

Judged is the text that scutch-emit --keep auto keeps, a line a segment; without a score all that
browsers show.

The counts are those of the filters of Gopher, C4 and FineWeb as datatrove computes them. They are
not rounded, so that the rules decide by them as datatrove does on the text. Words are those of
English, in scripts without spaces pieces of two letters (Chinese), three (kana) or four (Thai and
the like), which is about the length of a word; Gopher's stop words are English: other languages
want other limits.

badness says how many of the ten most frequent words of its language a text lacks (Schäfer,
Barbaresi & Bildhauer 2013): 0 for running text, up to 50; for German, English, Spanish, French,
Galician, Italian, Dutch, Portuguese and Swedish, by "lang", by the text where that is absent.
perplexity is that of the text, where scutch-wordlm has scored its sentences.

The score is high where a document is dirty, as all scores are: a text in a broken encoding, a menu,
what surrounds the text of a page, a list made by a program. It does not look at what a text says.
A document without a word has 1.

Examples:
  scutch-chain 'html2text, segment, charlm, combine, quality' pages.jsonl > scored.jsonl
  scutch-quality texts.jsonl | scutch-prune --rules gopher,c4,fineweb > good.jsonl
  scutch-quality scored.jsonl | scutch-prune --max-quality 0.5 --dropped bad.jsonl > good.jsonl
  scutch-quality scored.jsonl | jq -r '[.id, .doc.scores.quality, .doc.raw.badness] | @tsv'
"""
from .record import object_of, rounded
from .scoring.languages import LOOKED_AT, Identifier, language_of
from .scoring.scores import load_model, log10p_of
from .selection.segments import kept_segments, kept_text
from .stream.step import PageStep

NAME = "quality"
MODELS = {"quality": "models/quality.model"}
TABLES = {"badness": "models/badness.model"}
LINE = "\n"              # between segments, as scutch-emit writes them
EMPTY = 1.0              # score of a document without a word


class Scorer(PageStep):
    """The step of scutch-quality."""

    def __init__(self):
        self._model = load_model("quality", MODELS, "documents.qualitymodel.QualityModel",
                                 "share/models/make")
        self._table = load_model("badness", TABLES, "documents.badness.Badness",
                                 "share/models/make")
        self._languages = Identifier()
        self.signature = [*(f"{name}:{model.sha256[:12]}" for name, model in (
            ("quality", self._model), ("badness", self._table))), *self._languages.signature]

    def read(self, record):
        """Return the record, its segments checked; without segments [it with its score]."""
        if record.get("segments") is None:
            return self._scored([record], [record])
        return super().read(record)

    def of_pages(self, pages):
        """Return the Pages with the score and the counts of each."""
        texts = [pages.record(page, whole=False) for page in range(len(pages))]
        return pages.with_the_same_text(records=self._scored(pages.records, texts))

    def _scored(self, records, sources):
        """Return records with their score; sources: records with the text of each."""
        from ..lm.documents.documentcounts import counts
        from ..lm.documents.qualitymodel import traits
        from ..lm.documents.tokenised import tokenised
        texts = [kept_text(source, LINE) for source in sources]
        batch = tokenised(texts)
        raws = counts(batch)
        badness = self._table.of(batch, self._languages_of(records, texts))
        scores = self._model.scores(traits(batch, raws, badness))
        return [_with(record, score if words else EMPTY, {
                    **raw, **({} if bad is None else {"badness": rounded(bad)}),
                    **_perplexity(source)})
                for record, score, words, raw, bad, source in zip(
                    records, scores, batch.sizes.tolist(), raws, badness, sources, strict=True)]

    def _languages_of(self, records, texts):
        """Return the language of each record as declared, or by its text."""
        declared = list(map(language_of, records))
        unknown = [text[:LOOKED_AT] for text, language in zip(texts, declared, strict=True)
                   if not language]
        by_text = iter(self._languages.languages(unknown) if unknown else [])
        return [language or next(by_text)[0] for language in declared]


def _with(record, score, raw):
    """Return the record with its score and counts in "doc"."""
    doc = object_of(record, "doc")
    return {**record, "doc": {**doc, "scores": {**object_of(doc, "scores"), NAME: rounded(score)},
                              "raw": {**object_of(doc, "raw"), **raw}}}


def _perplexity(record):
    """Return {"perplexity"} of the kept text, {} where no word model has scored it."""
    if not any("sentence_log10p" in segment for segment in record.get("segments") or ()):
        return {}
    pairs = [pair for segment in kept_segments(record) for pair in log10p_of(segment)]
    from ..lm.words.perplexity import perplexity
    log10p, tokens = map(sum, zip(*pairs or [(0, 0)], strict=True))
    return {"perplexity": rounded(perplexity(log10p, tokens))} if tokens or not pairs else {}


def make(opts):
    return Scorer()
