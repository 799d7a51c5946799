import type {
  FullMailDraft,
  MailAddress,
  NewAttachment,
  NewMailDraft,
  SendMail,
} from '../../../typescript/src/index.ts';
import { fullAddress } from './mail-address.ts';

/** What a person has entered to write a message. */
export interface ComposeFields {
  readonly to: string;
  readonly cc: string;
  readonly bcc: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly format: 'text' | 'html' | 'both';
  readonly isReplyToAll: boolean;
  /** A local time, as a field of a form has it; empty to send now. */
  readonly sendAt: string;
}

export const EMPTY_FIELDS: ComposeFields = {
  ...{ to: '', cc: '', bcc: '', subject: '', text: '', html: '' },
  format: 'text',
  isReplyToAll: false,
  sendAt: '',
};

/** The fields of a draft, as a person edits them. */
export function fieldsOfDraft(draft: FullMailDraft): ComposeFields {
  const { to, cc, bcc, subject, text, html, reply_all: isReplyToAll, send_at: sendAt } = draft;
  const format = html === null ? 'text' : text === null ? 'html' : 'both';
  return {
    ...{ to: joined(to), cc: joined(cc), bcc: joined(bcc), subject: subject ?? '' },
    ...{ text: text ?? '', html: html ?? '', format, isReplyToAll },
    sendAt: sendAt === null ? '' : localTime(new Date(sendAt)),
  };
}

interface MailParts {
  /** The message to reply to. */
  readonly inReplyTo: string | undefined;
  /** New files; `undefined` leaves those of a draft as they are. */
  readonly files: readonly NewAttachment[] | undefined;
}

/** The message that the fields describe. Fields that are empty are null, so that a draft loses what was deleted. */
export function mailOf(fields: ComposeFields, { inReplyTo, files }: MailParts): NewMailDraft {
  const { format, text, html, sendAt } = fields;
  return {
    to: listOrNull(fields.to),
    cc: listOrNull(fields.cc),
    bcc: listOrNull(fields.bcc),
    subject: fields.subject || null,
    // Without a text of its own, HTML gets the words that a person sees of it.
    text: format === 'html' ? null : text || null,
    html: format === 'text' ? null : html || null,
    in_reply_to_message_id: inReplyTo ?? null,
    reply_all: fields.isReplyToAll || null,
    ...(files !== undefined && { attachments: [...files] }),
    send_at: sendAt === '' ? null : instantOf(sendAt),
  };
}

/** A message without the fields that are null, as a request to send has it. */
export function withoutNulls(mail: NewMailDraft): SendMail {
  return Object.fromEntries(Object.entries(mail).filter(([, value]) => value !== null)) as SendMail;
}

function joined(addresses: readonly MailAddress[]): string {
  return addresses.map(quotedAddress).join(', ');
}

/** An address in which a comma of the name does not end it. */
function quotedAddress(one: MailAddress): string {
  const { name, address } = one;
  return name !== null && /[,;]/.test(name) ? `"${name.replaceAll('"', '')}" <${address}>` : fullAddress(one);
}

function listOrNull(text: string): string[] | null {
  const list = addressesOf(text);
  return list.length === 0 ? null : list;
}

/** The addresses of a field. A comma in quotes belongs to a name: `"Lovelace, Ada" <ada@example.com>`. */
export function addressesOf(text: string): string[] {
  const parts = text.match(/(?:"[^"]*"|[^,;\n"]|")+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** A time as a field for local times has it, to the minute. */
function localTime(at: Date): string {
  const MINUTE_MS = 60_000;
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** The time of a field as the API has it. A field may have a year that no date has. It stays, so the API refuses it. */
function instantOf(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

/** The fields of the form, by the names that the API has for them. */
const NAMES: readonly string[] = ['to', 'cc', 'bcc', 'subject', 'text', 'html', 'attachments', 'send_at'];

/**
 * What is wrong with each field, from an error such as `to.0: expected an address; subject: required`. What names no
 * field of the form is in `rest`.
 */
export function problemsOf(message: string): {
  readonly fields: Readonly<Record<string, string>>;
  readonly rest: string;
} {
  const fields = new Map<string, string>();
  const rest: string[] = [];
  for (const part of message.split(/; (?=[a-z_]+(?:\.\w+)*: )/)) {
    const [, name = '', problem = ''] = /^([a-z_]+)(?:\.[\w.]+)?: ([\s\S]*)$/.exec(part) ?? [];
    const before = fields.get(name);
    if (NAMES.includes(name)) fields.set(name, before === undefined ? problem : `${before}; ${problem}`);
    else rest.push(part);
  }
  return { fields: Object.fromEntries(fields), rest: rest.join('; ') };
}
