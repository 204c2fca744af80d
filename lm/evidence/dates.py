"""Dates and times in a line, in the languages of the web: 3.10.2019, 5h ago, 2014年3月4日."""
import re

MONTHS = """
    jan(?:uary|uari|uar|vier|eiro|uarie|uar)? feb(?:ruary|ruari|ruar|braio)? f[ée]v(?:rier|ereiro)?
    feb(?:rero)? mar(?:ch|s|zo|ço|et|zec|ca)? m[äa]rz maart apr(?:il|ile)? abr(?:il)? avr(?:il)?
    may ma[ijy] mai maggio mayo maio june? juni juin junio junho giugno july? juli juillet julio
    julho luglio aug(?:ust|usti|ustus)? ao[ûu]t ago(?:sto)? sep(?:t|tember|tembre|tiembre)?
    set(?:embro|tembre|iembre)? o[ck]t(?:ober|obre|ubre|obar)? out(?:ubro)? ott(?:obre)?
    nov(?:ember|embre|iembre|embro)? de[czs](?:ember|embre|iembre|embro)? d[ée]c(?:embre)? dic(?:embre)?
    styczni[ae] lutego marca kwietnia maja czerwca lipca sierpnia wrze[śs]nia pa[źz]dziernika
    listopada grudnia
    янв(?:аря)? фев(?:раля)? мар(?:та)? апр(?:еля)? мая июн[яь]? июл[яь]? авг(?:уста)? сен(?:тября)?
    окт(?:ября)? ноя(?:бря)? дек(?:абря)?
    січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
    ocak [şs]ubat mart nisan may[ıi]s haziran temmuz a[ğg]ustos eyl[üu]l ekim kas[ıi]m aral[ıi]k
    ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου
    νοεμβρίου δεκεμβρίου
    يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
    जनवरी फ़रवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर
    """
AGO = """
    s sec min h hr hrs d w mo y secs? mins? minutes? minut[eaoy]?[nsr]? hours? stunden? heures?
    horas? ore timer? timmar uur std days? tag(?:en|e)? jours? d[íi]as? giorni dager? dagar? dagen
    weeks? wochen? semaines? semanas? settimane uker? veckor months? monat(?:en|e)? mois mes(?:es)?
    mesi years? jahre?n? ans? años? anni минут[уы]? часа?(?:ов)? дн(?:я|ей) недел[яьи] godzin[y]?
    dni saat gün önce
    """
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
# No search begins but at a digit, so that it is fast
DAY = re.compile(rf"""
    \d (?<!\w\d)
    (?: \d? : \d\d                                           # 12:30
      | \d? [./-] \d{{1,2}} [./-] \d{{2,4}}                    # 3.10.2019
      | \d? (?:st|nd|rd|th|\.|º)? [ ] (?:d[eo]l?[ ])? (?:{"|".join(MONTHS.split())})\b     # 3. Mai
      | \d* [ ]? (?:{"|".join(AGO.split())}) (?:[ ]ago)? \b    # 5h, 3 days ago
      | \d* [ ]? [年月日时時分년월일시분] )                    # 2014年3月4日, 10분 전
    """, re.I | re.X)
# A line of a few words without a digit that begins with one of these
RELATIVE = frozenset("""
    yesterday today gestern heute hier aujourd'hui ayer hoy ieri oggi ontem hoje gisteren vandaag
    igår idag wczoraj dzisiaj dziś вчера сегодня вчора сьогодні dün bugün χθες σήμερα أمس اليوم
    昨天 今天 昨日 今日 어제 오늘
    """.split())
MOST_RELATIVE = 3        # words of such a line


def has_date(text: str) -> bool:
    """Return whether a line has a year, a date, a time or an age.

    >>> has_date("The year 2014"), has_date("Chapter 12")
    (True, False)
    """
    return YEAR.search(text) is not None or has_day(text)


def has_day(text: str) -> bool:
    """Return whether a line has a date, a time or an age; a year alone is none.

    >>> [has_day(text) for text in ("3. Mai", "12 марта 2014", "5h", "2014年3月4日", "Yesterday",
    ...                             "Fewer crashes in 2007", "Today we see that it is so")]
    [True, True, True, True, True, False, False]
    """
    if DAY.search(text) is not None:
        return True
    words = text.split(None, MOST_RELATIVE)
    return 0 < len(words) <= MOST_RELATIVE and words[0].strip(",:").lower() in RELATIVE
