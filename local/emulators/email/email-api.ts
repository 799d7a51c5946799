import { randomUUID } from 'node:crypto';
import { REGION } from '../../assembly/aws-identifiers.ts';
import { ServiceError } from '../../http/service-error.ts';
import { fieldsOf, type HeaderField, rewriteHeaders, splitMail } from '../../mail-content/header-fields.ts';
import type { Outbox, OutgoingMail } from './outbox.ts';
import { type IsVerified, sendingIdentity } from './sender-identity.ts';
import type { SuppressionLists } from './suppression.ts';
import type { Tenants } from './tenants.ts';

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
  readonly TenantName?: string;
}

/** A captured email, with the recipients that a suppression list kept it from reaching. */
export interface RoutedMail extends OutgoingMail {
  readonly suppressed: ReadonlySet<string>;
}

/** The route of a captured email. Each route sees all mail and processes its own part. */
export type MailRoute = (mail: RoutedMail) => Promise<void>;

/** Limits of one message. Source: SES developer guide, Quotas. */
const MAX_RECIPIENTS = 50;
const MAX_RAW_BYTES = 40 * 1024 * 1024;

/** The names and values of tags that SES accepts. Source: SES API v2 reference, MessageTag. */
const TAG = /^[A-Za-z0-9_-]{1,256}$/;

export interface EmailServiceProps {
  readonly outbox: Outbox;
  readonly routes: readonly MailRoute[];
  readonly tenants: Tenants;
  readonly suppression: SuppressionLists;
  /** Whether an identity may send: SES refuses mail from an unverified one. */
  readonly isVerified: IsVerified;
  readonly onError: (error: Error) => void;
}

/**
 * `SendEmail` of SES v2 with raw content. Nothing leaves the machine: the mail is captured, then offered to the routes.
 * Some of them publish outcomes before the sender has its response, as SES does.
 *
 * Source: SES API v2 reference, SendEmail.
 */
export class EmailService {
  readonly tenants: Tenants;
  readonly suppression: SuppressionLists;
  /** The error that SES returns to every email, if any: it is paused, or denies the caller. */
  refusal: ServiceError | undefined;
  readonly #props: EmailServiceProps;

  constructor(props: EmailServiceProps) {
    this.#props = props;
    this.tenants = props.tenants;
    this.suppression = props.suppression;
  }

  /** Whether SES has paused the account. */
  get isPaused(): boolean {
    return this.refusal?.type === 'SendingPausedException';
  }

  async send(input: SendEmailInput): Promise<{ MessageId: string }> {
    const { TenantName, ConfigurationSetName } = input;
    if (this.refusal !== undefined) throw this.refusal;
    if (TenantName !== undefined) this.tenants.require(TenantName);
    const { mail, senders } = outgoing(input);
    const [identity] = this.#identitiesOf(senders);
    if (TenantName !== undefined) {
      const configuration = ConfigurationSetName === undefined ? [] : [`configuration-set/${ConfigurationSetName}`];
      this.tenants.requireResources(TenantName, [`identity/${identity}`, ...configuration]);
    }
    this.suppression.decide(mail, { tenant: TenantName, configurationSet: ConfigurationSetName });
    await this.#props.outbox.capture(mail);
    void this.#route(mail);
    return { MessageId: mail.id };
  }

  #identitiesOf(senders: readonly string[]): readonly string[] {
    const found = senders.map((sender) => ({ sender, identity: sendingIdentity(sender, this.#props.isVerified) }));
    const unverified = found.filter(({ identity }) => identity === undefined).map(({ sender }) => sender);
    if (unverified.length > 0) {
      const names = unverified.join(', ');
      const reason = `The following identities failed the check in region ${REGION.toUpperCase()}: ${names}`;
      throw new ServiceError('MessageRejected', `Email address is not verified. ${reason}`);
    }
    return found.flatMap(({ identity }) => identity ?? []);
  }

  /** Routes mail that an earlier run captured but did not route. */
  async resume(): Promise<void> {
    for (const mail of this.#props.outbox.unrouted()) await this.#route(mail);
  }

  async #route(mail: OutgoingMail): Promise<void> {
    try {
      const routed = { ...mail, suppressed: this.suppression.suppressedOf(mail.id) };
      for (const route of this.#props.routes) await route(routed);
      this.#props.outbox.markRouted(mail.id);
    } catch (error) {
      this.#props.onError(error as Error);
    }
  }
}

/** The outgoing email, and the identities that send it. */
function outgoing(input: SendEmailInput): { mail: OutgoingMail; senders: readonly string[] } {
  const given = rawContent(input);
  const fields = fieldsOf(splitMail(given).head);
  const senders = [...new Set([...addressesIn(input.FromEmailAddress ?? ''), ...addressesOf(fields, 'from')])];
  const [sender] = senders;
  if (sender === undefined) throw new ServiceError('BadRequestException', 'The message has no sender.');
  const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = input.Destination ?? {};
  const named = [...ToAddresses, ...CcAddresses, ...BccAddresses].flatMap(addressesIn);
  const recipients = [...new Set(named.length > 0 ? named : addressesOf(fields, 'to', 'cc', 'bcc'))];
  if (recipients.length === 0) throw new ServiceError('BadRequestException', 'The message has no recipient.');
  if (recipients.length > MAX_RECIPIENTS) throw new ServiceError('BadRequestException', 'More than 50 recipients.');
  const tags = (input.EmailTags ?? []).map(({ Name, Value }) => [Name, Value] as const);
  if (!tags.flat().every((text) => TAG.test(text))) {
    throw new ServiceError('BadRequestException', 'A tag has a character other than letters, digits, _ and -.');
  }
  const id = `0100${randomUUID().replaceAll('-', '').slice(0, 12)}-${randomUUID()}-000000`;
  const raw = rewriteHeaders(given, ['message-id', 'date', 'bcc'], sesHeaders(id));
  const configurationSet = input.ConfigurationSetName;
  const mail = { id, sender, recipients, tags: Object.fromEntries(tags), configurationSet, raw, sentAt: Date.now() };
  return { mail, senders };
}

function rawContent({ Content }: SendEmailInput): Buffer {
  const data = Content?.Raw?.Data;
  if (data === undefined) throw new ServiceError('BadRequestException', 'Only raw content is emulated.');
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > MAX_RAW_BYTES) throw new ServiceError('BadRequestException', 'The message is too long.');
  return bytes;
}

function addressesOf(fields: readonly HeaderField[], ...names: readonly string[]): readonly string[] {
  return fields.filter(({ name }) => names.includes(name.toLowerCase())).flatMap(({ value }) => addressesIn(value));
}

/** SES gives every email its own Message-ID and Date, and removes Bcc. */
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
