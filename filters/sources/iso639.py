"""Languages by three letters (ISO 639-3), as in WET files and FineWeb2, and by two (ISO 639-1)."""

PAIRS = """
aar aa abk ab afr af aka ak amh am ara ar arg an asm as ava av ave ae aym ay aze az bak ba bam bm
bel be ben bn bis bi bod bo bos bs bre br bul bg cat ca ces cs cha ch che ce chu cu chv cv cor kw
cos co cre cr cym cy dan da deu de div dv dzo dz ell el eng en epo eo est et eus eu ewe ee fao fo
fas fa fij fj fin fi fra fr fry fy ful ff gla gd gle ga glg gl glv gv grn gn guj gu hat ht hau ha
hbs sh heb he her hz hin hi hmo ho hrv hr hun hu hye hy ibo ig ido io iii ii iku iu ile ie ina ia
ind id ipk ik isl is ita it jav jv jpn ja kal kl kan kn kas ks kat ka kau kr kaz kk khm km kik ki
kin rw kir ky kom kv kon kg kor ko kua kj kur ku lao lo lat la lav lv lim li lin ln lit lt ltz lb
lub lu lug lg mah mh mal ml mar mr mkd mk mlg mg mlt mt mon mn mri mi msa ms mya my nau na nav nv
nbl nr nde nd ndo ng nep ne nld nl nno nn nob nb nor no nya ny oci oc oji oj ori or orm om oss os
pan pa pli pi pol pl por pt pus ps que qu roh rm ron ro run rn rus ru sag sg san sa sin si slk sk
slv sl sme se smo sm sna sn snd sd som so sot st spa es sqi sq srd sc srp sr ssw ss sun su swa sw
swe sv tah ty tam ta tat tt tel te tgk tg tgl tl tha th tir ti ton to tsn tn tso ts tuk tk tur tr
twi tw uig ug ukr uk urd ur uzb uz ven ve vie vi vol vo wln wa wol wo xho xh yid yi yor yo zha za
zho zh zul zu
""".split()
# The codes of ISO 639-2/B, and those of the standard languages of macrolanguages, as in FLORES-200
OTHERS = """
alb sq arm hy baq eu bur my chi zh cze cs dut nl fre fr geo ka ger de gre el ice is mac mk mao mi
may ms per fa rum ro slo sk tib bo wel cy
als sq arb ar azj az cmn zh ekk et gaz om khk mn lvs lv npi ne ory or pbt ps pes fa plt mg swh sw
ydd yi uzn uz zsm ms
""".split()
TWO_LETTERS = {letters[n]: letters[n + 1] for letters in (PAIRS, OTHERS)
               for n in range(0, len(letters), 2)}


def two_letters(code):
    """Return the code of two letters for one of three; any other code as it is.

    >>> two_letters("pol"), two_letters("cze"), two_letters("de"), two_letters("ceb")
    ('pl', 'cs', 'de', 'ceb')
    """
    return TWO_LETTERS.get(code, code)


def language_of(header):
    """Return the first language that a WARC-Identified-Content-Language header names, or None.

    >>> language_of("deu,eng"), language_of("ceb"), language_of("")
    ('de', 'ceb', None)
    """
    first = (header or "").partition(",")[0].strip().lower()
    if not (first.isascii() and first.isalpha() and 2 <= len(first) <= 3):
        return None
    return two_letters(first)
