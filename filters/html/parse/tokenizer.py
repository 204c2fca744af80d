"""html5lib's tokenizer, changed so that names, values, comments and texts take linear time.

html5lib 1.1 appends character by character, and compares each attribute with all before it. Here
regular expressions find the end of each token, for which the page is one string in memory. Ordinary
pages have the same tokens without it; it is for hostile ones (tests/hostile.py), such as a comment
of 3 000 000 hyphens, where no bound on tags or attributes helps.
"""
from functools import cache

import regex  # re has correct possessive quantifiers only from Python 3.11.5 on
from html5lib._tokenizer import HTMLTokenizer
from html5lib.constants import (
    asciiUpper2Lower,
    entities,
    replacementCharacters,
    tokenTypes,
)

START, END = tokenTypes["StartTag"], tokenTypes["EndTag"]
TEXT, SPACE, ERROR = (tokenTypes[name] for name in ("Characters", "SpaceCharacters", "ParseError"))
RAW_STATES = {"title": "rcdata", "script": "scriptData", "plaintext": "plaintext",
              **dict.fromkeys(["iframe", "noembed", "noframes", "style", "xmp"], "rawtext")}

# The rest of a tag after the first letter of its name; an unclosed quote takes the rest of the page
REST_OF_TAG = regex.compile(r"""([^ \t\n\f/>]*+) (
    (?: (?:[ \t\n\f]|/(?!>))++
      | [^ \t\n\f/>][^ \t\n\f/>=]*+
        (?:[ \t\n\f]*+=[ \t\n\f]*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^ \t\n\f>]*+))?+)*+
    ) (/?+) >""", regex.X)
ATTRIBUTE = regex.compile(r"""([^ \t\n\f/>][^ \t\n\f/>=]*+)
    (?:[ \t\n\f]*+=[ \t\n\f]*+(?:"([^"]*+)"|'([^']*+)'|([^ \t\n\f>]*+)))?+""", regex.X)
SCRIPT_STOP = regex.compile(r"</script(?=[ \t\n\f/>])|<!--", regex.I | regex.A)
# After <!-- in a script
ESCAPED_STOP = regex.compile(r"-->|</?script(?=[ \t\n\f/>])", regex.I | regex.A)
REST_OF_COMMENT = regex.compile(r"-?+>|(.*?)--!?+>", regex.S)
REFERENCE = regex.compile(
    r"&(?:#(?:([0-9]++)|[xX]([0-9a-fA-F]++));?+|([a-zA-Z][a-zA-Z0-9]*+;?+))(=?)")
LONGEST_BARE = max(len(name) for name in entities if not name.endswith(";"))
MOST_DIGITS = 8


