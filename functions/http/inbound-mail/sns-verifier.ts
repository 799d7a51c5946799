import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import type { z } from 'zod';
import { snsMessageSchema } from '#shared/contract/schemas/inbound-mail.ts';
import { AppError, unauthorized } from '#shared/domain/errors/errors.ts';
import { topicHost } from '#shared/domain/mail/topic.ts';
import { parseJson } from '#shared/domain/text/parse-json.ts';
import { HOUR, MINUTE, parseTimestamp } from '#shared/domain/time/time.ts';
import type { HttpGet } from './fetch-text.ts';

export type SnsMessage = z.output<typeof snsMessageSchema>;

/** The signed fields of each message type, in the order of the signature. See: AWS SNS, Verifying the signatures. */
const SIGNED_FIELDS = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const satisfies Record<SnsMessage['Type'], readonly string[]>;

/** The only field that may be missing. */
const OPTIONAL_FIELD = 'Subject';

const DIGESTS = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' } as const;

const CERTIFICATE_PATH = /^\/SimpleNotificationService-[A-Za-z0-9]{1,64}\.pem$/;

/** SNS retries for up to an hour. See: AWS SNS, Message delivery retries. */
const MAX_AGE = HOUR;
const MAX_AHEAD = 5 * MINUTE;

/** Certificates in the cache. SNS uses one per region for months. */
const MAX_CACHED = 50;

/** Verifies that messages come from configured SNS topics. */
export class SnsVerifier {
  readonly #get: HttpGet;
  readonly #cache = new Map<string, { key: KeyObject; until: number }>();

  constructor(get: HttpGet) {
    this.#get = get;
  }

  /**
   * Returns the message if its topic is configured, SNS in the topic's region has signed it, and it is recent. All
   * other messages cause the same error. Expensive checks come last.
   */
  async verify(bytes: Uint8Array, topics: readonly string[], now: number): Promise<SnsMessage> {
    const message = read(bytes);
    if (message === undefined || !topics.includes(message.TopicArn))
      throw unauthorized("not a message from one of this stage's topics");
    const sentAt = parseTimestamp(message.Timestamp, 'down');
    if (sentAt === undefined || now - sentAt > MAX_AGE || sentAt - now > MAX_AHEAD) {
      throw unauthorized('the message is too old, or from the future');
    }
    const text = canonicalText(message);
    const key = text === undefined ? undefined : await this.#keyOf(message, now);
    const signature = Buffer.from(message.Signature, 'base64');
    if (text === undefined || key === undefined) throw unauthorized('not a signing certificate of SNS');
    if (!verify(DIGESTS[message.SignatureVersion], Buffer.from(text), key, signature)) {
      throw unauthorized('wrong signature');
    }
    return message;
  }

  /** Confirms a subscription with the URL in the message, which must be on the topic's host. */
  async confirm({ TopicArn, SubscribeURL = '' }: SnsMessage): Promise<void> {
    const url = URL.canParse(SubscribeURL) ? new URL(SubscribeURL) : undefined;
    const isConfirmation =
      url !== undefined &&
      isAt(url, topicHost(TopicArn)) &&
      url.searchParams.get('Action') === 'ConfirmSubscription' &&
      url.searchParams.get('TopicArn') === TopicArn;
    if (!isConfirmation) throw new AppError('validation.failed', 'SubscribeURL: the confirmation of the topic itself');
    const { status } = await this.#get(url.href);
    if (status !== 200) throw new Error(`SNS did not confirm the subscription: HTTP ${status}`);
  }

  /** The public key of a certificate on SNS's host. Throws if the host fails, so that SNS sends the message again. */
  async #keyOf({ SigningCertURL, TopicArn }: SnsMessage, now: number): Promise<KeyObject | undefined> {
    const url = URL.canParse(SigningCertURL) ? new URL(SigningCertURL) : undefined;
    if (url === undefined || !isAt(url, topicHost(TopicArn)) || !CERTIFICATE_PATH.test(url.pathname)) return undefined;
    if (url.search !== '' || url.hash !== '') return undefined;
    const known = this.#cache.get(url.href);
    if (known !== undefined && known.until > now) return known.key;
    const { status, text } = await this.#get(url.href);
    if (status >= 500) throw new Error(`SNS did not return its certificate: HTTP ${status}`);
    const certificate = status === 200 ? parseCertificate(text) : undefined;
    if (certificate === undefined) return undefined;
    const [from, until] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
    if (!(from <= now && now < until) || certificate.publicKey.asymmetricKeyType !== 'rsa') return undefined;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(url.href, { key: certificate.publicKey, until });
    return certificate.publicKey;
  }
}

function read(bytes: Uint8Array): SnsMessage | undefined {
  return snsMessageSchema.safeParse(parseJson(Buffer.from(bytes).toString('utf8'))).data;
}

/** The signed text: the name and value of each field, a line each. `undefined` if a field is missing. */
function canonicalText(message: SnsMessage): string | undefined {
  let text = '';
  for (const name of SIGNED_FIELDS[message.Type]) {
    const value = message[name];
    if (name === OPTIONAL_FIELD && (value === undefined || value === null)) continue;
    if (typeof value !== 'string') return undefined;
    text += `${name}\n${value}\n`;
  }
  return text;
}

function isAt(url: URL, host: string | undefined): boolean {
  return url.protocol === 'https:' && url.host === host && url.username === '' && url.password === '';
}

function parseCertificate(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
}
