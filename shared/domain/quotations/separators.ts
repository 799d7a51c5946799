/**
 * What mail programs write between two rows of dashes above the message that they quote or forward, in the languages of
 * Outlook, Thunderbird, Yahoo, Apple Mail, Gmail and the programs of Chinese, Japanese and Korean providers.
 */
const ORIGINAL: readonly string[] = [
  ...['original message', 'reply message', 'original email', 'original e-mail', 'original appointment'],
  ...['ursprüngliche nachricht', 'originalnachricht', 'original-nachricht', 'ursprüngliche e-mail'],
  ...["message d'origine", 'message original', 'message initial', 'mensaje original', 'messaggio originale'],
  ...['mensagem original', 'oorspronkelijk bericht', 'origineel bericht', 'oprindelig meddelelse'],
  ...['original meddelelse', 'oprindelig besked', 'ursprungligt meddelande', 'originalmeddelande'],
  ...['opprinnelig melding', 'alkuperäinen viesti', 'wiadomość oryginalna', 'oryginalna wiadomość'],
  ...['wiadomość pierwotna', 'původní zpráva', 'původní e-mail', 'pôvodná správa', 'eredeti üzenet', 'eredeti levél'],
  ...['mesaj original', 'mesajul original', 'mesaj inițial', 'оригинално съобщение', 'оригинално писмо'],
  ...['исходное сообщение', 'оригинальное сообщение', 'оригінальне повідомлення', 'початкове повідомлення'],
  ...['вихідне повідомлення', 'αρχικό μήνυμα', 'αυθεντικό μήνυμα', 'orijinal ileti', 'özgün ileti'],
  ...['orijinal mesaj', 'orjinal mesaj', 'הודעה מקורית', 'ההודעה המקורית', 'الرسالة الأصلية', 'رسالة أصلية'],
  ...['پیام اصلی', 'मूल संदेश', '原始邮件', '原始郵件', '原邮件', '邮件原件', '原始訊息', '原始信件'],
  ...['元のメッセージ', 'オリジナルメッセージ', '元のメール', '원본 메시지', '원본 메일', '원래 메시지'],
  ...['thư gốc', 'tin nhắn gốc', 'thư ban đầu', 'ข้อความต้นฉบับ', 'ข้อความเดิม', 'pesan asli', 'pesan asal'],
  ...['izvorna poruka', 'originalna poruka', 'оригинална порука', 'изворна порука', 'izvirno sporočilo'],
  ...['originalus laiškas', 'pradinis laiškas', 'sākotnējais ziņojums', 'oriģinālais ziņojums'],
  ...['originaalkiri', 'algne sõnum', 'algne kiri', 'missatge original'],
];

const FORWARDED: readonly string[] = [
  ...['forwarded message', 'forwarded email', 'begin forwarded message', 'start of forwarded message'],
  ...['weitergeleitete nachricht', 'weitergeleitete e-mail', 'weitergeleitete mail'],
  ...['anfang der weitergeleiteten nachricht', 'anfang der weitergeleiteten e-mail'],
  ...['message transféré', 'message transmis', 'début du message réexpédié', 'début du message transféré'],
  ...['mensaje reenviado', 'inicio del mensaje reenviado', 'messaggio inoltrato', 'inizio messaggio inoltrato'],
  ...['mensagem encaminhada', 'mensagem reencaminhada', 'início da mensagem encaminhada'],
  ...['início da mensagem reencaminhada', 'doorgestuurd bericht', 'begin doorgestuurd bericht'],
  ...['videresendt meddelelse', 'videresendt besked', 'start på videresendt besked', 'videresendt melding'],
  ...['begynnelse på videresendt melding', 'videresendt e-post', 'vidarebefordrat meddelande'],
  ...['vidarebefordrat mejl', 'vidarebefordrat brev', 'edelleenlähetetty viesti', 'välitetty viesti'],
  ...['välitetty viesti alkaa', 'välitetty viesti / fwd.msg', 'przekazana wiadomość', 'wiadomość przekazana'],
  ...['treść przekazanej wiadomości', 'początek przekazywanej wiadomości', 'přeposlaná zpráva'],
  ...['předávaná zpráva', 'začátek přeposílané zprávy', 'preposlaná správa', 'začiatok preposlanej správy'],
  ...['továbbított üzenet', 'továbbított levél', 'továbbított levél kezdete', 'mesaj redirecționat'],
  ...['mesaj transmis', 'începe mesajul redirecționat', 'препратено съобщение', 'препратено писмо'],
  ...['начало на препратеното съобщение', 'пересылаемое сообщение', 'перенаправленное сообщение'],
  ...['пересланное сообщение', 'начало переадресованного сообщения', 'начало пересылаемого сообщения'],
  ...['переслане повідомлення', 'перенаправлене повідомлення', 'початок листа, що пересилається'],
  ...['προωθημένο μήνυμα', 'έναρξη προωθημένου μηνύματος', 'iletilmiş mesaj', 'iletilen ileti', 'iletilen mesaj'],
  ...['yönlendirilen ileti', 'i̇letilen ileti', 'i̇letilmiş mesaj', 'i̇leti başlangıcı', 'ileti başlangıcı'],
  ...['הודעה שהועברה', 'תחילת ההודעה שהועברה', 'رسالة معاد توجيهها', 'رسالة محولة'],
  ...['رسالة أُعيد توجيهها', 'پیام بازارسال‌شده', 'پیام ارسال شده', 'अग्रेषित संदेश', '转发的邮件', '转发邮件信息'],
  ...['转发邮件', '轉寄郵件', '轉寄的郵件', '轉寄訊息', '已轉寄的郵件', '開始轉寄郵件', '开始转发的邮件', '转发的消息'],
  ...['転送メッセージ', 'メッセージを転送', '転送されたメッセージ', '転送されたメール', '전달된 메시지', '전달된 메일'],
  ...['thư được chuyển tiếp', 'thư đã chuyển tiếp', 'tin nhắn chuyển tiếp', 'ข้อความที่ส่งต่อ'],
  ...['ข้อความที่ถูกส่งต่อ', 'pesan terusan', 'pesan yang diteruskan', 'proslijeđena poruka'],
  ...['započni proslijeđenu poruku', 'prosleđena poruka', 'прослеђена порука', 'posredovano sporočilo'],
  ...['persiųstas laiškas', 'persiųsta žinutė', 'pārsūtīts ziņojums', 'pārsūtītais ziņojums', 'edastatud kiri'],
  ...['edastatud sõnum', 'missatge reenviat', 'inici del missatge reenviat'],
];

