import { CONTENTS, type Content } from './contents.ts';
import { FORMS_OF_FILES } from './forms-of-files.ts';
import { FORMS_OF_SUBJECTS, FORMS_OF_TEXTS } from './forms-of-texts.ts';
import type { MailFile, MimeForm } from './mime-form.ts';
import { encodedWord } from './mime-writer.ts';

/** An ordinary email, and what is right. */
export interface OrdinaryEmail {
  readonly name: string;
  readonly raw: Buffer;
  readonly subject: string;
  readonly author: { readonly name: string; readonly address: string };
  /** The words that a person reads, in their order. */
  readonly words: readonly string[];
  readonly files: readonly MailFile[];
}

/** What a reader made of an email. */
export interface EmailRead {
  readonly subject: string | null | undefined;
  readonly author:
    | { readonly name: string | null | undefined; readonly address: string | null | undefined }
    | undefined;
  readonly text: string | null | undefined;
  readonly files: readonly MailFile[];
}

const ADDRESS = 'ada@shop.example';

/** What two readers may write differently: white space, and the forms of a character. */
function wordsOf(text: string): string[] {
  return text.normalize('NFC').split(/\s+/).filter(Boolean);
}

function emailOf(form: MimeForm, content: Content): OrdinaryEmail {
  const subject = form.subject?.(content) ?? encodedWord(content.subject);
  const header = [
    `From: ${encodedWord(content.author)} <${ADDRESS}>`,
    'To: agent@agents.example',
    `Subject: ${subject}`,
    'Date: Thu, 26 Nov 2026 10:00:00 +0100',
    'Message-ID: <1@shop.example>',
    'MIME-Version: 1.0',
  ].join('\r\n');
  const shown = form.shown?.(content) ?? [content.first, content.second];
  return {
    name: `${form.name}, ${content.language}`,
    raw: Buffer.from(`${header}\r\n${form.entity(content)}`, 'latin1'),
    subject: content.subject,
    author: { name: content.author, address: ADDRESS },
    words: wordsOf(shown.join(' ')),
    files: form.files?.(content) ?? [],
  };
}

/** Ordinary emails in the forms that mail programs write, in five languages. */
export function ordinaryEmails(): OrdinaryEmail[] {
  return [...FORMS_OF_TEXTS, ...FORMS_OF_SUBJECTS, ...FORMS_OF_FILES].flatMap((form) =>
    CONTENTS.filter(({ language }) => form.languages?.includes(language) ?? true).map((one) => emailOf(form, one)),
  );
}

const keyOf = ({ name, bytes }: MailFile) => `${name ?? ''} ${bytes.toString('base64')}`;

/** What a reader has wrong: names of the parts of the email. Files without a name may have any. */
export function wrongIn(email: OrdinaryEmail, read: EmailRead): string[] {
  const isText = wordsOf(read.text ?? '').join(' ') === email.words.join(' ');
  const isAuthor = read.author?.name === email.author.name && read.author.address === email.author.address;
  const files = read.files.map(({ name, bytes }) => {
    const isNamed = email.files.some((file) => file.name !== null && file.bytes.equals(bytes));
    return keyOf({ name: isNamed ? name : null, bytes });
  });
  const isFiles = files.sort().join('\n') === email.files.map(keyOf).sort().join('\n');
  return [
    ...(isText ? [] : ['text']),
    ...(read.subject === email.subject ? [] : ['subject']),
    ...(isAuthor ? [] : ['author']),
    ...(isFiles ? [] : ['files']),
  ];
}
