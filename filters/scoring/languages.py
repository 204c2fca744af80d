"""The language of a record, as declared and by its text, which chooses the model.

Scorers tell the languages that they have models of, by share/models/lang.model; scutch-lang tells
those of languages.model and its like, and others by their script.
"""
import argparse
import re
from functools import partial

from ...lm.tagnames import KINDS
from ..errors import BadRecord
from ..record import object_of, rounded
from ..sources.decoding import two_letters
from ..stream.step import PageStep, dropped
from .scores import load_model

KIND = "characters.languagemodel.LanguageModel"
LATIN = "Latn"
CODE = KINDS.index("c")
MANY = "languages"       # the model of many languages, and its like for other scripts
OF_SCRIPTS = {LATIN: MANY, **{script: f"{MANY}-{script.lower()}"
                              for script in ("Arab", "Cyrl", "Deva", "Hebr")}}
MODELS = {name: f"models/{name}.model" for name in ("lang", *OF_SCRIPTS.values())}
LOOKED_AT = 2000         # code points of a page that are examined
A_SEGMENT = 500          # of one segment, so that a long list of names does not decide
ENOUGH = 200             # code points; with fewer, 1 in 5 texts in a known language would be und
LIKELY = 0.5
# From these probabilities on, of FEWEST code points, the text overrules what a page declares: the
# first where it declares a language that the model knows, the second for others, since Danish is
# taken for Swedish at times. `share/bench/lang.py` counts what is overruled rightly and wrongly.
SURE, SURE_OF_OTHERS = 0.9, 0.99
FEWEST = 50
QUICK, QUICK_SEGMENT = 600, 150      # code points that may confirm the declared language
OF_ITS_SCRIPT = 0.98     # probability of the one language of a script: SURE, not SURE_OF_OTHERS
FOREIGN = 0.25           # share outside ASCII from which a text may be in another script
LABEL = re.compile("[a-z]{2,3}")
UNKNOWN = "und"          # ISO 639-2: undetermined
NOT_SAID = ("", UNKNOWN)
SCRIPT = re.compile(f"{UNKNOWN}[-_]([a-z]{{4}})", re.I)
# Macrolanguages of ISO 639-3, of which pages and --only name the whole or a part. msa, which has
# Indonesian, too, is never named: ms is Malay.
MACROLANGUAGES = {"bs": "sh", "hr": "sh", "sr": "sh", "id": "msa", "ms": "msa", "nb": "no",
                  "nn": "no", "cmn": "zh", "wuu": "zh", "yue": "zh"}


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
        records, languages = map(list, zip(*self.languages.chosen_of(pages), strict=True))
        return records, list(map(name_for, languages, pages.has_markup.tolist()))


def language_of(record):
    """Return the language that "lang" names: its first subtag in lower case, "" if none.

    und alone says nothing; und-Cyrl says at least that no model for Latin script is right.

    >>> [language_of({"lang": lang}) for lang in ("pt-BR", "EN_us", "", None, ["de"])]
    ['pt', 'en', '', '', '']
    >>> [language_of({"lang": lang}) for lang in ("und", "und-Cyrl", "eng_Latn", "pol_Latn")]
    ['', 'und', 'en', 'pl']
    """
    lang = record.get("lang")
    if not isinstance(lang, str) or lang.strip().lower() == UNKNOWN:
        return ""
    language = re.split("[-_]", lang)[0].strip().lower()
    return two_letters(language)


def languages_of(word):
    """Return the languages that an option names, in the order given, scripts as und-Cyrl.

    >>> languages_of("de,EN-gb,und_cyrl")
    ['de', 'en', 'und-Cyrl']
    """
    languages = [_canonical(label) for label in word.split(",")]
    if not all(languages):
        raise argparse.ArgumentTypeError(f"{word!r}: codes of languages are required, as de,fr, or "
                                         "of scripts, as und-Cyrl")
    return languages


def language_list(word):
    """Return the value of an option that lists languages: their codes, comma-separated.

    >>> language_list("de, EN-gb")
    'de,en'
    """
    return ",".join(languages_of(word))


