"""The role of a line by its own text: dates and authors, credits of pictures, copyright."""
import re

from ...lm.evidence.dates import has_day

MOST_BYLINE, MOST_CAPTION, MOST_FOOTER = 20, 80, 60      # words
AUTHOR = re.compile(r"""(?: by | von | par | por | da | di | (?:written|posted|published|reported
    |contributed|edited|story)\ by | (?:posted|published|updated|first\ published|last\ updated
    |last\ modified)\b (?=[^\d\n]{0,40}\d) | source\b\s*: )(?!\w)""", re.I | re.X)
CREDIT = re.compile(r"""\((?:AP|AFP|Reuters|Getty|File)\b[^)]{0,40}\)\s*$ | \b(?:photo|image|picture
    | foto|bild|crédit|credit)s?\s?(?:/|:|\ by\b|\ courtesy) | \b(?:getty\ images|shutterstock
    |istock|unsplash|reuters/\w+|afp/\w+|ap\ photo)\b""", re.I | re.X)
RIGHTS = re.compile(r"©|\(c\)\s|\bcopyright\b|all rights reserved|alle rechte vorbehalten|"
                    r"tous droits réservés|todos los derechos", re.I)
CONSENT = re.compile(r"\b(?:uses?|using|accept|verwendet|utilise|utiliza)\b.{0,40}\bcookies?\b|"
                     r"\bcookies?\b.{0,40}\b(?:policy|settings|preferences|consent)\b|"
                     r"(?:enable|requires?) javascript|javascript (?:is|must be)\b", re.I)
ADVERT = re.compile(r"(?:-+\s*)?(?:advertise?ments?|sponsored(?: content| links)?|anzeige|werbung|"
                    r"publicité|publicidad|continue reading below)\W*$", re.I)
# Headings above links to other pages
MORE = re.compile(r"""\W*(?: related\b | see\ also
    | more\ (?:from|in|on|stories|news|like|about|top)
    | most\ (?:read|popular|viewed|e-?mailed|recent|shared|commented) | also\ (?:in|on|read)
    | recommended | (?:you\ )?(?:may|might)\ (?:also\ )?(?:like|enjoy) | latest\b | top\ stories
    | trending | popular\b | read\ (?:more|next|also) | don.t\ miss | around\ the\ web
    | (?:other|recent|previous|past|earlier|similar|further)
      \ (?:news|stories|posts|articles|entries|coverage|reading)
    | in\ (?:this|other)\ (?:section|news) | up\ next | keep\ reading
    | headlines | external\ links | next\ article | previous\ article | mehr\ zum\ thema
    | à\ lire\ aussi | lesen\ sie\ auch | te\ puede\ interesar )""", re.I | re.X)
MOST_MORE = 9            # words of such a heading
# Headings above the main points of an article
POINTS = re.compile(r"""\W*(?: key\ (?:points?|takeaways?|facts) | (?:the\ )?takeaways? | highlights
    | at\ a\ glance | in\ brief | tl;?dr | das\ wichtigste(?:\ in\ kürze)? | auf\ einen\ blick
    | l.essentiel | les\ points\ (?:clés|essentiels) | puntos\ clave | claves | in\ sintesi
    | samenvatting | kort\ fortalt | sammanfattning | 要点 | 핵심\ 요약 )\W*$""", re.I | re.X)
DISCUSS = re.compile(r"""\W*(?: (?:\d[\d,.]*|no)\ (?:comments?|responses?|replies|thoughts\ on)
    | (?:reader|user|your)?\ ?comments?\b[^.]{0,30}$
    | (?:post|leave|add|write)\ (?:a|your)\ (?:comment|reply) | have\ your\ say | talkbacks?
    | kommentare?\b | commentaires\b | comentarios\b )""", re.I | re.X)
# Signs that lines below such a heading are comments, if no element is named for them
SAID = re.compile(r"""\b(?: report\ (?:this|abuse|comment) | (?:says|wrote|said)\s*:?$
    | posted\ (?:by|on|at) | reply | respond | flag\ (?:this|as)
    | \d+\ (?:hours?|days?|months?|years?)\ ago )\b""", re.I | re.X)
TOOLS = re.compile(r"""\W*(?: print\b | e-?mail\b | share\b | (?:font|text)\ size | rss\b
    | (?:news\ )?tags?: | keywords?: | categor(?:y|ies): | topics?: | filed\ (?:under|in)
    | send\ to | bookmark | permalink | reprints? | save\ this | back\ to | skip\ to | jump\ to
    | you\ are\ (?:here|in) | home\s*[>»/|:] | (?:next|previous)\b | click\ here
    | drucken\b | teilen\b | imprimer\b | partager\b )""", re.I | re.X)
MOST_TOOLS = 12          # words of such a line
SIGNED = re.compile(r"""\(?(?: by\ [A-Z] | to\ contact\ the\ (?:reporter|editor)
    | (?:reporting|editing|writing|additional\ reporting|posted|published|written|compiled)
      \ (?:by|on)\b
    | (?:last\ )?(?:updated|modified|published)\b\s*:?\s | (?:on\ the\ net|source):
    )""", re.I | re.X)


def is_byline(text, words):
    """Return whether a line between headline and text names author, agency or date.

    >>> is_byline("By DOUG FERGUSON", 3), is_byline("January 12, 2008", 3), is_byline("Go home", 2)
    (True, True, False)
    """
    return words <= MOST_BYLINE and bool(AUTHOR.match(text) or has_day(text))


def is_credit(text, words):
    """Return whether a line is a caption with its credit, or the credit alone.

    >>> is_credit("An elephant helps. Photo / Reuters", 6), is_credit("A photo of mine.", 4)
    (True, False)
    """
    return words <= MOST_CAPTION and CREDIT.search(text) is not None
