"""The language of a record: what it says, what its text is in, and which model that chooses."""
import argparse
import re
from functools import partial

from ..errors import BadRecord
from ..record import rounded, segments_of
from ..stream.step import Step
from .scores import load_model

KIND = "characters.languages.LanguageModel"
MODELS = {"lang": "models/lang.model"}
LOOKED_AT = 2000         # code points
A_SEGMENT = 500          # of one segment: else the longest list of names speaks for the page
ENOUGH = 200             # code points; of less, 1 in 5 in a language known would be called und
LIKELY = 0.5
# From these probabilities on, of FEWEST code points, text goes before what a page says: the first
# where it says a language that the model knows, the second for others, since Danish is taken for
# Swedish at times. `share/bench/lang.py` has what is overruled rightly and wrongly.
SURE, SURE_OF_OTHERS = 0.9, 0.99
FEWEST = 50
QUICK, QUICK_SEGMENT = 600, 150      # code points that confirm what a page says
FOREIGN = 0.25           # share outside ASCII from which a text may be in another script
CODE = re.compile("[a-z]{2,3}")
UNKNOWN = "und"          # ISO 639-2: undetermined
# Codes of three letters of the languages that there are models for: FineWeb2 says "deu", language
# identifiers that follow FLORES-200 "deu_Latn"
TWO_LETTERS = {"deu": "de", "dut": "nl", "eng": "en", "fra": "fr", "fre": "fr", "ger": "de",
               "glg": "gl", "ita": "it", "nld": "nl", "por": "pt", "spa": "es", "swe": "sv"}


def language_of(record):
    """Return the language that "lang" names: its first subtag in lower case, "" if none.

    und alone tells nothing; und-Cyrl tells at least that no model for Latin script is right.

    >>> [language_of({"lang": lang}) for lang in ("pt-BR", "EN_us", "", None, ["de"])]
    ['pt', 'en', '', '', '']
    >>> [language_of({"lang": lang}) for lang in ("und", "und-Cyrl", "eng_Latn")]
    ['', 'und', 'en']
    """
    lang = record.get("lang")
    if not isinstance(lang, str) or lang.strip().lower() == UNKNOWN:
        return ""
    language = re.split("[-_]", lang)[0].strip().lower()
    return TWO_LETTERS.get(language, language)


def languages_of(word):
    """Return the languages that an option names, in the order given.

    >>> languages_of("de,EN-gb")
    ['de', 'en']
    """
    found = [language_of({"lang": one}) for one in word.split(",")]
    if not all(CODE.fullmatch(one) for one in found):
        raise argparse.ArgumentTypeError(f"{word}: codes of languages are wanted, as de,fr")
    return found


class Identifier(Step):
    """Tells the language of records by their text, with a model; as a step that of scutch-lang.

    model:   a name of MODELS or a path.
    only:    the languages that the step keeps, None for all.
    Raises:  Unusable for a model that cannot be read.
    """

    def __init__(self, model="lang", only=None):
        self.model = load_model(model, MODELS, KIND, "scutch-train-lang")
        self.only = only
        self.signature = [f"{model}:{self.model.sha256[:12]}"]

    def __call__(self, record):
        language, confidence, overrules = self.look(record)
        if overrules:
            record = _told(record, language, confidence)
        elif confidence:
            record = {**record, "lang_confidence": rounded(confidence)}
        if self.only is not None and language_of(record) not in self.only:
            return []
        return [record]

    def chosen(self, record, sample=None):
        """Return (record, language) for a scorer that chooses its model by language.

        The record says another language than before where the text overrules what it said.
        sample: see `look`.
        """
        language, confidence, overrules = self.look(record, sample)
        if overrules and _says(language_of(record)):
            record = _told(record, language, confidence)
        return record, language

    def look(self, record, sample=None):
        """Return (language, probability that it is right, whether the record must be told so).

        Text goes before what the record says where it is SURE. The language is "" for too little
        text, und or und-Cyrl and the like for none of those known; the probability is 0 where the
        text did not tell.

        sample: function that returns the text to look at, see sample_of; None: that of the record.
        """
        sample = sample or partial(sample_of, record)
        declared = language_of(record)
        said = _says(declared)
        if said and "lang_confidence" in record:         # the text was looked at before
            return declared, 0.0, False
        known = declared in self.model.settings["languages"]
        if known:
            found, confidence = self.language(sample(QUICK, QUICK_SEGMENT))
            if found == declared and confidence >= SURE:
                return found, confidence, False
        text = sample()
        found, confidence = self.language(text)
        if found == declared or not said:
            return found, confidence, bool(found) and found != declared
        other_script = known and found.startswith(f"{UNKNOWN}-")
        sure = confidence >= (SURE if known else SURE_OF_OTHERS) and len(text) >= FEWEST
        return (found, confidence, True) if sure or other_script else (declared, 0.0, False)

    def language(self, text):
        """Return (what "lang" says of a text, the probability that it is right).

        The probability is 0 for und, with or without a script; ("", 0) for too little text.
        """
        from ...lm.characters.scripts import script_of
        outside = len(text) - len(text.encode("ascii", "ignore"))
        if outside > FOREIGN * len(text):
            script = script_of(text)
            if script not in ("", "Latn"):
                return f"{UNKNOWN}-{script}", 0.0
        language, confidence = self.model.identify(text)
        if language and confidence < LIKELY:
            return (UNKNOWN if len(text) >= ENOUGH else ""), 0.0
        return language, confidence


def _says(declared):
    return declared not in ("", UNKNOWN)


def _told(record, language, confidence):
    """Return the record with the language its text is in, and what it said before."""
    out = {**record, "lang": language}
    if confidence:
        out["lang_confidence"] = rounded(confidence)
    if _says(language_of(record)):
        out["lang_declared"] = record["lang"]
    return out


def sample_of(record, most=LOOKED_AT, of_a_segment=A_SEGMENT):
    """Return the text that is looked at: the longest segments, no code.

    most, of_a_segment: code points of the page and of one segment.

    >>> sample_of({"segments": [{"text": "Home"}, {"text": "x = 1;" * 9, "kind": "c"},
    ...                         {"text": "The first trams."}]})
    'The first trams.\\nHome'
    """
    if record.get("segments") is None:
        if not isinstance(record.get("text"), str):
            raise BadRecord('neither "segments" nor "text": scutch-html2text makes segments of '
                            '"html"', "no_text")
        return record["text"][:most]
    segments = segments_of(record)
    running = [one["text"] for one in segments if one.get("kind") != "c" and not one.get("hidden")]
    return sample_of_texts(running or [one["text"] for one in segments], most, of_a_segment)


def sample_of_texts(texts, most=LOOKED_AT, of_a_segment=A_SEGMENT):
    """Return the longest of some texts, one a line, as sample_of does."""
    texts = sorted(texts, key=len, reverse=True)
    text = "\n".join(text[:of_a_segment] for text in texts[:most])
    return text[:most]
