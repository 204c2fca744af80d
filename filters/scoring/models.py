"""The models of a scorer: the one that is named, or several, of which each page has its own."""
from .languages import Identifier
from .scores import load_model


class Models(dict):
    """{name: model} of a scorer.

    model:   a name of `known`, {name: path in the package}, or a path; None: `by_page`, names.
    kind:    see load_model. scorer: its name.
    Raises:  Unusable for a model that cannot be read.
    """

    def __init__(self, model, by_page, known, kind, scorer):
        super().__init__((name, load_model(name, known, kind, f"scutch-train {scorer}"))
                         for name in ([model] if model else by_page))
        self.model = model
        self.signature = [f"{name}:{loaded.sha256[:12]}" for name, loaded in self.items()]
        if not model:
            self.languages = Identifier()
            self.signature += self.languages.signature

    def of_pages(self, pages, name_for):
        """Return (records, the name of the model of each page), two lists.

        name_for: function from a language and whether the page has markup to a name.
        """
        if self.model:
            return pages.records, [self.model] * len(pages)
        from .columnscores import languages_of
        records, languages = languages_of(pages, self.languages)
        return records, list(map(name_for, languages, pages.has_markup.tolist()))
