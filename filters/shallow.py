"""shallow - tell boilerplate from content by word counts and links (Kohlschütter et al. 2010).

In:      records with "segments".
Out:     the same records, "scores" and "raw" of each segment filled under "shallow", "cuts" and
         "scorers" of the record; "text_class" of each segment where the model has four classes.
Drops:   nothing.
Bad:     no segments.
Memory:  one record.

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

Examples:
  scutch-segment blocks.jsonl | scutch-shallow --rule main | scutch-emit --keep auto > news.txt
  scutch-shallow segments.jsonl | scutch-tag > tagged.jsonl
"""
from ..lm.shallow import maincontent
from ..lm.shallow import printedrules as shallow
from ..lm.shallow.densities import density, link_density
from .errors import Unusable
from .record import segments_of, title_of
from .scoring.scores import load_model, with_scores
from .scoring.shallowblocks import blocks_of
from .stream.step import Step

NAME = "shallow"
TREE, ALL = "tree", "all"
KIND = "shallow.shallowmodel.ShallowTree"
MODELS = {"web": "models/shallow-web.model"}
CUT = 0.5                # between the 0 and the 1 of the rules
RULES = {
    "densitometric": lambda page: shallow.densitometric(page.links, page.densities),
    "words": lambda page: shallow.number_of_words(page.links, page.words),
    "cleaneval": lambda page: shallow.cleaneval(page.links, page.densities),
    "min-words": lambda page: shallow.min_words(page.words),
    "largest": lambda page: maincontent.largest(page.content, page.words),
    "main": lambda page: maincontent.main_content(
        page.content, page.words, page.densities, page.comments, page.title),
    ALL: lambda page: [True] * len(page.words),
}


class RuleInput:
    """The blocks of a page as the rules see them; inputs of few rules are computed on demand.

    record:        it may have a title; blocks: those of blocks_of.
    with_comments: whether readers' comments are content.
    """

    def __init__(self, record, blocks, with_comments):
        self.record, self.blocks, self.with_comments = record, blocks, with_comments
        self.words = [len(block.words) for block in blocks]
        self.links = [link_density(words, block.link_words)
                      for words, block in zip(self.words, blocks, strict=True)]
        self.densities = [density(block.words) for block in blocks]

    @property
    def content(self):
        """Whether each block is content by Algorithm 2, the basis of the filters for news."""
        return shallow.number_of_words(self.links, self.words)

    @property
    def comments(self):
        """Whether each block announces comments, None if these are content."""
        if self.with_comments:
            return None
        return [maincontent.tells_of_comments(block.text, words, links) for block, words, links
                in zip(self.blocks, self.words, self.links, strict=True)]

    @property
    def title(self):
        """The index of the block that the page's title repeats, None if none does."""
        return maincontent.title_of([block.text for block in self.blocks], title_of(self.record))


class Scorer(Step):
    """The step of scutch-shallow.

    rule:    TREE, or one of RULES.
    model:   for TREE: a name of MODELS or a path.
    Raises:  Unusable for a model that cannot be read.
    """

    def __init__(self, rule=TREE, model="web", with_comments=False):
        self.rule, self.with_comments = rule, with_comments
        self.model = None
        self.signature = [rule]
        if rule == TREE:
            self.model = load_model(model, MODELS, KIND, "scutch-train shallow")
            self.signature = [f"{model}:{self.model.sha256[:12]}"]

    def __call__(self, record):
        segments = segments_of(record)
        indices, blocks = blocks_of(record, segments)
        page = RuleInput(record, blocks, self.with_comments)
        raws = [0.0] * len(segments)
        for i, dense in zip(indices, page.densities, strict=True):
            raws[i] = dense
        scores = [float(self.rule != ALL)] * len(segments)
        if self.model:
            chances, classes = self.model.scores(blocks)
            if len(self.model.settings["classes"]) > 2:
                segments = _with_classes(segments, indices, classes)
        else:
            chances = [float(not content) for content in RULES[self.rule](page)]
        for i, chance in zip(indices, chances, strict=True):
            scores[i] = chance
        cut = self.model.settings["cut"] if self.model else CUT
        return [with_scores(record, segments, NAME, scores, raws, cut)]


def _with_classes(segments, indices, classes):
    """Return the segments with their classes, boilerplate for those without a word."""
    by_place = dict(zip(indices, classes, strict=True))
    return [{**segment, "text_class": by_place.get(i, "boilerplate")}
            for i, segment in enumerate(segments)]


def arguments(parser):
    add = parser.add_argument
    add("--rule", choices=[TREE, *RULES], default=TREE,
        help=f"one of {', '.join([TREE, *RULES])} (default: %(default)s)")
    add("--model", metavar="NAME",
        help="with --rule tree: web, or a file of scutch-train shallow (default: web)")
    add("--with-comments", action="store_true",
        help="with --rule main: do not end the article at readers' comments")


def make(opts):
    if opts.model and opts.rule != TREE:
        raise Unusable(f"--model is for --rule tree: --rule {opts.rule} has none")
    if opts.with_comments and opts.rule != "main":
        raise Unusable("--with-comments is for --rule main: no other rule drops them")
    return Scorer(opts.rule, opts.model or "web", opts.with_comments)