def takes(languages, language):
    """Return whether a list of languages has one, or the macrolanguage of it.

    >>> takes(["no", "zh"], "nn"), takes(["no", "zh"], "zh-Hant"), takes(["nb"], "nn")
    (True, True, False)
    """
    language = _canonical(language)
    return language in languages or MACROLANGUAGES.get(language) in languages


def _canonical(label):
    """Return the language of a label, a script as und-Cyrl, und, or "" where it is none of these.

    >>> [_canonical(label) for label in ("de-AT", "und-cyrl", "UND", "german", None)]
    ['de', 'und-Cyrl', 'und', '', '']
    """
    label = label.strip() if isinstance(label, str) else ""
    if script := SCRIPT.fullmatch(label):
        return f"{UNKNOWN}-{script[1].title()}"
    if label.lower() == UNKNOWN:
        return UNKNOWN
    language = language_of({"lang": label})
    return language if LABEL.fullmatch(language) and language != UNKNOWN else ""


class Identifier(PageStep):
    """A model that identifies the language of records by their text; the step of scutch-lang.

    model:    a name of MODELS or a path; MANY tells other scripts, too. By default the model of the
              languages that scorers have models of.
    only:     the languages that the step keeps, None for all.
    segments: whether the step tells the language of each segment, too.
    Raises:   Unusable for a model that cannot be read.
    """

    def __init__(self, model="lang", only=None, segments=False):
        names = OF_SCRIPTS if model == MANY else {LATIN: model}
        self._models = {script: load_model(name, MODELS, KIND, "scutch-train lang")
                        for script, name in names.items()}
        self.model = self._models[LATIN]
        self._tells_scripts = model == MANY
        self._fewest = FEWEST if model == MANY else 0        # "Home" is like several of many
        # Of fewer languages it is surer of names and products, and right where both agree
        self._second = (load_model("lang", MODELS, KIND, "scutch-train lang")
                        if model == MANY else None)
        self.only = only
        self._of_segments = segments
        self.signature = [f"{name}:{self._models[script].sha256[:12]}"
                          for script, name in names.items()]
        if self._second:
            self.signature.append(f"lang:{self._second.sha256[:12]}")
        self._scripts = {}               # of each language known
        for script, known in self._models.items():
            for language in known.settings["languages"]:
                self._scripts.setdefault(language, set()).add(script)
        if self._tells_scripts:
            from ...lm.characters.scripts import ONLY, TRADITIONAL
            self._scripts |= {language: {script} for script, (first, _, second) in ONLY.items()
                              for language in (first, second) if language}
            self._scripts[TRADITIONAL] = self._scripts["zh"]

    def read(self, record):
        """Return the record, its segments checked; of plain text [it with its language]."""
        if record.get("segments") is None:
            told = self._told(record, self.look(record))
            if not self._of_segments:
                gone = self._gone(told, partial(sample_of, record))
                return dropped(told, *gone) if gone else [told]
        return super().read(record)

    def of_pages(self, pages):
        """Return the Pages with their languages, and that of each segment; others are gone."""
        samples = samples_in(pages)
        records = list(map(self._told, pages.records, self.looks(pages.records, samples)))
        of_segments = {"lang": self._of_each(pages)} if self._of_segments else {}
        pages = pages.with_fields(records, **of_segments)
        pages.gone = {page: gone for page, gone in enumerate(map(self._gone, records, samples))
                      if gone}
        return pages

    def _told(self, record, looked):
        """Return the record with its language; looked: its `look`."""
        language, confidence, overrules = looked
        if overrules:
            record = _with_language(record, language, confidence)
        elif confidence:
            record = {**record, "lang_confidence": rounded(confidence)}
        if overrules or language_of(record) not in NOT_SAID:
            source = {"lang_from": "text" if overrules else "declared"}
            record = {**record, "doc": {**source, **object_of(record, "doc")}}
        return record

    def _gone(self, record, sample):
        """Return (why, rule, value) of a record in another language than `only`, else None."""
        if (self.only is None or takes(self.only, record.get("lang"))
                or self._is_of_group(record, sample)):
            return None
        why = "in no known language" if language_of(record) in NOT_SAID else "in other languages"
        return why, "lang", record.get("lang")

    def _is_of_group(self, record, sample):
        """Return whether a record is surely in a macrolanguage that is kept: in which, is open."""
        if (language_of(record) not in NOT_SAID or not {*self.only} & {*MACROLANGUAGES.values()}
                or _script(text := sample()) != LATIN):
            return False
        group, probability = self.model.group_of(text)
        return probability >= LIKELY and any(takes(self.only, language) for language in group)

    def note(self):
        """Return the line for stderr at the end: see Step."""
        known = {*self._scripts, *map(MACROLANGUAGES.get, self._scripts)}
        others = [language for language in self.only or ()
                  if language not in known and not language.startswith(UNKNOWN)]
        return (f"pages in {', '.join(others)} are found only if they declare it; the model "
                f"knows {', '.join(sorted(self._scripts))}") if others else ""

    def _of_each(self, pages):
        """Return the language of each segment that its text is SURE of, or und, a list."""
        rows = [row for row, is_code in enumerate((pages.kind == CODE).tolist())
                if len(pages.text[row]) >= FEWEST and not is_code]
        by_text = self.languages([pages.text[row][:A_SEGMENT] for row in rows])
        languages = [UNKNOWN] * len(pages.text)
        for row, (language, confidence) in zip(rows, by_text, strict=True):
            if confidence >= SURE or SCRIPT.fullmatch(language):
                languages[row] = language
        return languages

    def known_of(self, pages):
        """Return what chosen_of does, with "" for languages that are not known well.

        One is known where the text is SURE of it; and where the record declares it, unless the text
        is more likely in another, or in none that the model knows.
        """
        known, samples = [], samples_in(pages)
        for record, sample, (language, confidence, overrules) in zip(
                pages.records, samples, self.looks(pages.records, samples), strict=True):
            is_declared = language_of(record) not in NOT_SAID and "lang_confidence" not in record
            if overrules and is_declared:
                record = _with_language(record, language, confidence)
            if confidence < SURE:
                [(by_text, confidence)] = self.languages([sample()])
                agreed = by_text == language and (is_declared or confidence >= SURE)
                if not agreed and (by_text or not is_declared):
                    language = ""
            known.append((record, language))
        return known

    def chosen_of(self, pages):
        """Return [(record, language)] of pages for a scorer that chooses its model by language.

        A record has a new language where the text overrules the one declared.
        """
        return [(_with_language(record, language, confidence)
                 if overrules and language_of(record) not in NOT_SAID else record, language)
                for record, (language, confidence, overrules) in zip(
                    pages.records, self.looks(pages.records, samples_in(pages)), strict=True)]

    def look(self, record):
        """Return (language, probability that it is right, whether the record must be changed).

        The text overrules what the record declares where it is SURE. The language is "" for too
        little text, und or und-Cyrl and the like for none of those known; the probability is 0
        where the text did not decide.
        """
        return self.looks([record], [partial(sample_of, record)])[0]

    def looks(self, records, samples):
        """Return `look` of each of several records, a list.

        samples: for each a function from the limits of sample_of to the text within them.
        """
        declared = list(map(language_of, records))
        looked_at = [said not in NOT_SAID and "lang_confidence" in record     # before
                     for said, record in zip(declared, records, strict=True)]
        settled = [(said, 0.0, False) for said in declared]
        open_ones = [row for row, known in enumerate(looked_at) if not known]
        quick = [row for row in open_ones if declared[row] in self._scripts]
        texts = [samples[row](QUICK, QUICK_SEGMENT) for row in quick]
        for row, (language, confidence) in zip(quick, self.languages(texts), strict=True):
            if _confirms(language, declared[row]) and confidence >= SURE:
                settled[row] = declared[row], confidence, False
                open_ones.remove(row)
        texts = [samples[row]() for row in open_ones]
        for row, text, by_text in zip(open_ones, texts, self.languages(texts), strict=True):
            settled[row] = self._settled(declared[row], text, *by_text)
        return settled

    def _settled(self, declared, text, language, confidence):
        """Return the result of `look`, by the language of the whole sample."""
        if declared in NOT_SAID:
            return language, confidence, bool(language) and language != declared
        if _confirms(language, declared):
            return declared, confidence, False
        scripts = self._scripts.get(declared)
        told = SCRIPT.fullmatch(language)        # else LATIN for what the text did not tell
        by_text = {told[1]} if told else self._scripts.get(language, {LATIN})
        other_script = scripts and not by_text & {LATIN, *scripts}
        sure = confidence >= (SURE if scripts else SURE_OF_OTHERS) and len(text) >= FEWEST
        return (language, confidence, True) if sure or other_script else (declared, 0.0, False)

    def languages(self, texts):
        """Return [(the value of "lang" for a text, the probability that it is right)].

        The probability is 0 for und, with or without a script; ("", 0) for too little text.
        """
        scripts = list(map(_script, texts))
        out = [(f"{UNKNOWN}-{script}", 0.0) if script in self._models or not self._tells_scripts
               else self._by_script(script, text)
               for script, text in zip(scripts, texts, strict=True)]
        for script, model in self._models.items():
            rows = [row for row, of_text in enumerate(scripts) if of_text == script]
            by_text = model.identified([texts[row] for row in rows])
            for row, (language, confidence) in zip(rows, by_text, strict=True):
                if confidence < LIKELY and self._second:
                    [(second, of_second)] = self._second.identified([texts[row]])
                    confidence = of_second if second == language else confidence
                if confidence >= LIKELY and len(texts[row]) >= self._fewest:
                    out[row] = language, confidence
                elif script == LATIN:
                    out[row] = UNKNOWN if language and len(texts[row]) >= ENOUGH else "", 0.0
        return out

    def _by_script(self, script, text):
        """Return the result of `languages` for the script alone, which no model knows."""
        from ...lm.characters.scripts import language_of_script
        language = language_of_script(script, text)
        return (language, OF_ITS_SCRIPT) if language else (f"{UNKNOWN}-{script}", 0.0)


