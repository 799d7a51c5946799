/** How mail programs say in a language who wrote what they quote. All words are in lower case. */
export interface AttributionLanguage {
  /** As `Intl` names them. */
  readonly locales: readonly string[];
  /** "wrote". */
  readonly wrote: readonly string[];
  /** With which words such a line begins, apart from a date or a name. */
  readonly begins: readonly string[];
  /** Words around the date and the name. */
  readonly between: readonly string[];
}

const language = (locales: string, wrote: string, begins: string, between: string): AttributionLanguage => ({
  locales: locales.split(' '),
  wrote: wrote.split(' '),
  begins: begins.split(' ').filter((word) => word !== ''),
  between: between.split(' ').filter((word) => word !== ''),
});

/**
 * The words of the lines that Gmail, Apple Mail, Outlook for Mac, Thunderbird, Yahoo, Proton, Yandex, Mail.ru, NetEase
 * and others write above a quotation: `On Wed, 4 Nov 2026 at 10:00, Ada <ada@example.com> wrote:`.
 */
export const ATTRIBUTION_LANGUAGES: readonly AttributionLanguage[] = [
  language('en', 'wrote writes', 'on at in', 'at the from message dated email'),
  language('de', 'schrieb schreibt geschrieben', 'am', 'um uhr hat von folgendes'),
  language('fr', 'écrit', 'le', 'à a de du'),
  language('es', 'escribió escribio', 'el', 'a las la de del'),
  language('it', 'scritto', 'il in', 'giorno alle ore ha data di'),
  language('pt', 'escreveu', 'em no a', 'às as de dia do'),
  language('nl', 'schreef geschreven', 'op', 'om heeft het volgende'),
  language('da nb', 'skrev', 'den d på', 'kl klokken følgende'),
  language('sv', 'skrev', 'den på', 'kl klockan följande'),
  language('fi', 'kirjoitti', '', 'klo'),
  language('pl', 'napisał napisała napisał(a) pisze napisal', 'w dnia', 'dniu o godz użytkownik'),
  language('cs', 'napsal napsala napsal(a) píše', 'dne', 'v uživatel'),
  language('sk', 'napísal napísala napísal(a) píše', 'dňa', 'o používateľ'),
  language('hu', 'írta írt', '', 'ezt időpontban a következőt'),
  language('ro', 'scris', 'pe în', 'la a'),
  language('bg', 'написа', 'на', 'в г ч'),
  language('ru', 'написал написала написал(а) пишет писал', 'в', 'г в от пользователь'),
  language('uk', 'пише написав написала написав(ла) написав(-ла)', 'у в', 'р о об користувач'),
  language('el', 'έγραψε', 'στις την', 'στις ο/η ο η χρήστης ώρα'),
  language('tr', 'yazdı', '', 'tarihinde şunu saat şunları şöyle'),
  language('he', 'כתב כתבה כתב/ה מאת', 'בתאריך ב', 'יום מאת בשעה את'),
  language('ar', 'كتب كتبت كتابة', 'في بتاريخ', 'في تمت ما يلي بواسطة الساعة من'),
  language('fa', 'نوشت نوشته', 'در', 'تاریخ ساعت در'),
  language('hi', 'लिखा', '', 'को बजे ने'),
  language('zh zh-TW', '写道 寫道 写到 寫到', '在 于 於', '于 於 在'),
  language('ja', 'のメール のメッセージ 書きました', '', ''),
  language('ko', '작성 작성함 썼습니다 씀', '', '님이'),
  language('vi', 'viết', 'vào ngày', 'vào lúc đã ngày'),
  language('th', 'เขียน เขียนว่า', 'ในวันที่ เมื่อ', 'เวลา'),
  language('id ms', 'menulis', 'pada', 'pukul jam'),
  language('hr sr-Latn', 'napisao napisala napisao/la piše', 'dana', 'u je'),
  language('sr', 'написао написала написао/ла пише', 'дана', 'у је'),
  language('sl', 'napisal napisala napisal/-a', 'v', 'ob je oseba uporabnik'),
  language('lt', 'rašė parašė', '', 'd m val'),
  language('lv', 'rakstīja', '', 'g plkst lietotājs'),
  language('et', 'kirjutas', 'kuupäev kuupäeval', 'kell kasutaja'),
  language('ca', 'escrit escriure', 'el missatge', 'a les de del dia va al'),
  language('gl', 'escribiu', 'o', 'ás de'),
  language('is', 'skrifaði', 'þann', 'kl'),
];

/** Words of lines that have neither a date nor "wrote": Horde and others. A line of quoted text has to follow. */
export const QUOTING: ReadonlySet<string> = new Set(
  'quoting zitat citando citazione citeren citerer citerar quote cytat citace citováno'.split(' '),
);

/** Scripts that do not put spaces between words: in them, the words are looked for in the line. */
export const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u;
