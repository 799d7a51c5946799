/** What tells whether a program wrote an email. */
export interface AutomationSigns {
  /** The values of the header fields with this name, in lower case, in their order. */
  fields(name: string): readonly string[];
  /** The names of all header fields, in lower case. */
  readonly names: readonly string[];
  readonly subject: string;
  /** The address of the first author, or an empty text. */
  readonly author: string;
  /** The sender of the envelope; empty or `<>` for reports and automatic replies. */
  readonly envelopeFrom: string;
}

/** Fields that only automatic replies have. Their value does not matter, unless it denies. */
const AUTOMATIC_REPLY_FIELDS = [
  'x-autoreply',
  'x-auto-reply',
  'x-autorespond',
  'x-autoresponder',
  'x-auto-respond',
  'x-mail-autoreply',
  'x-autoreply-from',
];

const DENIALS: ReadonlySet<string> = new Set(['', 'no', 'none', 'false', '0']);

const PRECEDENCE = /^\s*(?:bulk|junk|auto[_-]?reply)\s*$/i;
const LIST_PRECEDENCE = /^\s*list\s*$/i;

/**
 * What Exchange puts before the subject of an automatic reply, in the languages of Outlook. `Out of Office` alone is
 * also what a person may write, so a mark of Exchange or of a reply has to be there too.
 */
const AUTOMATIC_SUBJECT = new RegExp(
  `^\\s*(?:${[
    'auto(?:matic)?[ -]?reply',
    'out of (?:the )?office(?: autoreply)?',
    'automatische antwort',
    'abwesenheitsnotiz',
    'réponse automatique',
    'absence du bureau',
    'respuesta automática',
    'fuera de (?:la )?oficina',
    'resposta automática',
    'risposta automatica',
    'fuori sede',
    'automatisch antwoord',
    'automatiskt svar',
    'automatisk svar',
    'automaattinen vastaus',
    'autosvar',
    'odpowiedź automatyczna',
    'automatická odpověď',
    'automatikus válasz',
    'răspuns automat',
    'otomatik yanıt',
    'автоматический ответ',
    'автоматична відповідь',
    'αυτόματη απάντηση',
    'תשובה אוטומטית',
    'رد تلقائي',
    '自动答复',
    '自動回覆',
    '自動応答',
    '자동 회신',
  ].join('|')})\\s*[:：]`,
  'iu',
);

/** Local parts that no person writes from. */
const MACHINE = /^(?:mailer-daemon|no-?reply|do-?not-?reply|bounces?)(?:[+@=-]|$)/i;

/**
 * Whether a program wrote an email, so that no automatic reply is appropriate, and no one who waits for a reply means
 * it. A person who writes through a mailing list is not a program, although the list adds its fields: it is their
 * answer, or the list takes mail (`List-Post`).
 *
 * See: RFC 3834, sections 2 and 5; RFC 2369, section 3.4 (List-Post); RFC 2919 (List-Id). The specification MS-OXCMAIL
 * of Exchange describes X-Auto-Response-Suppress.
 */
export function isAutomatedMail(signs: AutomationSigns): boolean {
  const { fields, author, envelopeFrom } = signs;
  const some = (name: string, test: (value: string) => boolean) => fields(name).some(test);
  if (some('auto-submitted', (value) => !/^\s*no\s*(?:[;(]|$)/i.test(value) && value.trim() !== '')) return true;
  if (AUTOMATIC_REPLY_FIELDS.some((name) => some(name, (value) => !DENIALS.has(value.trim().toLowerCase()))))
    return true;
  if (some('precedence', (value) => PRECEDENCE.test(value))) return true;
  if (some('x-precedence', (value) => PRECEDENCE.test(value))) return true;
  // Programs ask with it for no automatic reply. To ask for no reports is ordinary.
  if (some('x-auto-response-suppress', (value) => /\b(?:all|oof|autoreply)\b/i.test(value))) return true;
  // Reports about an email, such as delivery reports and receipts, come from machines (RFC 3834, section 2).
  if (some('content-type', (value) => /^\s*multipart\/report\b/i.test(value))) return true;
  if (isEmptyPath(envelopeFrom) || some('return-path', (value) => /^\s*<\s*>\s*$/.test(value))) return true;
  if (/^mailer-daemon(?:@|$)/i.test(author)) return true;
  return isExchangeReply(signs) || isListOfMachines(signs);
}

function isEmptyPath(path: string): boolean {
  return /^(?:<\s*>)?$/.test(path.trim());
}

/** An automatic reply of Exchange, which some servers send without Auto-Submitted. */
function isExchangeReply({ fields, names, subject }: AutomationSigns): boolean {
  if (!AUTOMATIC_SUBJECT.test(subject)) return false;
  const isReply = fields('in-reply-to').length > 0 || fields('references').length > 0;
  return isReply || names.some((name) => name.startsWith('x-ms-') || name === 'thread-index');
}

/** Mail through a list that no person has written to it. */
function isListOfMachines({ fields, author }: AutomationSigns): boolean {
  const isThroughList =
    fields('list-id').length > 0 ||
    fields('list-unsubscribe').length > 0 ||
    fields('precedence').some((value) => LIST_PRECEDENCE.test(value));
  if (!isThroughList) return false;
  const isReply = fields('in-reply-to').length > 0;
  const takesMail = fields('list-post').some((value) => /<mailto:/i.test(value));
  return !(isReply || takesMail) || author === '' || MACHINE.test(author);
}
