"""The language of a record: what it says, what its text is in, and which model that chooses."""
import re

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
FOREIGN = 0.25           # share outside ASCII from which a text may be in another script
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


def model_for(record, known, default):
    """Return the name of the model for a record: its language if `known` has it, else `default`.

    >>> [model_for({"lang": lang}, {"en": 1, "de": 2}, "en") for lang in ("de-AT", "fr", None)]
    ['de', 'en', 'en']
    """
    language = language_of(record)
    return language if language in known else default


class Identifier(Step):
    """The step of scutch-lang.

    model:   a name of MODELS or a path; always: whether to look where the page says its language.
    Raises:  Unusable for a model that cannot be read.
    """

    def __init__(self, model="lang", always=False):
        self.always = always
        self.model = load_model(model, MODELS, KIND, "scutch-train-lang")
        self.signature = [f"{model}:{self.model.sha256[:12]}"]

    def __call__(self, record):
        declared = language_of(record)
        said = declared not in ("", UNKNOWN)
        if said and not self.always:
            return [record]
        found, confidence = self.language(sample_of(record))
        if not found or (said and (found == declared or found.startswith(UNKNOWN))):
            return [record]
        out = {**record, "lang": found}
        if confidence:
            out["lang_confidence"] = rounded(confidence)
        if said:
            out["lang_declared"] = record["lang"]
        return [out]

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

    def of(self, record):
        """Return the language that a record names or is in; und if none, "" for little text."""
        return language_of(record) or self.language(sample_of(record))[0]


def sample_of(record):
    """Return the text that is looked at: the longest segments, no code.

    >>> sample_of({"segments": [{"text": "Home"}, {"text": "x = 1;" * 9, "kind": "c"},
    ...                         {"text": "The first trams."}]})
    'The first trams.\\nHome'
    """
    if record.get("segments") is None:
        if not isinstance(record.get("text"), str):
            raise BadRecord('neither "segments" nor "text": scutch-html2text makes segments of '
                            '"html"', "no_text")
        return record["text"][:LOOKED_AT]
    segments = segments_of(record)
    running = [one["text"] for one in segments if one.get("kind") != "c" and not one.get("hidden")]
    texts = sorted(running or (one["text"] for one in segments), key=len, reverse=True)
    text = "\n".join(text[:A_SEGMENT] for text in texts[:LOOKED_AT])
    return text[:LOOKED_AT]
