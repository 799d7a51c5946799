/**
 * The names of the months by locale, long and short, alone and in a date, in lower case and without dots; forms of one
 * month are separated by `/`. Source: Unicode CLDR 48, which mail programs use too, and the short Finnish names of
 * Gmail. They are a table because `Intl` takes most of a second to make them.
 */
export const MONTH_NAMES = `
  en: january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct
    november/nov december/dec
  de: januar/jan februar/feb märz/mär april/apr mai juni/jun juli/jul august/aug september/sep/sept oktober/okt
    november/nov dezember/dez
  fr: janvier/janv février/févr mars avril/avr mai juin juillet/juil août septembre/sept octobre/oct novembre/nov
    décembre/déc
  es: enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago septiembre/sept octubre/oct
    noviembre/nov diciembre/dic
  it: gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago settembre/set
    ottobre/ott novembre/nov dicembre/dic
  pt: janeiro/jan fevereiro/fev março/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set outubro/out
    novembro/nov dezembro/dez
  nl: januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sep oktober/okt
    november/nov december/dec
  da: januar/jan februar/feb marts/mar april/apr maj juni/jun juli/jul august/aug september/sep oktober/okt
    november/nov december/dec
  sv: januari/jan februari/feb mars april/apr maj juni juli augusti/aug september/sep oktober/okt november/nov
    december/dec
  nb: januar/jan februar/feb mars/mar april/apr mai juni/jun juli/jul august/aug september/sep oktober/okt
    november/nov desember/des
  fi: tammikuu/tammikuuta/tammi/tammik helmikuu/helmikuuta/helmi/helmik maaliskuu/maaliskuuta/maalis/maalisk
    huhtikuu/huhtikuuta/huhti/huhtik toukokuu/toukokuuta/touko/toukok kesäkuu/kesäkuuta/kesä/kesäk
    heinäkuu/heinäkuuta/heinä/heinäk elokuu/elokuuta/elo/elok syyskuu/syyskuuta/syys/syysk
    lokakuu/lokakuuta/loka/lokak marraskuu/marraskuuta/marras/marrask joulukuu/joulukuuta/joulu/jouluk
  pl: styczeń/stycznia/sty luty/lutego/lut marzec/marca/mar kwiecień/kwietnia/kwi maj/maja czerwiec/czerwca/cze
    lipiec/lipca/lip sierpień/sierpnia/sie wrzesień/września/wrz październik/października/paź listopad/listopada/lis
    grudzień/grudnia/gru
  cs: leden/ledna/led únor/února/úno březen/března/bře duben/dubna/dub květen/května/kvě červen/června/čvn
    červenec/července/čvc srpen/srpna/srp září/zář říjen/října/říj listopad/listopadu/lis prosinec/prosince/pro
  sk: január/januára/jan február/februára/feb marec/marca/mar apríl/apríla/apr máj/mája jún/júna júl/júla
    august/augusta/aug september/septembra/sep október/októbra/okt november/novembra/nov december/decembra/dec
  hu: január/jan február/febr március/márc április/ápr május/máj június/jún július/júl augusztus/aug
    szeptember/szept október/okt november/nov december/dec
  ro: ianuarie/ian februarie/feb martie/mar aprilie/apr mai iunie/iun iulie/iul august/aug septembrie/sept
    octombrie/oct noiembrie/nov decembrie/dec
  bg: януари февруари март април май юни юли август септември октомври ноември декември
  ru: январь/января/янв февраль/февраля/февр март/марта/мар апрель/апреля/апр май/мая июнь/июня/июн июль/июля/июл
    август/августа/авг сентябрь/сентября/сент октябрь/октября/окт ноябрь/ноября/нояб декабрь/декабря/дек
  uk: січень/січня/січ лютий/лютого/лют березень/березня/бер квітень/квітня/квіт травень/травня/трав
    червень/червня/черв липень/липня/лип серпень/серпня/серп вересень/вересня/вер жовтень/жовтня/жовт
    листопад/листопада/лист грудень/грудня/груд
  el: ιανουαρίου/ιαν φεβρουαρίου/φεβ μαρτίου/μαρ απριλίου/απρ μαΐου/μαΐ ιουνίου/ιουν ιουλίου/ιουλ αυγούστου/αυγ
    σεπτεμβρίου/σεπ οκτωβρίου/οκτ νοεμβρίου/νοε δεκεμβρίου/δεκ
  tr: ocak/oca şubat/şub mart/mar nisan/nis mayıs/may haziran/haz temmuz/tem ağustos/ağu eylül/eyl ekim/eki
    kasım/kas aralık/ara
  he: ינואר/ינו פברואר/פבר מרץ אפריל/אפר מאי יוני יולי אוגוסט/אוג ספטמבר/ספט אוקטובר/אוק נובמבר/נוב דצמבר/דצמ
  ar: يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
  fa: ژانویه/ژانویهٔ فوریه/فوریهٔ مارس آوریل مه/مهٔ ژوئن ژوئیه/ژوئیهٔ اوت سپتامبر اکتبر نوامبر دسامبر
  hi: जनवरी/जन फ़रवरी/फ़र मार्च अप्रैल मई जून जुलाई/जुल अगस्त/अग सितंबर/सित अक्टूबर/अक्टू नवंबर/नव दिसंबर/दिस
  th: มกราคม/มค กุมภาพันธ์/กพ มีนาคม/มีค เมษายน/เมย พฤษภาคม/พค มิถุนายน/มิย กรกฎาคม/กค สิงหาคม/สค กันยายน/กย
    ตุลาคม/ตค พฤศจิกายน/พย ธันวาคม/ธค
  id: januari/jan februari/feb maret/mar april/apr mei juni/jun juli/jul agustus/agu september/sep oktober/okt
    november/nov desember/des
  ms: januari/jan februari/feb mac april/apr mei jun julai/jul ogos/ogo september/sep oktober/okt november/nov
    disember/dis
  hr: siječanj/siječnja/sij veljača/veljače/velj ožujak/ožujka/ožu travanj/travnja/tra svibanj/svibnja/svi
    lipanj/lipnja/lip srpanj/srpnja/srp kolovoz/kolovoza/kol rujan/rujna/ruj listopad/listopada/lis
    studeni/studenoga/stu prosinac/prosinca/pro
  sr: јануар/јан фебруар/феб март/мар април/апр мај јун јул август/авг септембар/сеп октобар/окт новембар/нов
    децембар/дец
  sr-Latn: januar/jan februar/feb mart/mar april/apr maj jun jul avgust/avg septembar/sep oktobar/okt novembar/nov
    decembar/dec
  sl: januar/jan februar/feb marec/mar april/apr maj junij/jun julij/jul avgust/avg september/sep oktober/okt
    november/nov december/dec
  lt: sausis/sausio vasaris/vasario kovas/kovo balandis/balandžio gegužė/gegužės birželis/birželio liepa/liepos
    rugpjūtis/rugpjūčio rugsėjis/rugsėjo spalis/spalio lapkritis/lapkričio gruodis/gruodžio
  lv: janvāris/janv februāris/febr marts aprīlis/apr maijs jūnijs/jūn jūlijs/jūl augusts/aug septembris/sept
    oktobris/okt novembris/nov decembris/dec
  et: jaanuar/jaan veebruar/veebr märts aprill/apr mai juuni juuli august/aug september/sept oktoober/okt
    november/nov detsember/dets
  ca: gener/gen febrer/febr març abril/abr maig juny juliol/jul agost/ag setembre/set octubre/oct
    novembre/nov desembre/des
  gl: xaneiro/xan febreiro/feb marzo/mar abril/abr maio xuño xullo/xul agosto/ago setembro/set outubro/out
    novembro/nov decembro/dec
  eu: urtarrila/urt otsaila/ots martxoa/mar apirila/api maiatza/mai ekaina/eka uztaila/uzt abuztua/abu iraila/ira
    urria/urr azaroa/aza abendua/abe
  is: janúar/jan febrúar/feb mars/mar apríl/apr maí júní/jún júlí/júl ágúst/ágú september/sep október/okt
    nóvember/nóv desember/des
`;

