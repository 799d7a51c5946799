/** What a person reads in an email. Only the fields that are set are compared. */
export interface Meaning {
  readonly subject?: string;
  /** Addresses as `name <address>`, or the address alone. */
  readonly from?: string;
  readonly to?: readonly string[];
  readonly cc?: readonly string[];
  /** A piece of the text, or of the HTML if there is no text. */
  readonly says?: string;
  /** Name and type of each attachment, in their order. */
  readonly attachments?: readonly (readonly [name: string | null, type: string])[];
  readonly automated?: boolean;
}

/** Difficult emails of the corpus, with their meaning as a person reads it from the source. Names are file names. */
export const EXPECTED: Readonly<Record<string, Meaning>> = {
  // Encoded words (RFC 2047) in three charsets, and ignorable spaces between them.
  'mime-tools/intl.msg': {
    subject: 'If you can read this you understand the example... so, cool!',
    from: 'Keith Moore <moore@cs.utk.edu>',
    to: ['Keld Jørn Simonsen <keld@dkuug.dk>'],
  },
  'tika/testRFC822_i18nheaders': {
    subject: 'If you can read this you understand the example.',
    from: 'Keld Jørn Simonsen <keld@dkuug.dk>',
  },
  'flufl-bounce/simple_39.txt': {
    subject: 'Ваше сообщение не доставлено. Mail failure.',
    says: 'Это письмо создано автоматически сервером Mail.Ru',
    automated: true,
  },
  'flufl-bounce/simple_13.txt': { subject: "Utilisateur non recensé dans l'annuaire Ademe" },
  'mail-parser-dovecot/010.eml': { subject: 'こんにちは', says: '人権の無視及' },
  // Eight-bit characters in header fields (RFC 6532).
  'tika/testRFC822_date_utf8': { from: 'Philipp Steinkrüger <philipp.steinkrueger@uni-koeln.de>' },
  'tika/testRFC822-ARC': { subject: 'Facture à regler pour le cabinet ABC Avocats - Stage RC des avocats' },
  // Charsets and transfer encodings of bodies.
  'mime-tools/german-qp.msg': {
    subject: 'Testnachricht',
    from: 'Jörn Reder <joern@zyn.de>',
    says: 'eine Testnachricht mit 8 Bit Sönderzäichen, und obendrein noch',
  },
  'flufl-bounce/newmailru_01.txt': { says: 'Это сообщение создано автоматически mail-сервисом.' },
  'flufl-bounce/sina_01.txt': {
    says: '邮件无法发送到您指定的地址中。',
    attachments: [['original message.eml', 'message/rfc822']],
  },
  'mail-parser-dovecot/005.eml': { says: '『世界人権宣言』' },
  'james-mailbox/invalidCharset.eml': { says: 'This is an inline attachment:' },
  // File names: by RFC 2231, by RFC 2047 where RFC 2047 forbids it, and by neither.
  'mime-tools/attachment-filename-encoding-Latin1.msg': { attachments: [['attachment.äöü', 'text/plain']] },
  'mime-tools/attachment-filename-encoding-UTF8.msg': { attachments: [['attachment.äöü', 'text/plain']] },
  'james-mailbox/messageWithNonASCIIFilenameAttachment.eml': {
    attachments: [['ديناصور.odt', 'application/vnd.oasis.opendocument.text']],
  },
  'commons-email/html-attachment-encoded-filename.eml': {
    attachments: [['Test Attachment - a>ä, o>ö, u>ü, au>äu', 'text/plain']],
  },
  'mime4j/russian-headers.msg': { attachments: [['Список.doc', 'text/plain']] },
  'mime-tools/dup-names.msg': {
    attachments: ['one.gif', 'one.gif', 'two.nice.gif', 'two.nice.gif', 'two.nice.gif'].map(
      (name) => [name, 'image/gif'] as const,
    ),
  },
  // Invitations (RFC 6047).
  'james-mailbox/calendar.eml': { says: 'Will be better for me, thx', attachments: [[null, 'text/calendar']] },
  'james-mailbox/invitationEmailFromOP.eml': {
    subject: 'New event from Romain BEVILLARD: test event',
    attachments: [
      ['account-multiple.png', 'image/png'],
      ['check.png', 'image/png'],
      ['clock.png', 'image/png'],
      ['email.png', 'image/png'],
      ['logo.png', 'image/png'],
      [null, 'text/calendar'],
      ['meeting.ics', 'application/ics'],
    ],
  },
  // Emails in mails: these are attachments, and none of their content belongs to the outer mail.
  'james-mailbox/embeddedAttachmentWithAttachment.eml': {
    subject: 'Fwd: EmbeddedAttachment',
    says: 'forwarded',
    attachments: [['EmbeddedAttachment.eml', 'message/rfc822']],
  },
  'cpython/msg_02.txt': {
    subject: 'Ppp digest, Vol 1 #2 - 5 msgs',
    attachments: Array.from({ length: 5 }, () => [null, 'message/rfc822'] as const),
  },
  // Reports: RFC 3464 and RFC 8098.
  'cpython/msg_16.txt': {
    subject: 'Delivery Notification: Delivery has failed',
    from: 'Internet Mail Delivery <postmaster@ucla.edu>',
    attachments: [
      [null, 'message/delivery-status'],
      [null, 'message/rfc822'],
    ],
    automated: true,
  },
  'flufl-bounce/dsn_16.txt': {
    attachments: [
      ['details.txt', 'message/delivery-status'],
      [null, 'message/rfc822'],
    ],
  },
  'commons-email/multipart-report.eml': { attachments: [[null, 'message/disposition-notification']] },
  // Signed (RFC 3156): the text is parsed, and the signature is an attachment.
  'james-mailbox/signedMessage.eml': {
    to: ['Big Boss <big.boss@linagora.com>', 'Big big boss <big.big.boss@linagora.com>'],
    says: 'For your information,',
    attachments: [
      ['message suivi', 'message/rfc822'],
      ['signature.asc', 'application/pgp-signature'],
    ],
  },
  // Uuencoded data is text to MIME, and stays text.
  'mime-tools/uu-zeegee.msg': { says: 'begin 644 up.gif', attachments: [] },
};

/** The parts of a message that are compared with its meaning, from the parser or from the API. */
export interface ReadMail {
  readonly subject: string;
  readonly from: readonly Person[];
  readonly to: readonly Person[];
  readonly cc: readonly Person[];
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly (readonly [name: string | null, type: string])[];
  readonly automated: boolean;
}

interface Person {
  readonly address: string;
  readonly name: string | null;
}

/** The fields of a parsed mail that its meaning sets, in the same form, so that the two can be compared. */
export function meaningOf(mail: ReadMail, meaning: Meaning): Meaning {
  const says = meaning.says ?? '';
  const found: Meaning = {
    subject: mail.subject,
    from: mail.from.map(written)[0] ?? '',
    to: mail.to.map(written),
    cc: mail.cc.map(written),
    says: (mail.text ?? mail.html ?? '').includes(says) ? says : (mail.text ?? mail.html ?? ''),
    attachments: mail.attachments,
    automated: mail.automated,
  };
  return Object.fromEntries(Object.entries(found).filter(([field]) => field in meaning));
}

function written({ address, name }: Person): string {
  return name === null ? address : `${name} <${address}>`;
}
