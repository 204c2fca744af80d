"""shallow - tell boilerplate from content by word counts and links (Kohlschütter et al. 2010).

In:      records with "segments".
Out:     the same records, "scores" and "raw" of each segment filled under "shallow", "cuts" and
         "scorers" of the record; "text_class" of each segment where the model has four classes.
Drops:   nothing.
Bad:     no segments.
Memory:  up to 48 records.

--rule says how:
  tree          a decision tree over words, link and text density of the segment and of those
                before and after it; the score is the probability of boilerplate
  densitometric Algorithm 1 of the paper, text density and link density
  words         Algorithm 2, number of words and link density
  cleaneval     text density 7 or more, link density 0.35 or less
  min-words     ten words or more
  largest       the largest piece of the content by Algorithm 2
  main          the same for pages of news: with the headline, without the readers' comments
  all           everything
All but the tree score 0 (content) or 1. A segment without a word is content only to "all".

raw is the text density: words per line after word wrap at 80 columns, the last line left out. The
tree was made by scutch-train shallow; the default one comes with scutch.

Options:
  --rule {tree,densitometric,words,cleaneval,min-words,largest,main,all}
                    one of tree, densitometric, words, cleaneval, min-words, largest, main, all
                    (default: {default})
  --model NAME      with --rule tree: web, or a file of scutch-train shallow (default: web)
  --with-comments   with --rule main: do not end the article at readers' comments

Examples:
  scutch-segment blocks.jsonl | scutch-shallow --rule main | scutch-emit --keep auto > news.txt
  scutch-shallow segments.jsonl | scutch-tag > tagged.jsonl
"""
from functools import partial

from ..lm.shallow import printedrules as shallow
from .errors import Unusable
from .record import title_of
from .scoring.scores import load_model
from .stream.step import PageStep

NAME = "shallow"
TREE, ALL = "tree", "all"
KIND = "shallow.shallowmodel.ShallowTree"
MODELS = {"web": "models/shallow-web.model"}
CUT = 0.5                # between the 0 and the 1 of the rules


class RuleInput:
    """The blocks of a page, of blocks_in, as the rules see them; title: of the page."""

    def __init__(self, title, blocks):
        self.title, self.texts = title, [block.text for block in blocks]
        self.words = [len(block.words) for block in blocks]
        self.links = [block.link_density for block in blocks]
        self.densities = [block.density for block in blocks]

    def content(self):
        """Return whether each block is content by Algorithm 2, the basis of the rules for news."""
        return shallow.number_of_words(self.links, self.words)


def main_content(page, with_comments=False):
    """Return whether each block of a RuleInput is content by the rule main."""
    comments = None if with_comments else list(map(
        shallow.tells_of_comments, page.texts, page.words, page.links))
    return shallow.main_content(page.content(), page.words, page.densities, comments,
                                    shallow.title_of(page.texts, page.title))


RULES = {
    "densitometric": lambda page: shallow.densitometric(page.links, page.densities),
    "words": lambda page: page.content(),
    "cleaneval": lambda page: shallow.cleaneval(page.links, page.densities),
    "min-words": lambda page: shallow.min_words(page.words),
    "largest": lambda page: shallow.largest(page.content(), page.words),
    "main": main_content,
    ALL: lambda page: [True] * len(page.words),
}


class Scorer(PageStep):
    """The step of scutch-shallow.

    rule:    TREE, or one of RULES.
    model:   for TREE: a name of MODELS or a path.
    Raises:  Unusable for a model that cannot be read.
    """

    def __init__(self, rule=TREE, model="web", with_comments=False):
        self.rule = rule
        self.of_rule = partial(main_content, with_comments=True) if with_comments else RULES.get(
            rule)
        self.model = None
        self.signature = [rule]
        if rule == TREE:
            self.model = load_model(model, MODELS, KIND, "scutch-train shallow")
            self.signature = [f"{model}:{self.model.sha256[:12]}"]

    def of_pages(self, pages):
        """Return the Pages with scores, and the class of each segment where there are four."""
        import numpy as np

        from .scoring.featuresets import blocks_in
        count = len(pages.text)
        scores, raws = np.full(count, float(self.rule != ALL)), np.zeros(count)
        classes = np.full(count, "boilerplate", object)
        for record, (rows, blocks) in zip(pages.records, blocks_in(pages), strict=True):
            raws[rows] = [block.density for block in blocks]
            if self.model:
                scores[rows], classes[rows] = self.model.scores(blocks)
            else:
                scores[rows] = np.logical_not(self.of_rule(RuleInput(title_of(record), blocks)))
        if self.model and len(self.model.settings["classes"]) > 2:
            pages = pages.with_fields(text_class=classes.tolist())
        cut = self.model.settings["cut"] if self.model else CUT
        return pages.scored(NAME, scores, raws, [cut] * len(pages))


def make(opts):
    if opts.model and opts.rule != TREE:
        raise Unusable(f"--model is for --rule tree: --rule {opts.rule} has none")
    if opts.with_comments and opts.rule != "main":
        raise Unusable("--with-comments is for --rule main: no other rule drops them")
    return Scorer(opts.rule, opts.model or "web", opts.with_comments)