def _script(text):
    """Return the script of a text, LATIN where few of its letters are in another."""
    outside = len(text) - len(text.encode("ascii", "ignore"))
    if outside <= FOREIGN * len(text):
        return LATIN
    from ...lm.characters.scripts import script_of  # takes regex
    return script_of(text) or LATIN


def _confirms(language, declared):
    """Return whether text in a language confirms the declared one, or one hardly told from it."""
    whole = MACROLANGUAGES.get(language, language_of({"lang": language}))
    return declared in (language, whole) or whole == MACROLANGUAGES.get(declared)


def _with_language(record, language, confidence):
    """Return the record with the language of its text, and the one that it declared."""
    out = {**record, "lang": language}
    if confidence:
        out["lang_confidence"] = rounded(confidence)
    if language_of(record) not in NOT_SAID:
        out["lang_declared"] = record["lang"]
    return out


def sample_of(record, *limits):
    """Return the text that is examined: the longest segments, no code.

    limits: code points of the page and of one segment.

    >>> sample_of({"segments": [{"text": "Home"}, {"text": "x = 1;" * 9, "kind": "c"},
    ...                         {"text": "The first trams."}]})
    'The first trams.\\nHome'
    """
    if record.get("segments") is not None:
        from ..columns.pages import pages_of
        return samples_in(pages_of([record]))[0](*limits)
    if not isinstance(record.get("text"), str):
        raise BadRecord('neither "segments" nor "text": scutch-html2text makes segments of '
                        '"html"', "no_text")
    return record["text"][:limits[0] if limits else LOOKED_AT]


def sample_of_sorted(texts, most=LOOKED_AT, of_a_segment=A_SEGMENT):
    """Return the sample of texts that are sorted, the longest first: see sample_of."""
    lines, length = [], 0
    for text in texts:
        if length >= most:
            break
        lines.append(text[:of_a_segment])
        length += len(lines[-1]) + 1
    return "\n".join(lines)[:most]


def samples_in(pages):
    """Return the function from limits to the sample of each of Pages: see `looks`."""
    import numpy as np
    running, samples = (pages.kind != CODE) & ~pages.hidden, []
    for rows in map(pages.rows, range(len(pages))):
        order = np.argsort(-pages.chars[rows], kind="stable")
        order = order[running[rows][order]] if running[rows].any() else order
        samples.append(partial(sample_of_sorted, [
            pages.text[row] for row in (rows.start + order).tolist()]))
    return samples
