import type { ReadLine } from '../quotations/read-lines.ts';
import { anyOf, patternsOf } from './patterns.ts';

/** What a link is called that proves by a click that the reader has the mailbox, by language. */
const LABEL = wordsOf(String.raw`
  confirm\p{L}*  verif\p{L}*  activat\p{L}*  validate  complete (?:your )?(?:sign[- ]?up|registration)  sign in
  log in  reset (?:my |your |the )?password  set (?:a |your )?password  accept (?:the )?invitation  magic link
  best[äa]tigen  aktivier\p{L}*  verifizier\p{L}*  anmelden  passwort zur[üu]cksetzen  confirmer  v[ée]rifier  activer
  valider  se connecter  confirma\p{L}*  verifica\p{L}*  activa\p{L}*  ativar  validar  iniciar sesi[óo]n
  conferma\p{L}*  attiva\p{L}*  accedi  bevestig\p{L}*  activeer\p{L}*  verifieer\p{L}*  inloggen  bekr[äæ]ft\p{L}*
  verifiera  aktivera  bekreft\p{L}*  aktiver\p{L}*  vahvista\p{L}*  potwierd[źz]\p{L}*  aktywuj\p{L}*  zweryfikuj
  zaloguj\p{L}*  potvrdi[tť]\p{L}*  ov[ěe][řr]i[tť]  aktivova[tť]  meger[őo]s[íi]t\p{L}*  aktiv[áa]l\p{L}*
  confirm[ăa]\p{L}*  activeaz[ăa]  do[ğg]rula\p{L}*  onayla\p{L}*  etkinle[şs]tir\p{L}*  подтверд\p{L}*  активир\p{L}*
  войти  підтверд\p{L}*  увійти  επιβεβα\p{L}*  επαλήθευσ\p{L}*  ενεργοποί\p{L}*  xác (?:nhận|minh|thực)  kích hoạt
  konfirmasi  verifikasi  aktifkan
`);
const UNSEPARATED_LABEL =
  /確認|認証|有効化|ログイン|确认|验证|激活|登录|確認|驗證|啟用|확인|인증|로그인|تأكيد|تفعيل|التحقق|אישור|אשר|אימות|אמת|पुष्टि|सत्यापित|ยืนยัน|เปิดใช้งาน/u;

/** What is confirmed that proves nothing: an order, a date, a payment. And links that end something. */
const OTHER_LABEL = wordsOf(String.raw`
  orders?  bookings?  reservations?  appointments?  attendance  payments?  purchases?  delivery  shipment
  transactions?  unsubscribe  opt[- ]?out  decline  cancel  not me  wasn[’']t me  report  privacy  terms  help  faq
  preferences  bestellung  termin  buchung  zahlung  abmelden  commande  rendez-vous  paiement  d[ée]sabonner  pedido
  cita  reserva  pago  ordine  prenotazione  pagamento  appuntamento  afspraak  betaling  bestelling  отписаться
  заказ
`);

/** How targets of such links are called. */
const TARGET = /[/?&=_-](?:confirm|verif|activat|validat|magic|opt-?in|double-?opt|sign-?up|register|token|otp|auth)/i;
const OTHER_TARGET = /unsubscribe|opt-?out|preferences|privacy|terms|facebook\.com|twitter\.com|\/help/i;

/** What an email says that asks its reader to confirm by a link. */
const REQUEST = wordsOf(String.raw`
  confirm (?:your|the|that)  verify (?:your|the|that|it)  activate (?:your|the)  sign(?:ing)? up  registration
  registering  subscription  sign in  log in  magic link  reset  best[äa]tig\p{L}*  registrier\p{L}*  anmeld\p{L}*
  inscription  confirm\p{L}*  v[ée]rifi\p{L}*  registr\p{L}*  suscripci[óo]n  verific\p{L}*  iscrizione  conferm\p{L}*
  aanmeld\p{L}*  bevestig\p{L}*  rejestr\p{L}*  potwierd\p{L}*  подтверд\p{L}*  регистрац\p{L}*
`);

function wordsOf(patterns: string): RegExp {
  return anyOf(patternsOf(patterns));
}

const MAX_LABEL = 120;
const MAX_LABEL_WORDS = 8;
const MAX_TEXT = 20_000;

/** A link by its label. */
interface LabeledLink {
  readonly text: string;
  readonly url: string;
}

/**
 * The targets among the links of an email that confirm something: a sign-up, an address, a login. That is one target,
 * that of the link with the clearest label, or none. Who follows such a link proves that they have the mailbox.
 */
export function confirmingTargets(
  links: readonly LabeledLink[],
  lines: readonly Pick<ReadLine, 'text' | 'role'>[],
  subject: string,
): ReadonlySet<string> {
  const own = lines.filter(({ role }) => role !== 'quotation').map(({ text }) => text);
  const isAsked = isRequest([subject, ...own].join('\n').slice(0, MAX_TEXT));
  if (!isAsked) return new Set();
  const scored = links
    .map(({ text, url }) => ({ url, score: scoreOf(text.slice(0, MAX_LABEL).normalize('NFKC'), url) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score);
  return new Set(scored.slice(0, 1).map(({ url }) => url));
}

const MIN_SCORE = 2;

function isRequest(text: string): boolean {
  return REQUEST.test(text) || UNSEPARATED_LABEL.test(text) || LABEL.test(text);
}

function scoreOf(label: string, url: string): number {
  if (!/^https?:/i.test(url) || OTHER_TARGET.test(url) || OTHER_LABEL.test(label)) return 0;
  const isAddress = /^https?:\/\//i.test(label);
  const isShort = label.split(/\s+/).length <= MAX_LABEL_WORDS;
  const isNamed = !isAddress && isShort && (LABEL.test(label) || UNSEPARATED_LABEL.test(label));
  return (isNamed ? 2 : 0) + (TARGET.test(url) ? (isAddress ? 2 : 1) : 0);
}
