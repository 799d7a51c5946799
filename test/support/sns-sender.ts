import { createHash, randomUUID, sign } from 'node:crypto';
import type { HttpGetResult } from '#functions/http/inbound-mail/fetch-text.ts';
import { selfSigned } from './self-signed.ts';

export type SnsFields = Record<string, string | undefined>;

const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  other: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

/** Generating a key is slow, so all senders of a test file share one. */
const KEYS = selfSigned('sns.amazonaws.com');

/** Amazon SNS with its own certificate, and the web server that holds the certificate. */
export class SnsSender {
  readonly topic: string;
  readonly host: string;
  readonly certificateUrl: string;
  /** The URLs that were fetched. */
  readonly fetched: string[] = [];
  /** The responses of the web server, by URL. */
  readonly pages = new Map<string, HttpGetResult>();

  constructor(topic: string) {
    this.topic = topic;
    this.host = `sns.${topic.split(':')[3]}.amazonaws.com`;
    const name = createHash('md5').update(topic).digest('hex');
    this.certificateUrl = `https://${this.host}/SimpleNotificationService-${name}.pem`;
    this.pages.set(this.certificateUrl, { status: 200, text: KEYS.certificate });
  }

  readonly get = async (url: string): Promise<HttpGetResult> => {
    this.fetched.push(url);
    return this.pages.get(url) ?? { status: 403, text: '<Error/>' };
  };

  /** A message as SNS sends it. `changed` replaces fields after signing. */
  message(fields: SnsFields, version: '1' | '2' = '2', changed: SnsFields = {}): string {
    const message: SnsFields = {
      Type: 'Notification',
      MessageId: randomUUID(),
      TopicArn: this.topic,
      Timestamp: new Date().toISOString(),
      ...fields,
    };
    const names = message.Type === 'Notification' ? SIGNED.Notification : SIGNED.other;
    const text = names
      .filter((name) => message[name] !== undefined)
      .map((name) => `${name}\n${message[name]}\n`)
      .join('');
    const Signature = sign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256', Buffer.from(text), KEYS.privateKey);
    return JSON.stringify({
      ...message,
      SignatureVersion: version,
      Signature: Signature.toString('base64'),
      SigningCertURL: this.certificateUrl,
      ...changed,
    });
  }

  confirmation(changed: SnsFields = {}): string {
    const query = `Action=ConfirmSubscription&TopicArn=${this.topic}&Token=token`;
    const SubscribeURL = `https://${this.host}/?${query}`;
    this.pages.set(SubscribeURL, { status: 200, text: '<ConfirmSubscriptionResponse/>' });
    return this.message({
      Type: 'SubscriptionConfirmation',
      Token: 'token',
      Message: 'Confirm.',
      SubscribeURL,
      ...changed,
    });
  }
}

let counter = 0;

/** The notification of SES about an email that it received. */
export function notice(
  recipients: string[],
  more: { receipt?: object; action?: object; top?: object; id?: string } = {},
): string {
  counter += 1;
  return JSON.stringify({
    notificationType: 'Received',
    mail: { messageId: more.id ?? `ses${counter}`, source: 'eve@example.com' },
    receipt: {
      recipients,
      spfVerdict: { status: 'PASS' },
      dkimVerdict: { status: 'PASS' },
      dmarcVerdict: { status: 'PASS' },
      spamVerdict: { status: 'PASS' },
      virusVerdict: { status: 'PASS' },
      ...more.receipt,
      action: { type: 'SNS', encoding: 'UTF8', ...more.action },
    },
    content: `From: eve@example.com\r\nMessage-ID: <topic-${counter}@example.com>\r\nSubject: Grüße\r\n\r\ntext\r\n`,
    ...more.top,
  });
}
