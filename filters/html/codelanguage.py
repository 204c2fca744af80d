"""The language of code, as the tags around it state it."""
import re

from ...lm.rules import attributes_of, rules, values_of, words_of

RULES = rules("marks")
CLASS = re.compile(r' class="([^"]*)"')
DATA = re.compile(rf' (?:{"|".join(sorted(attributes_of(RULES["STATED"])))})="([^"]*)"')
NAME = r"([\w+#.-]{1,30})"
OF_ANY, OF_SPHINX, OF_CODE = (
    re.compile(f"(?:{values_of(RULES[table])}){NAME}", re.I)
    for table in ("AROUND", "BESIDE_TRANSLATE", "OWN"))
OF_NEXT = re.compile(rf"(?:^|\s)(?:{values_of(RULES['AFTER'])}){NAME}", re.I)
OF_NAMED = re.compile(f"({values_of(RULES['NAMED'])})", re.I)
NO_LANGUAGES = words_of(RULES["NO_LANGUAGES"])


def language_in(tag, is_code=True):
    """Return the language that an opening tag states, "" for none.

    is_code: whether it is a <pre> or <code>, not an element around these.

    >>> language_in('<pre class="brush: js; gutter: false">'), language_in('<pre data-lang="Go">')
    ('js', 'go')
    >>> language_in('<div class="highlight-c++ notranslate">', False)
    'c++'
    >>> language_in('<div class="lang-en highlight-box">', False)
    ''
    >>> language_in('<figure class="highlight python">', False), language_in('<code class="r">')
    ('python', 'r')
    """
    data, words = DATA.search(tag), CLASS.search(tag)
    named = data and (re.fullmatch(NAME, data[1].strip()) or OF_NEXT.search(data[1]))
    names = [named[1]] if named else []
    if words:
        split = words[1].split()
        patterns = ([OF_ANY] + [OF_SPHINX] * ("notranslate" in split) + [OF_CODE] * is_code
                    + [OF_NAMED] * (is_code or "highlight" in split))
        names += [match[1] for form in patterns for match in map(form.fullmatch, split) if match]
        after = OF_NEXT.search(words[1]) if is_code else None
        names += [after[1]] if after else []
    return next((name.lower() for name in names if name.lower() not in NO_LANGUAGES), "")
