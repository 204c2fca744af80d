"""A quick check of a page with many tags: may they nest so deeply that a parser is slow?

In doubt the answer is yes. Attributes of formatting elements are not compared. A script, a style or
a CDATA section inside svg, select and the like makes a page doubtful, since parsers read it in
another way there. Nearly every real page passes, in a fraction of the time of limits.py.
"""
from .openelements import OpenElements
from .possessive import compiled

# Groups: cdata, the start of a CDATA section (a comment outside of svg and math); text, a title or
# style without "<"; raw, another element that holds no tags; name of a tag, with "/" before it if
# it closes; slash, "/" in <br/>. Comments have no group. The first letters of raw elements, and
# the line of attributes in double quotes, which most are, save a quarter of the time.
TOKEN = compiled(rb"""<(?:
    !--(?:-?+>|[^-]*+(?:-(?!-!?+>)[^-]*+)*+(?:--!?+>)?+)
  | !(\[CDATA\[)[^>]*+
  | [!?][^>]*+ | /(?![a-zA-Z])[^>]*+
  | (?=[tTsS])(?i:(title|style)(?=[ \t\n\f/>])[^<>]*+>[^<]*+(?=</\2[ \t\n\f/>]))
  | (?=[sStTxXiInN])(?i:(script|style|textarea|xmp|iframe|noembed|noframes)(?=[ \t\n\f/>])
      [^<]*+(?:<(?!/\3[ \t\n\f/>])[^<]*+)*+)
  | (/?[a-zA-Z][^ \t\n\f/>]*+)
    (?:[ \t\n\f]++[^ \t\n\f/>=]++="[^"]*+")*+              # most attributes, a little faster
    (?: (?:[ \t\n\f]|/(?!>))++
      | [^ \t\n\f/>][^ \t\n\f/>=]*+
        (?:[ \t\n\f]*+=[ \t\n\f]*+(?:"[^"]*+"|'[^']*+'|[^ \t\n\f>"'][^ \t\n\f>]*+)?+)?+)*+
    (/?) )""")

# In svg and math these hold HTML or not, by their attributes; the rest of the page is not HTML
DOUBTFUL = frozenset([b"annotation-xml", b"frameset", b"plaintext"])
MAX_OPTIONS = 2_000      # for each tag in a <select> lexbor goes through all of it


def may_nest(page, max_depth, max_formatting, max_steps, max_tags, max_names):
    """Return whether the tags of a page may exceed one of these limits.

    page:      bytes, lines ending in LF.
    max_depth: elements open at the same time; max_formatting: formatting elements among them.
    max_steps: sum of open elements over all tags. max_tags: tags, and formatting elements opened
               again.
    max_names: different names of elements.
    """
    if page.rfind(b"<!--") > page.rfind(b"-->"):
        return True
    tokens = TOKEN.findall(page)
    if tokens and tokens[-1][2]:                   # a script or the like without an end
        return True
    names = {name: name.lower() for name in {token[3] for token in tokens}}
    if len(names) > max_names or not DOUBTFUL.isdisjoint(names.values()):
        return True
    elements, steps, options = OpenElements(max_depth, max_formatting), 0, 0
    for cdata, _, raw, token, slash in tokens:
        if raw or cdata:
            if elements.odd:
                return True
            continue
        name = names[token]
        if name[:1] == b"/":
            elements.close(name[1:])
        elif name:
            if not elements.open(name, slash != b"", None):
                return True
            options += name == b"option"
        steps += len(elements.names)
    return (steps > max_steps or options > MAX_OPTIONS
            or len(tokens) + elements.reopened > max_tags)
