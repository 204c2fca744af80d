"""Names of months and their abbreviations, as dates have them, in lower case.

The evidence of models knows those of MONTHS, scutch-meta OTHER_MONTHS, too. Those of Slavic
languages and of Greek are genitives in MONTHS. share/bench/rules.txt counts no single name: many
are words of another language.
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
# Of 69 other languages, in full, with and without a day before them, as CLDR 47 has them; without
# those that are another month in another language
OTHER_MONTHS = {name: number for number, names in enumerate((
    "tammikuuta tammikuu ledna leden januára január siječnja siječanj јануар јануари януари "
    "студзеня студзень jaanuar janvāris sausio sausis janar urtarrila gener xaneiro janúar "
    "eanáir ionawr jannar genver januarie มกราคม មករា ມັງກອນ ဇန်နဝါရီ იანვარი հունվարի հունվար "
    "yanvar јанвар қаңтар январь январ ýanwar ژانویه جنوری جنوري ינואר জানুয়ারী "
    "જાન્યુઆરી ਜਨਵਰੀ जानेवारी ஜனவரி జనవరి ಜನವರಿ ജനുവരി ජනවාරි janairu janaayo jannaayo ጃንዋሪ "
    "januwari januaro ianuarii ianuarius rêbendan",
    "helmikuuta helmikuu února únor februára február veljače veljača фебруар февруари лютага "
    "люты februarie veebruar februāris vasario vasaris shkurt otsaila febrer febreiro febrúar "
    "feabhra chwefror frar cʼhwevrer pebrero กุมภาพันธ์ កុម្ភៈ ກຸມພາ ဖေဖော်ဝါရီ თებერვალი "
    "փետրվարի փետրվար fevral феврал ақпан февраль fewral فوریه فروری فبروري فېبروري "
    "פברואר ফেব্রুয়ারী ફેબ્રુઆરી ਫ਼ਰਵਰੀ फेब्रुवारी फेब्रुअरी பிப்ரவரி ఫిబ్రవరి ಫೆಬ್ರವರಿ "
    "ഫെബ്രുവരി පෙබරවාරි faburairu febraayo ፌብሩዋሪ februwari februaro februarii februarius شوبات "
    "sibat",
    "maaliskuuta maaliskuu března březen marec ožujka ožujak март сакавіка сакавік martie "
    "március märts marts kovo kovas martxoa març márta mawrth marzu meurzh mäerz maret marso "
    "มีนาคม មីនា ມີນາ မတ် მარტი մարտի մարտ наурыз مارچ מרץ মার্চ માર્ચ ਮਾਰਚ மார்ச் మార్చి "
    "ಮಾರ್ಚ್ മാർച്ച് මාර්තු machi maris maarso ማርች mashi marto martii martius ئازار adar",
    "huhtikuuta huhtikuu dubna duben apríla apríl travnja travanj април красавіка красавік "
    "aprilie április aprill aprīlis balandžio balandis prill apirila aibreán ebrill ebrel "
    "abrëll เมษายน មេសា ເມສາ ဧပြီ აპრილი ապրիլի ապրիլ aprel апрел сәуір апрель آوریل اپریل "
    "אפריל এপ্রিল એપ્રિલ ਅਪ੍ਰੈਲ एप्रिल अप्रिल ஏப்ரல் ఏప్రిల్ ಏಪ್ರಿಲ್ ഏപ്രിൽ අප්‍රේල් aprili "
    "afirilu abriil ኤፕሪል ephreli aprilo aprilis نیسان nîsan",
    "toukokuuta toukokuu května květen mája svibnja svibanj május maijs gegužės gegužė maiatza "
    "maig bealtaine mejju พฤษภาคม ឧសភា ພຶດສະພາ မေ მაისი մայիսի մայիս мамыр مه مئی مۍ מאי মে "
    "મે ਮਈ मे மே మే ಮೇ മേയ് මැයි mayu maayo ሜይ meyi majo maii maius ئایار gulan",
    "kesäkuuta kesäkuu června červen júna junij lipnja lipanj јуни чэрвеня чэрвень iunie június "
    "juuni jūnijs birželio birželis qershor ekaina juny xuño júní meitheamh mehefin ġunju "
    "mezheven junie hunyo มิถุนายน មិថុនា ມິຖຸນາ ဇွန် ივნისი հունիսի հունիս iyun ијун маусым "
    "июнь iýun ژوئن جون יוני জুন જૂન ਜੂਨ जुन ஜூன் జూన్ ಜೂನ್ ജൂൺ ජූනි yuni juun ጁን iunii iunius "
    "حوزەیران hezîran",
    "heinäkuuta heinäkuu července červenec júla julij srpnja srpanj јули ліпеня ліпень iulie "
    "július juuli jūlijs liepos liepa korrik uztaila juliol xullo júlí iúil gorffennaf lulju "
    "gouere julie julai hulyo กรกฎาคม កក្កដា ກໍລະກົດ ဇူလိုင် ივლისი հուլիսի հուլիս iyul ијул "
    "шілде июль iýul ژوئیه جولائی جولای יולי জুলাই જુલાઈ ਜੁਲਾਈ जुलै ஜூலை జులై ಜುಲೈ ജൂലൈ "
    "ජූලි yuli luulyo ጁላይ julayi iulii iulius تەمووز tîrmeh",
    "elokuuta elokuu srpna srpen augusta avgust kolovoza kolovoz август жніўня жнівень "
    "augusztus augusts rugpjūčio rugpjūtis gusht abuztua agost ágúst lúnasa awst awwissu eost "
    "agustus ogos สิงหาคม សីហា ສິງຫາ ဩဂုတ် აგვისტო օգոստոսի օգոստոս avqust тамыз awgust اوت "
    "اگست اګست אוגוסט আগস্ট ઑગસ્ટ ਅਗਸਤ ऑगस्ट अगस्ट ஆகஸ்ட் ఆగస్టు ಆಗಸ್ಟ್ ഓഗസ്റ്റ് අගෝස්තු agosti "
    "agusta ogosto ኦገስት agasti aŭgusto ئاب tebax",
    "syyskuuta syyskuu září septembra rujna rujan септембар septembar септември верасня "
    "верасень septembrie szeptember septembris rugsėjo rugsėjis shtator iraila setembre medi "
    "settembru gwengolo setyembre กันยายน កញ្ញា ກັນຍາ စက်တင်ဘာ სექტემბერი սեպտեմբերի սեպտեմբեր "
    "sentyabr сентјабр қыркүйек сентябрь sentabr сентябр sentýabr سپتامبر ستمبر سېپتمبر سپتمبر "
    "ספטמבר সেপ্টেম্বর સપ્ટેમ્બર ਸਤੰਬਰ सप्टेंबर सेप्टेम्बर செப்டம்பர் సెప్టెంబర్ ಸೆಪ್ಟೆಂಬರ್ "
    "സെപ്റ്റംബർ සැප්තැම්බර් septemba satumba sebtembar sebteembar ሴፕቴምበር septhemba septembro "
    "ئەیلوول îlon",
    "lokakuuta lokakuu října říjen októbra október октобар oktobar октомври кастрычніка "
    "кастрычнік octombrie oktoober oktobris spalio spalis tetor urria hydref ottubru here "
    "oktubre ตุลาคม តុលា ຕຸລາ အောက်တိုဘာ ოქტომბერი հոկտեմբերի հոկտեմբեր oktyabr октјабр қазан "
    "октябрь oktabr октябр oktýabr اکتبر اکتوبر אוקטובר অক্টোবর ઑક્ટોબર ਅਕਤੂਬਰ ऑक्टोबर अक्टोबर "
    "அக்டோபர் అక్టోబర్ ಅಕ್ಟೋಬರ್ ഒക്‌ടോബർ ඔක්තෝබර් oktoba oktoobar ኦክቶበር okthoba oktobro "
    "octobris cotmeh",
    "marraskuuta marraskuu listopadu novembra studenoga studeni новембар novembar ноември "
    "лістапада лістапад noiembrie novembris lapkričio lapkritis nëntor azaroa nóvember samhain "
    "tachwedd novembru nobyembre พฤศจิกายน វិច្ឆិកា ພະຈິກ နိုဝင်ဘာ ნოემბერი նոյեմբերի նոյեմբեր "
    "noyabr нојабр қараша ноябрь ноябр noýabr نوامبر نومبر נובמבר নভেম্বর નવેમ્બર ਨਵੰਬਰ "
    "नोव्हेंबर नोभेम्बर நவம்பர் నవంబర్ ನವೆಂಬರ್ നവംബർ නොවැම්බර් novemba nuwamba noofeembar ኖቬምበር "
    "mijdar",
    "joulukuuta joulukuu prosince prosinec decembra prosinca prosinac децембар decembar "
    "декември снежня снежань decembrie detsember decembris gruodžio gruodis dhjetor abendua "
    "desembre decembro nollaig rhagfyr diċembru kerzu disember disyembre ธันวาคม ធ្នូ ທັນວາ "
    "ဒီဇင်ဘာ დეკემბერი դեկտեմբերի դեկտեմբեր dekabr декабр желтоқсан декабрь دسامبر دسمبر דצמבר "
    "ডিসেম্বর ડિસેમ્બર ਦਸੰਬਰ डिसेंबर डिसेम्बर டிசம்பர் డిసెంబర్ ಡಿಸೆಂಬರ್ ഡിസംബർ දෙසැම්බර් "
    "desemba disamba diseembar ዲሴምበር disemba berfanbar",
), 1) for name in names.split()}
