"""The role of a line: phrases of its text, in any case.

Each text of an entry is a regular expression; share/bench/rules.txt has the count of each.
Phrases without a gold page are of languages with few gold pages.
"""
from typing import NamedTuple

# Where a phrase stands in its line: anywhere; at its beginning, perhaps behind signs; it is
# all of the line
ANYWHERE, BEHIND_SIGNS, ALONE = "{}", r"^\W*(?:{})", r"^\W*(?:{})\W*$"


class Phrases(NamedTuple):
    """Phrases by which a line has a role.

    role:  of the line, or of those below it.
    where: one of the constants above, or what else is around them.
    texts: the phrases.
    pages: of the gold sets, with such a line.
    holds, fails: a line with one of them, and one that is like it.
    parts: of phrases anywhere: each has one of these, in lower case, in Latin-1.
    """

    role: str
    where: str
    texts: tuple[str, ...]
    pages: int
    holds: str
    fails: str
    parts: tuple[str, ...] = ()

    def pattern(self) -> str:
        """Return the regular expression of all texts.

        >>> Phrases("", BEHIND_SIGNS, ("a", "b"), 0, "", "").pattern()
        '^\\\\W*(?:a|b)'
        """
        return self.where.format("|".join(self.texts))


# Between headline and text
AUTHOR = Phrases("byline", r"^(?:{})(?!\w)", (
    "by", "von", "par", "por", "da", "di",
    "(?:written|posted|published|reported|contributed|edited|story) by",
    r"(?:posted|published|updated|first published|last updated|last modified)\b"
    r"(?=[^\d\n]{0,40}\d)",
    r"source\b\s*:"), 1906, "By Doug Ferguson", "Bypass opens")
SIGNED = Phrases("byline", r"^\(?(?:{})", (
    "by [A-Z]", "to contact the (?:reporter|editor)",
    r"(?:reporting|editing|writing|additional reporting|posted|published|written|compiled)"
    r" (?:by|on)\b",
    r"(?:last )?(?:updated|modified|published)\b\s*:?\s",
    "(?:on the net|source):"), 1752, "(Reporting by Ann Miller)", "By 2011 it was gone")
CREDIT = Phrases("caption", ANYWHERE, (
    r"\((?:AP|AFP|Reuters|Getty|File)\b[^)]{0,40}\)\s*$",
    r"\b(?:photo|image|picture|foto|bild|crédit|credit)s?\s?(?:/|:| by\b| courtesy)",
    r"\b(?:getty images|shutterstock|istock|unsplash|reuters/\w+|afp/\w+|ap photo)\b"), 488,
    "An elephant helps. Photo / Reuters", "A photo is worth a thousand words.",
    ("(ap", "afp", "reuters", "(getty", "(file", "photo", "image", "picture", "foto", "bild",
     "credit", "crédit", "stock", "unsplash"))
RIGHTS = Phrases("footer", ANYWHERE, (
    "©", r"\(c\)\s", r"\bcopyright\b", "all rights reserved", "alle rechte vorbehalten",
    "tous droits réservés", "todos los derechos"), 2859,
    "© 2011 The Mill", "The rights of the miller",
    ("©", "(c)", "copyright", "reserved", "rechte", "droits", "derechos"))
CONSENT = Phrases("notice", ANYWHERE, (
    r"\b(?:uses?|using|accept|verwendet|utilise|utiliza)\b.{0,40}\bcookies?\b",
    r"\bcookies?\b.{0,40}\b(?:policy|settings|preferences|consent)\b",
    "(?:enable|requires?) javascript", r"javascript (?:is|must be)\b"), 503,
    "This site uses cookies.", "Bake the cookies for ten minutes.", ("cookie", "javascript"))
ADVERT = Phrases("notice", r"^(?:-+\s*)?(?:{})\W*$", (
    r"(?:advertise?ments?\W*)?(?:article|content|story) continues below(?: (?:this )?"
    r"ad(?:vertisement)?)?", "advertise?ments?", "sponsored(?: content| links)?", "anzeige",
    "werbung", "publicité", "publicidad"), 382, "- Advertisement -", "Advertisement of a mill")
TOOLS = Phrases("navigation", BEHIND_SIGNS, (
    r"print\b", r"e-?mail\b", r"share\b", "(?:font|text) size", r"rss\b", "(?:news )?tags?:",
    "keywords?:", "categor(?:y|ies):", "topics?:", "filed (?:under|in)", "send to", "bookmark",
    "permalink", "reprints?", "save this", "back to", "skip to", "jump to", "you are (?:here|in)",
    r"home\s*[>»/|:]", r"(?:next|previous)\b", "click here", r"drucken\b", r"teilen\b",
    r"imprimer\b", r"partager\b"), 2962, "Print | E-mail", "Printers of the old mill")
