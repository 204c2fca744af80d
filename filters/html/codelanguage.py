"""The language of code that the tags around it state."""
import re

CLASS = re.compile(r' class="([^"]*)"')
DATA = re.compile(r' data-lang(?:uage)?="([^"]*)"')
NAME = r"([\w+#.-]{1,30})"
# Of <pre>, its <code> or a <div> around: language- of HTML's own example, Prism, Rouge and Hugo,
# highlight-source-python and highlight-text-html-basic of GitHub
OF_ANY = re.compile(rf"(?:language-|highlight-(?:source|text)-){NAME}", re.I)
# <div class="highlight-python notranslate">, of Sphinx; elsewhere highlight- says how it looks
OF_SPHINX = re.compile(rf"highlight-{NAME}", re.I)
# Of <pre> and <code> alone: lang- of Prettify may be that of a page, <main class="lang-en">. After
# sourceCode of Pandoc, and brush: of SyntaxHighlighter
OF_CODE = re.compile(rf"lang-{NAME}", re.I)
AFTER = re.compile(rf"(?:^|\s)(?:sourceCode\s+|brush:\s*){NAME}", re.I)
NONE = frozenset("auto default no-highlight nohighlight none null plain undefined".split())


def language_in(tag, is_code=True):
    """Return the language that an opening tag states, "" for none.

    is_code: whether it is a <pre> or <code>, not an element around these.

    >>> language_in('<pre class="brush: js; gutter: false">'), language_in('<pre data-lang="Go">')
    ('js', 'go')
    >>> language_in('<div class="highlight-c++ notranslate">', False)
    'c++'
    >>> language_in('<div class="lang-en highlight-box">', False)
    ''
    """
    data, words = DATA.search(tag), CLASS.search(tag)
    names = [data[1].strip()] if data and re.fullmatch(NAME, data[1].strip()) else []
    if words:
        split = words[1].split()
        rules = [OF_ANY] + [OF_SPHINX] * ("notranslate" in split) + [OF_CODE] * is_code
        names += [found[1] for rule in rules for found in map(rule.fullmatch, split) if found]
        after = AFTER.search(words[1]) if is_code else None
        names += [after[1]] if after else []
    return next((name.lower() for name in names if name.lower() not in NONE), "")
