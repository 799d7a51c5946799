import { randomUUID } from 'node:crypto';
import { rewriteHeaders, splitMail } from '../../mail/header-fields.ts';
import { ServiceError } from '../service-error.ts';
import type { Outbox, OutgoingMail } from './outbox.ts';

interface SendEmailInput {
  readonly FromEmailAddress?: string;
  readonly Destination?: {
    readonly ToAddresses?: readonly string[];
    readonly CcAddresses?: readonly string[];
    readonly BccAddresses?: readonly string[];
  };
  readonly Content?: { readonly Raw?: { readonly Data?: string } };
  readonly ConfigurationSetName?: string;
  readonly EmailTags?: readonly { readonly Name: string; readonly Value: string }[];
}

/** What becomes of a captured mail: each route sees all mail and takes what is its own. */
export type MailRoute = (mail: OutgoingMail) => Promise<void>;

/** Limits of one message. Source: SES developer guide, Quotas. */
const MAX_RECIPIENTS = 50;
const MAX_RAW_BYTES = 40 * 1024 * 1024;

/**
 * `SendEmail` of SES v2 with raw content. Nothing leaves the machine: the mail is captured, then offered to the routes.
 * A configuration set's notices (bounce, delivery, complaint) belong here as one more route.
 *
 * Source: SES API v2 reference, SendEmail.
 */
export class EmailService {
  private readonly outbox: Outbox;
  private readonly routes: readonly MailRoute[];
  private readonly onError: (error: Error) => void;

  constructor(outbox: Outbox, routes: readonly MailRoute[], onError: (error: Error) => void) {
    this.outbox = outbox;
    this.routes = routes;
    this.onError = onError;
  }

  async send(input: SendEmailInput): Promise<{ MessageId: string }> {
    const mail = outgoing(input);
    await this.outbox.capture(mail);
    void this.route(mail);
    return { MessageId: mail.id };
  }

  /** Routes what an earlier run captured and could not hand on. */
  async resume(): Promise<void> {
    for (const mail of this.outbox.unrouted()) await this.route(mail);
  }

  private async route(mail: OutgoingMail): Promise<void> {
    try {
      for (const route of this.routes) await route(mail);
      this.outbox.markRouted(mail.id);
    } catch (error) {
      this.onError(error as Error);
    }
  }
}

function outgoing(input: SendEmailInput): OutgoingMail {
  const data = input.Content?.Raw?.Data;
  if (data === undefined) throw new ServiceError('BadRequestException', 'Only raw content is emulated.');
  const given = Buffer.from(data, 'base64');
  if (given.length > MAX_RAW_BYTES) throw new ServiceError('BadRequestException', 'The message is too long.');
  const { fields } = splitMail(given);
  const header = (...names: readonly string[]) =>
    fields.filter(({ name }) => names.includes(name.toLowerCase())).flatMap(({ value }) => addressesIn(value));
  const [sender] = [...addressesIn(input.FromEmailAddress ?? ''), ...header('from')];
  if (sender === undefined) throw new ServiceError('BadRequestException', 'The message has no sender.');
  const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = input.Destination ?? {};
  const named = [...ToAddresses, ...CcAddresses, ...BccAddresses].flatMap(addressesIn);
  const recipients = [...new Set(named.length > 0 ? named : header('to', 'cc', 'bcc'))];
  if (recipients.length === 0) throw new ServiceError('BadRequestException', 'The message has no recipient.');
  if (recipients.length > MAX_RECIPIENTS) throw new ServiceError('BadRequestException', 'More than 50 recipients.');
  const id = `0100${randomUUID().replaceAll('-', '').slice(0, 12)}-${randomUUID()}-000000`;
  return {
    id,
    sender,
    recipients,
    tags: Object.fromEntries((input.EmailTags ?? []).map(({ Name, Value }) => [Name, Value])),
    configurationSet: input.ConfigurationSetName,
    raw: rewriteHeaders(given, ['message-id', 'date', 'bcc'], sesHeaders(id)),
  };
}

/** SES gives every mail its own Message-ID and Date, and takes Bcc out. */
function sesHeaders(id: string) {
  return [
    { name: 'Message-ID', value: `<${id}@email.amazonses.com>` },
    { name: 'Date', value: new Date().toUTCString().replace('GMT', '+0000') },
  ];
}

/** The bare addresses of a header value or an API field: `Name <a@b>`, `a@b`, or several. */
function addressesIn(value: string): string[] {
  const unquoted = value.replace(/"(?:[^"\\]|\\.)*"/g, '');
  return unquoted
    .split(',')
    .map((part) => (/<([^<>]+)>/.exec(part)?.[1] ?? part).trim())
    .filter((address) => /^[^\s@<>]+@[^\s@<>]+$/.test(address));
}
