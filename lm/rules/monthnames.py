"""Names of months and their abbreviations, as dates have them, in lower case.

Those of Slavic languages and of Greek are genitives. share/bench/rules.txt counts no single name:
many are words of another language.
"""

MONTHS = {name: number for number, names in enumerate((
    "jan january januar jänner janvier janv enero ene gennaio gen januari janeiro ianuarie "
    "ocak stycznia января янв січня ιανουαρίου يناير जनवरी",
    "feb february februar febr février févr fevrier febrero febbraio februari fevereiro fev "
    "şubat lutego февраля фев лютого φεβρουαρίου فبراير फ़रवरी फरवरी",
    "mar march märz maerz mär mrz mars marzo maart março mart marca марта мар березня μαρτίου "
    "مارس मार्च",
    "apr april avril avr abril abr aprile nisan kwietnia апреля апр квітня απριλίου أبريل "
    "अप्रैल",
    "may mai mayo maggio mag mei maio mayıs maj maja мая травня μαΐου مايو मई",
    "jun june juni juin junio giugno giu junho haziran czerwca июня червня ιουνίου يونيو जून",
    "jul july juli juillet juil julio luglio lug julho temmuz lipca июля липня ιουλίου يوليو "
    "जुलाई",
    "aug august août aout agosto ago augustus augusti ağustos sierpnia августа авг серпня "
    "αυγούστου أغسطس अगस्त",
    "sep sept september septembre septiembre settembre set setembro eylül września сентября "
    "сен вересня σεπτεμβρίου سبتمبر सितंबर",
    "oct october oktober okt octobre octubre ottobre ott outubro out ekim października "
    "октября окт жовтня οκτωβρίου أكتوبر अक्टूबर",
    "nov november novembre noviembre novembro kasım listopada ноября ноя листопада νοεμβρίου "
    "نوفمبر नवंबर",
    "dec december dezember dez décembre déc decembre diciembre dic dicembre dezembro desember "
    "des aralık grudnia декабря дек грудня δεκεμβρίου ديسمبر दिसंबर",
), 1) for name in names.split()}