# Headings above links to other pages
MORE = Phrases("teaser", BEHIND_SIGNS, (
    r"related\b", "see also", "more (?:from|in|on|stories|news|like|about|top)",
    "most (?:read|popular|viewed|e-?mailed|recent|shared|commented)", "also (?:in|on|read)",
    "recommended", "(?:you )?(?:may|might) (?:also )?(?:like|enjoy)", r"latest\b", "top stories",
    "trending", r"popular\b", "read (?:more|next|also)", "don.t miss", "around the web",
    "(?:other|recent|previous|past|earlier|similar|further)"
    " (?:news|stories|posts|articles|entries|coverage|reading)",
    "in (?:this|other) (?:section|news)", "up next", "keep reading", "headlines", "external links",
    "next article", "previous article", "mehr zum thema", "à lire aussi", "lesen sie auch",
    "te puede interesar"), 2192, "» Related stories", "Relations with the mill")
# Within an article, before a link to another one
READ = Phrases("teaser", BEHIND_SIGNS, (
    r"(?:read (?:more|next|on)|more|related|see also|mehr zum thema|voir aussi|читайте)\s*:",
    "(?:read also|also read|lesen sie (?:auch|hier|mehr)|(?:à )?lire aussi|les også|läs också"
    "|lees ook|le[ea] también|leia (?:também|mais)|leggi anche|czytaj (?:też|także)"
    r"|читайте также|baca juga)\b"), 141, "READ MORE: Five mills", "Read more of what I wrote")
# In or beside a form
SIGN_UP = Phrases("form", ANYWHERE, (
    r"\bnewsletters?\b", r"\bmailing list\b", r"\byour inbox\b", r"^\W*sign up\b",
    r"^\W*subscribe\b", r"\bunsubscribe\b"), 1914, "News in your inbox", "Letters of news")
# Headings above the main points of an article
POINTS = Phrases("keypoints", ALONE, (
    "key (?:points?|takeaways?|facts)", "(?:the )?takeaways?", "highlights", "at a glance",
    "in brief", "tl;?dr", "das wichtigste(?: in kürze)?", "auf einen blick", "l.essentiel",
    "les points (?:clés|essentiels)", "puntos clave", "claves", "in sintesi", "samenvatting",
    "kort fortalt", "sammanfattning", "要点", "핵심 요약"), 75, "Key takeaways:", "Key players")
# Headings above comments, and nothing else, in the languages with most pages, with a number before
# or behind. English comments are told by names of elements; this word alone is above other text
COMMENTS = (r"^\W*(?:\d[\d.,]*\s?(?:[条則件个個]|개의)?\s?)?(?:{})\W*"
            r"(?:\d[\d.,]*\s?[条則件个個개]?\W*)?$")
HEADED = Phrases("comment", COMMENTS, (
    "(?:leser|nutzer)?kommentare?", "commentaires?", "comentarios?", "comentários?", "commenti",
    "komentarz[ey]?|komentarzy", "комментари[ийяев]{1,2}", "коментар[іи]?в?", "reacties?",
    "kommentarer", "kommenttia?|kommentit", "komentář[eů]?|komentáre", "hozzászólás(?:ok)?",
    "comentarii", "yorum(?:lar)?", "σχόλια|σχόλιο", "коментара?и?", "komentar", "bình luận",
    "(?:网友|用户|全部)?(?:评论|留言)|評論|留言", "コメント", "댓글", "(?:ال)?تعليقات", "תגובות",
    "دیدگاه(?:\u200c?ها)?|نظرات", "टिप्पणि(?:याँ|यां)", "ความคิดเห็น"), 28,
    "8 Kommentare", "Kommentare zur Lage der Mühlen")
# Headings above comments
DISCUSS = Phrases("comment", BEHIND_SIGNS, (
    r"(?:\d[\d,.]*|no) (?:comments?|responses?|replies|thoughts on)",
    r"(?:reader|user|your)? ?comments?\b[^.]{0,30}$",
    "(?:post|leave|add|write) (?:a|your) (?:comment|reply)", "have your say", "talkbacks?",
    r"kommentare?\b", r"commentaires\b", r"comentarios\b"), 1088, "12 comments",
    "Comments are what others think.")
# Signs that lines below such a heading are comments, if no element is named for them
SAID = Phrases("comment", r"\b(?:{})\b", (
    "report (?:this|abuse|comment)", r"(?:says|wrote|said)\s*:?$", "posted (?:by|on|at)", "reply",
    "respond", "flag (?:this|as)", r"\d+ (?:hours?|days?|months?|years?) ago"), 1250,
    "Ann, 2 days ago", "Ann said no.")

PHRASES = {"AUTHOR": AUTHOR, "SIGNED": SIGNED, "CREDIT": CREDIT, "RIGHTS": RIGHTS,
           "CONSENT": CONSENT, "ADVERT": ADVERT, "TOOLS": TOOLS, "MORE": MORE, "POINTS": POINTS,
           "DISCUSS": DISCUSS, "SAID": SAID, "HEADED": HEADED, "READ": READ, "SIGN_UP": SIGN_UP}