class Tokenizer(HTMLTokenizer):
    """The tokens of a page without its <template>s, whose content html5lib 1.1 puts on the page.

    A template in the head would even open the body, and the rest of the head, with language and
    generator, would become text.
    """

    def __init__(self, page, parser):
        super().__init__(page, parser=parser)
        self.stream._defaultChunkSize = len(page) + 1
        self.stream.reportCharacterErrors = None

    def __iter__(self):
        depth = 0
        for token in _joined(super().__iter__()):
            if token.get("name") == "template" and token["type"] in (START, END) and (
                    depth or not self.parser.in_foreign_content()):
                depth = depth + 1 if token["type"] == START else max(0, depth - 1)
            elif not depth:
                yield token
            elif token["type"] == START and token["name"] in RAW_STATES:
                self.state = getattr(self, RAW_STATES[token["name"]] + "State")

    def tagNameState(self):
        stream, token = self.stream, self.currentToken
        rest = REST_OF_TAG.match(stream.chunk, stream.chunkOffset)
        if rest is None:                 # the page ends within the tag, which then does not count
            stream.chunkOffset = stream.chunkSize
            self.state = self.dataState
            return True
        stream.chunkOffset = rest.end()
        token["name"] += rest[1]
        token["selfClosing"] = rest[3] == "/"
        if token["type"] == START and rest[2]:
            token["data"] = [[name.translate(asciiUpper2Lower), _value("".join(values))]
                             for name, *values in ATTRIBUTE.findall(rest[2])]
        self.emitCurrentToken()
        return True

    def _text_up_to(self, stop, state):
        """Emit the text before a stop, a pattern; go on in a state of html5lib from there."""
        stream = self.stream
        match = stop.search(stream.chunk, stream.chunkOffset)
        end = match.start() if match else stream.chunkSize
        if end == stream.chunkOffset:
            return state(self)
        self.tokenQueue.append({"type": TEXT, "data": stream.chunk[stream.chunkOffset:end]})
        stream.chunkOffset = end
        return True

    def rcdataState(self):
        return self._text_up_to(_end_of(self.currentToken["name"], "&|"), HTMLTokenizer.rcdataState)

    def rawtextState(self):
        return self._text_up_to(_end_of(self.currentToken["name"]), HTMLTokenizer.rawtextState)

    def scriptDataState(self):
        return self._text_up_to(SCRIPT_STOP, HTMLTokenizer.scriptDataState)

    def scriptDataEscapedState(self):
        return self._text_up_to(ESCAPED_STOP, HTMLTokenizer.scriptDataEscapedState)

    def scriptDataEscapedDashDashState(self):
        dashes = self.stream.charsUntil("-", True)
        self.tokenQueue.append({"type": TEXT, "data": dashes})
        return super().scriptDataEscapedDashDashState()

    def scriptDataDoubleEscapedState(self):
        return self._text_up_to(ESCAPED_STOP, HTMLTokenizer.scriptDataDoubleEscapedState)

    def commentStartState(self):
        stream = self.stream
        rest = REST_OF_COMMENT.match(stream.chunk, stream.chunkOffset)
        if rest is None:
            self.currentToken["data"] = stream.chunk[stream.chunkOffset:]
            stream.chunkOffset = stream.chunkSize
        else:
            self.currentToken["data"] = rest[1] or ""
            stream.chunkOffset = rest.end()
        self.tokenQueue.append(self.currentToken)
        self.state = self.dataState
        return True

    def entityDataState(self):
        stream = self.stream
        reference = REFERENCE.match(stream.chunk, stream.chunkOffset - 1)
        text, end = _undone(reference, False) if reference else ("&", stream.chunkOffset)
        self.tokenQueue.append({"type": TEXT, "data": text})
        stream.chunkOffset = end
        self.state = self.dataState
        return True

    def characterReferenceInRcdata(self):
        self.entityDataState()
        self.state = self.rcdataState
        return True

    def _is_end_tag(self):
        """Return whether the tag of the current element ends here, after </."""
        stream, name = self.stream, self.currentToken["name"]
        end = stream.chunkOffset + len(name)
        return (stream.chunk[stream.chunkOffset:end].lower() == name.lower()
                and stream.chunk[end:end + 1] in tuple(" \t\n\f/>"))


@cache
def _end_of(name, other=""):
    """Return the pattern of the end tag of an element with raw text, or of what else stops it."""
    return regex.compile(rf"{other}</{name}(?=[ \t\n\f/>])", regex.I | regex.A)


def _only_own(state, raw):
    """Return a state after </ that reads on only if the element's own end tag follows."""
    def end_tag_open(self):
        if self._is_end_tag():
            return getattr(HTMLTokenizer, state)(self)
        self.tokenQueue.append({"type": TEXT, "data": "</"})
        self.state = getattr(self, raw)
        return True
    return end_tag_open


for _raw in "rcdata", "rawtext", "scriptData", "scriptDataEscaped":
    _state = f"{_raw}EndTagOpenState"
    setattr(Tokenizer, _state, _only_own(_state, f"{_raw}State"))


def _joined(tokens):
    """Yield the tokens without errors, adjacent pieces of text joined."""
    pieces = []
    for token in tokens:
        kind = token["type"]
        if kind == TEXT or (pieces and kind == SPACE):
            pieces.append(token["data"])
        elif kind != ERROR:
            if pieces:
                yield {"type": TEXT, "data": "".join(pieces)}
                pieces = []
            yield token
    if pieces:
        yield {"type": TEXT, "data": "".join(pieces)}


def _value(text):
    """Return an attribute's value with its references decoded."""
    if "&" not in text:
        return text
    pieces, done = [], 0
    for reference in REFERENCE.finditer(text):
        character, end = _undone(reference, True)
        pieces += [text[done:reference.start()], character]
        done = end
    return "".join([*pieces, text[done:]])


def _undone(reference, in_value):
    """Return (the text of a reference decoded, where it ends); the text itself if it is not one.

    reference: a match of REFERENCE.
    in_value:  whether it is in an attribute, where &copy=1 is not a reference.
    """
    end = reference.start(4)
    if reference[3] is None:
        digits = reference[1] or reference[2]
        code = int(digits[-MOST_DIGITS:], 10 if reference[1] else 16)
        if digits[:-MOST_DIGITS].strip("0") or 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
            return "\ufffd", end
        return replacementCharacters.get(code) or chr(code), end
    name = reference[3]
    if name in entities and not (in_value and name[-1] != ";" and reference[4]):
        return entities[name], end
    for length in range(min(len(name) - 1, LONGEST_BARE), 0, -1):
        if name[:length] in entities:
            if in_value:                 # letters or digits follow the name
                break
            return entities[name[:length]], reference.start() + 1 + length
    return "&", reference.start() + 1