/** Lotus Notes has who forwarded when behind these words. */
const FORWARDED_BY: readonly string[] = [
  ...['forwarded by ', 'weitergeleitet von ', 'réacheminé par ', 'transféré par ', 'reenviado por '],
  ...['inoltrato da ', 'encaminhado por ', 'doorgestuurd door ', 'przesłane przez '],
];

const ORIGINAL_PHRASES: ReadonlySet<string> = new Set(ORIGINAL);
const FORWARDED_PHRASES: ReadonlySet<string> = new Set(FORWARDED);
const MAX_PHRASE = 80;

/** What a line separates, if it is a separator of a mail program: what follows was quoted, or forwarded. */
export function separatorOf(line: string): 'original' | 'forward' | undefined {
  if (line.length > 2 * MAX_PHRASE || line.length < 4) return undefined;
  const { inside, dashes } = withoutDashes(line);
  if (inside.length > MAX_PHRASE) return undefined;
  const phrase = inside.toLowerCase().replaceAll('’', "'").replaceAll(' ---', '').trim();
  if (dashes >= 2) {
    if (ORIGINAL_PHRASES.has(phrase)) return 'original';
    if (FORWARDED_PHRASES.has(phrase) || FORWARDED_BY.some((begin) => phrase.startsWith(begin))) return 'forward';
    // Thunderbird in Slovak has both languages.
    return phrase.endsWith('forwarded message') ? 'forward' : undefined;
  }
  // Apple Mail writes a colon and no dashes.
  const colon = /[:：]$/.exec(phrase)?.index;
  return colon !== undefined && FORWARDED_PHRASES.has(phrase.slice(0, colon).trim()) ? 'forward' : undefined;
}

/**
 * What a separator with the header of the message on the same line separates, as Yahoo writes them in plain text:
 * `----- Forwarded Message ----- From: Ada <ada@example.com>To: …`. `rest` is what is behind the separator.
 */
export function separatorBefore(line: string): { kind: 'original' | 'forward'; rest: string } | undefined {
  const text = line.slice(0, 3 * MAX_PHRASE).trimStart();
  if (!text.startsWith('---')) return undefined;
  const inside = text.slice(withoutDashes(text.slice(0, MAX_PHRASE)).begin);
  const end = inside.indexOf(' ---');
  if (end < 1 || end > MAX_PHRASE) return undefined;
  const kind = separatorOf(`--- ${inside.slice(0, end)} ---`);
  const rest = inside.slice(end).replace(/^[- ]{1,40}/, '');
  return kind === undefined || rest === '' ? undefined : { kind, rest };
}

const DASHES = '-–—_=*─━ ';

/** The text between the dashes of a line, and how many dashes are before it, or after it if those are fewer. */
export function withoutDashes(line: string): { inside: string; dashes: number; begin: number } {
  let begin = 0;
  let end = line.length;
  while (begin < end && DASHES.includes(line.charAt(begin))) begin += 1;
  while (end > begin && DASHES.includes(line.charAt(end - 1))) end -= 1;
  const inDashes = (text: string) => text.replaceAll(' ', '').length;
  return {
    inside: line.slice(begin, end),
    begin,
    dashes: Math.min(inDashes(line.slice(0, begin)), inDashes(line.slice(end))),
  };
}

/** Whether a line is only a rule: dashes or underscores. A rule says nothing by being there. */
export function isRule(line: string): boolean {
  return line.length >= 3 && withoutDashes(line).inside === '';
}
