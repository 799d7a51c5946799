/** How mail programs quote in a language. */
export interface ReplyLanguage {
  readonly name: string;
  /** What a person replies. */
  readonly reply: string;
  /** The line of Gmail above the quotation. */
  readonly gmail: string;
  /** Lines of Thunderbird, Apple Mail, Outlook for Mac and other programs above the quotation. */
  readonly others?: readonly string[];
  /** The header of Outlook: author, date, recipient, subject. */
  readonly outlook?: readonly [from: string, date: string, to: string, subject: string];
  /** What mail programs write between dashes above a message that they quote. */
  readonly original?: string;
  /** What they write between dashes above a message that they forward. */
  readonly forwarded?: string;
  /** What Outlook puts before the subject of a forwarded message. */
  readonly prefix?: string;
}

const ADDRESS = 'ada@example.com';
const WHO = `Ada Love <${ADDRESS}>`;

const language = (
  name: string,
  reply: string,
  gmail: string,
  rest: Omit<ReplyLanguage, 'name' | 'reply' | 'gmail'>,
) => ({
  name,
  reply,
  gmail: gmail.replace('WHO', WHO),
  ...rest,
});

/** The same email, of 4 November 2026 at 10:00, quoted in each language. */
export const REPLY_LANGUAGES: readonly ReplyLanguage[] = [
  language('English', 'Thank you, that works.', 'On Wed, Nov 4, 2026 at 10:00 AM WHO wrote:', {
    others: [
      'On 11/4/26 10:00, Ada Love wrote:',
      'On 4 Nov 2026, at 10:00, Ada Love <ada@example.com> wrote:',
      'On Wed, Nov 04, 2026 at 10:00:00AM +0100, Ada Love wrote:',
      'On 04/11/2026, 10:00, "Ada Love" <ada@example.com> wrote:',
      'Ada Love <ada@example.com> writes:',
      '---- On Wed, 04 Nov 2026 10:00:00 +0100 Ada Love <ada@example.com> wrote ----',
      'Quoting Ada Love <ada@example.com>:',
      'On Wednesday, November 4th, 2026 at 10:00 AM, Ada Love <ada@example.com> wrote:',
    ],
    outlook: ['From', 'Sent: Wednesday, November 4, 2026 10:00 AM', 'To', 'Subject'],
    original: 'Original Message',
    forwarded: 'Forwarded message',
    prefix: 'FW',
  }),
  language('German', 'Danke, das passt.', 'Am Mi., 4. Nov. 2026 um 10:00 Uhr schrieb WHO:', {
    others: [
      'Am 04.11.26 um 10:00 schrieb Ada Love:',
      'Am 04.11.2026 um 10:00 schrieb Ada Love <ada@example.com>:',
      'Ada Love <ada@example.com> schrieb am Mi., 4. Nov. 2026, 10:00:',
      'Zitat von Ada Love <ada@example.com>:',
    ],
    outlook: ['Von', 'Gesendet: Mittwoch, 4. November 2026 10:00', 'An', 'Betreff'],
    original: 'Ursprüngliche Nachricht',
    forwarded: 'Weitergeleitete Nachricht',
    prefix: 'WG',
  }),
  language('French', 'Merci, cela me va.', 'Le mer. 4 nov. 2026 à 10:00, WHO a écrit :', {
    others: [
      'Le 04/11/2026 à 10:00, Ada Love a écrit :',
      'Le 4 nov. 2026 à 10:00, Ada Love <ada@example.com> a écrit :',
    ],
    outlook: ['De ', 'Envoyé : mercredi 4 novembre 2026 10:00', 'À ', 'Objet '],
    original: "Message d'origine",
    forwarded: 'Message transféré',
    prefix: 'TR',
  }),
  language(
    'Spanish',
    'Gracias, me va bien.',
    'El mié, 4 nov 2026 a las 10:00, Ada Love (<ada@example.com>) escribió:',
    {
      others: ['El 04/11/2026 a las 10:00, Ada Love escribió:'],
      outlook: ['De', 'Enviado el: miércoles, 4 de noviembre de 2026 10:00', 'Para', 'Asunto'],
      original: 'Mensaje original',
      forwarded: 'Mensaje reenviado',
      prefix: 'RV',
    },
  ),
  language('Italian', 'Grazie, va bene.', 'Il giorno mer 4 nov 2026 alle ore 10:00 WHO ha scritto:', {
    others: [
      'Il 04/11/2026 10:00, Ada Love ha scritto:',
      'Il 4 nov 2026, alle ore 10:00, Ada Love <ada@example.com> ha scritto:',
    ],
    outlook: ['Da', 'Inviato: mercoledì 4 novembre 2026 10:00', 'A', 'Oggetto'],
    original: 'Messaggio originale',
    forwarded: 'Messaggio inoltrato',
    prefix: 'I',
  }),
  language('Portuguese', 'Obrigado, está bem.', 'Em qua., 4 de nov. de 2026 às 10:00, WHO escreveu:', {
    others: ['Em 04/11/2026 10:00, Ada Love escreveu:'],
    outlook: ['De', 'Enviada em: quarta-feira, 4 de novembro de 2026 10:00', 'Para', 'Assunto'],
    original: 'Mensagem original',
    forwarded: 'Mensagem encaminhada',
    prefix: 'ENC',
  }),
  language('Dutch', 'Bedankt, dat is goed.', 'Op wo 4 nov 2026 om 10:00 schreef WHO:', {
    others: [
      'Op 04-11-2026 om 10:00 schreef Ada Love:',
      'Op 4 nov 2026, om 10:00 heeft Ada Love <ada@example.com> het volgende geschreven:',
    ],
    outlook: ['Van', 'Verzonden: woensdag 4 november 2026 10:00', 'Aan', 'Onderwerp'],
    original: 'Oorspronkelijk bericht',
    forwarded: 'Doorgestuurd bericht',
    prefix: 'FW',
  }),
  language('Danish', 'Tak, det er fint.', 'Den ons. 4. nov. 2026 kl. 10.00 skrev WHO:', {
    others: ['Den 04.11.2026 kl. 10.00 skrev Ada Love:'],
    outlook: ['Fra', 'Sendt: 4. november 2026 10:00', 'Til', 'Emne'],
    original: 'Oprindelig meddelelse',
    forwarded: 'Videresendt meddelelse',
    prefix: 'VS',
  }),
  language('Swedish', 'Tack, det blir bra.', 'Den ons 4 nov. 2026 kl 10:00 skrev WHO:', {
    others: ['Den 2026-11-04 kl. 10:00, skrev Ada Love:'],
    outlook: ['Från', 'Skickat: den 4 november 2026 10:00', 'Till', 'Ämne'],
    original: 'Ursprungligt meddelande',
    forwarded: 'Vidarebefordrat meddelande',
    prefix: 'VB',
  }),
  language('Norwegian', 'Takk, det går bra.', 'ons. 4. nov. 2026 kl. 10:00 skrev WHO:', {
    others: ['Den 04.11.2026 10:00, skrev Ada Love:'],
    outlook: ['Fra', 'Sendt: onsdag 4. november 2026 10:00', 'Til', 'Emne'],
    original: 'Opprinnelig melding',
    forwarded: 'Videresendt melding',
    prefix: 'VS',
  }),
  language('Finnish', 'Kiitos, se käy.', 'ke 4. marrask. 2026 klo 10.00 Ada Love (ada@example.com) kirjoitti:', {
    others: ['Ada Love kirjoitti 4.11.2026 klo 10.00:'],
    outlook: ['Lähettäjä', 'Lähetetty: keskiviikko 4. marraskuuta 2026 10.00', 'Vastaanottaja', 'Aihe'],
    original: 'Alkuperäinen viesti',
    forwarded: 'Välitetty viesti',
    prefix: 'VL',
  }),
  language('Polish', 'Dziękuję, pasuje.', 'śr., 4 lis 2026 o 10:00 WHO napisał(a):', {
    others: [
      'W dniu 4.11.2026 o 10:00, Ada Love pisze:',
      'Dnia 4 listopada 2026 10:00 Ada Love <ada@example.com> napisał(a):',
    ],
    outlook: ['Od', 'Wysłano: środa, 4 listopada 2026 10:00', 'Do', 'Temat'],
    original: 'Wiadomość oryginalna',
    forwarded: 'Przekazana wiadomość',
    prefix: 'PD',
  }),
  language('Czech', 'Děkuji, to se hodí.', 'st 4. 11. 2026 v 10:00 odesílatel WHO napsal:', {
    others: ['Dne 04. 11. 26 v 10:00 Ada Love napsal(a):', '4. 11. 2026 v 10:00, Ada Love <ada@example.com>:'],
    outlook: ['Od', 'Odesláno: středa 4. listopadu 2026 10:00', 'Komu', 'Předmět'],
    original: 'Původní zpráva',
    forwarded: 'Přeposlaná zpráva',
    prefix: 'FW',
  }),
  language('Slovak', 'Ďakujem, to vyhovuje.', 'st 4. 11. 2026 o 10:00 WHO napísal(a):', {
    others: ['Dňa 4. 11. 2026 o 10:00 Ada Love napísal(a):'],
    outlook: ['Od', 'Odoslané: streda 4. novembra 2026 10:00', 'Komu', 'Predmet'],
    original: 'Pôvodná správa',
    forwarded: 'Preposlaná správa',
    prefix: 'FW',
  }),
  language(
    'Hungarian',
    'Köszönöm, ez jó.',
    'Ada Love <ada@example.com> ezt írta (időpont: 2026. nov. 4., Sze, 10:00):',
    {
      others: ['2026. 11. 04. 10:00 keltezéssel, Ada Love írta:'],
      outlook: ['Feladó', 'Elküldve: 2026. november 4., szerda 10:00', 'Címzett', 'Tárgy'],
      original: 'Eredeti üzenet',
      forwarded: 'Továbbított üzenet',
      prefix: 'FW',
    },
  ),
  language('Romanian', 'Mulțumesc, e bine.', 'În mie., 4 nov. 2026 la 10:00, WHO a scris:', {
    others: ['Pe 04.11.2026 10:00, Ada Love a scris:'],
    outlook: ['De la', 'Trimis: miercuri, 4 noiembrie 2026 10:00', 'Către', 'Subiect'],
    original: 'Mesaj original',
    forwarded: 'Mesaj redirecționat',
    prefix: 'Redir.',
  }),
];
