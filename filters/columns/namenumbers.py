"""Names of elements and kinds of segments as numbers, so that columns of them are arrays."""

from ...lm.tagnames import KINDS

OTHER_KIND = len(KINDS)  # the number of any kind that is not in KINDS

# Elements of HTML, old and new; the number of a name is its index here. Others get numbers from
# len(TAGS) on in each Pages, in the order in which they occur.
TAGS = (
    "",                  # no name
    *sorted("""
    a abbr acronym address amp-img applet area article aside audio b base basefont bdi bdo bgsound
    big blink blockquote body br button canvas caption center cite code col colgroup data datalist
    dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form
    frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex
    kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter nav
    nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre
    progress q rb rp rt rtc ruby s samp script search section select slot small source span strike
    strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr
    track tt u ul var video wbr xmp
    """.split()))
NUMBER_OF = {name: number for number, name in enumerate(TAGS)}