/** The names of the days of the week, long and short, of all these locales. Source: Unicode CLDR 48. */
export const DAY_NAMES = `
 monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag mittwoch
   donnerstag freitag samstag sonntag mo di mi do fr sa so lundi mardi mercredi jeudi vendredi samedi dimanche lun
   mar mer jeu ven sam dim lunes martes miércoles jueves viernes sábado domingo mié jue vie sáb dom lunedì martedì
   mercoledì giovedì venerdì sabato domenica gio sab segunda-feira terça-feira quarta-feira quinta-feira sexta-feira
   seg ter qua qui sex maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo mandag tirsdag
   onsdag torsdag fredag lørdag søndag man tirs ons tors fre lør søn måndag tisdag lördag söndag mån tis lör sön tir
   tor maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai ti ke to pe la su poniedziałek wtorek
   środa czwartek piątek sobota niedziela pon wt śr czw pt sob niedz pondělí úterý středa čtvrtek pátek neděle po út
   st čt pá ne pondelok utorok streda štvrtok piatok nedeľa ut št pi hétfő kedd szerda csütörtök péntek szombat
   vasárnap h k sze cs p szo v luni marți miercuri joi vineri sâmbătă duminică mie vin sâm dum понеделник вторник
   сряда четвъртък петък събота неделя пн вт ср чт пт сб нд понедельник среда четверг пятница суббота воскресенье вс
   понеділок вівторок середа четвер пʼятниця субота неділя δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή
   δευ τρί τετ πέμ παρ σάβ κυρ pazartesi salı çarşamba perşembe cuma cumartesi pazar pzt sal çar per cum cmt paz יום
   שני שלישי רביעי חמישי שישי שבת ראשון ב ג ד ה ו א الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد دوشنبه
   سه‌شنبه چهارشنبه پنجشنبه جمعه شنبه یکشنبه सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार सोम मंगल बुध गुरु
   शुक्र शनि रवि 星期一 星期二 星期三 星期四 星期五 星期六 星期日 週一 週二 週三 週四 週五 週六 週日 thứ hai ba tư năm sáu bảy chủ nhật cn วันจันทร์
   วันอังคาร วันพุธ วันพฤหัสบดี วันศุกร์ วันเสาร์ วันอาทิตย์ จันทร์ อังคาร พุธ พฤหัส ศุกร์ เสาร์ อาทิตย์ senin
   selasa rabu kamis jumat sabtu minggu sen sel rab kam jum min isnin khamis jumaat ahad isn kha ahd ponedjeljak
   utorak srijeda četvrtak petak subota nedjelja uto sri čet pet sub ned понедељак уторак четвртак петак недеља пон
   уто сре чет пет суб нед ponedeljak sreda nedelja sre ponedeljek torek četrtek petek pirmadienis antradienis
   trečiadienis ketvirtadienis penktadienis šeštadienis sekmadienis pr an tr kt pn sk pirmdiena otrdiena trešdiena
   ceturtdiena piektdiena sestdiena svētdiena pirmd otrd trešd ceturtd piektd sestd svētd esmaspäev teisipäev
   kolmapäev neljapäev reede laupäev pühapäev e t n r l dilluns dimarts dimecres dijous divendres dissabte diumenge
   dl dt dc dj dv ds dg luns mércores xoves venres mér xov astelehena asteartea asteazkena osteguna ostirala
   larunbata igandea al ar az og or lr ig mánudagur þriðjudagur miðvikudagur fimmtudagur föstudagur laugardagur
   sunnudagur mán þri mið fim fös lau
`;
