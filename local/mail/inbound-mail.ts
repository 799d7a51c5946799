import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { REGION } from '../assembly/aws-identifiers.ts';
import { readProperties } from '../assembly/read-properties.ts';
import type { IsVerified } from '../emulators/email/sender-identity.ts';
import type { ObjectStore } from '../emulators/objects/object-store.ts';
import type { Topics } from '../emulators/topics/topics.ts';
import { judge } from '../mail-content/verdicts.ts';
import { receivedNotification } from './received-notification.ts';

interface ReceiptRule {
  readonly recipients: readonly string[];
  readonly bucket: string;
  readonly prefix: string;
  readonly topicArn: string;
}

export interface IncomingMail {
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly raw: Buffer;
  /** The name that the sending host gave, and its address. */
  readonly host: string;
  readonly address: string;
  /** Derives the same id from the same mail, for mail that may be submitted twice. */
  readonly reference?: string;
}

const s3ActionSchema = z.object({
  BucketName: z.string(),
  ObjectKeyPrefix: z.string().optional(),
  TopicArn: z.string().optional(),
});

const ruleSchema = z.object({
  Rule: z.object({
    Enabled: z.boolean().optional(),
    Recipients: z.array(z.string()).optional(),
    Actions: z.array(z.object({ S3Action: s3ActionSchema.optional() })).optional(),
  }),
});

/**
 * Receives mail as SES does: by the receipt rules of the template it stores the mail and publishes a notification. Both
 * are done when `accept` returns, so the sender need not keep the mail.
 */
export class InboundMail {
  readonly #rules: readonly ReceiptRule[];
  readonly #store: ObjectStore;
  readonly #topics: Topics;
  readonly #isVerified: IsVerified;

  constructor(assembly: Assembly, store: ObjectStore, topics: Topics, isVerified: IsVerified) {
    this.#rules = receiptRules(assembly);
    this.#store = store;
    this.#topics = topics;
    this.#isVerified = isVerified;
  }

  /** Whether any rule accepts mail for this address. */
  hosts(address: string): boolean {
    return this.#rules.some((rule) => this.#takes(rule, address));
  }

  /**
   * SES accepts mail for verified domains only, even if a rule names others. Source: SES developer guide, Email
   * receiving.
   */
  #takes(rule: ReceiptRule, address: string): boolean {
    return this.#isVerified(domainOf(address)) && matches(rule, address);
  }

  async accept(incoming: IncomingMail): Promise<string> {
    const id = incoming.reference === undefined ? randomId() : idOf(incoming.reference);
    const receivedAt = new Date();
    const verdicts = judge(incoming.raw);
    const raw = Buffer.concat([
      Buffer.from(trace(incoming, id, receivedAt)),
      Buffer.from(`X-SES-Spam-Verdict: ${verdicts.spamVerdict.status}\r\n`),
      Buffer.from(`X-SES-Virus-Verdict: ${verdicts.virusVerdict.status}\r\n`),
      incoming.raw,
    ]);
    for (const rule of this.#rules) {
      const recipients = incoming.recipients.filter((address) => this.#takes(rule, address));
      if (recipients.length === 0) continue;
      const objectKey = `${rule.prefix}${id}`;
      await this.#store.put(rule.bucket, objectKey, { bytes: raw });
      const mail = { id, sender: incoming.sender, recipients, raw, receivedAt };
      const { topicArn, bucket: bucketName, prefix: objectKeyPrefix } = rule;
      const notification = await receivedNotification(mail, verdicts, {
        topicArn,
        bucketName,
        objectKeyPrefix,
        objectKey,
      });
      this.#topics.publish(topicArn, JSON.stringify(notification), 'Amazon SES Email Receipt Notification');
    }
    return id;
  }
}

function receiptRules(assembly: Assembly): readonly ReceiptRule[] {
  return assembly.resources('AWS::SES::ReceiptRule').flatMap((resource) => {
    const { Rule } = readProperties(resource, ruleSchema);
    if (Rule.Enabled === false) return [];
    return (Rule.Actions ?? []).flatMap(({ S3Action }) =>
      S3Action?.TopicArn === undefined
        ? []
        : [
            {
              recipients: (Rule.Recipients ?? []).map((recipient) => recipient.toLowerCase()),
              bucket: S3Action.BucketName,
              prefix: S3Action.ObjectKeyPrefix ?? '',
              topicArn: S3Action.TopicArn,
            },
          ],
    );
  });
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/**
 * A recipient condition is an address, a domain, or `.domain`; a rule without one applies to every verified domain.
 *
 * Source: SES developer guide, Receipt rules.
 */
function matches({ recipients }: ReceiptRule, address: string): boolean {
  const lower = address.toLowerCase();
  const domain = domainOf(address);
  if (recipients.length === 0) return true;
  return recipients.some((condition) => {
    if (condition.startsWith('.')) return domain.endsWith(condition);
    return condition.includes('@') ? condition === withoutTag(lower) || condition === lower : condition === domain;
  });
}

function withoutTag(address: string): string {
  return address.replace(/\+[^@]*@/, '@');
}

/** The trace fields that a receiving server puts in front. See: RFC 5321, section 4.4. */
function trace({ sender, recipients, host, address }: IncomingMail, id: string, at: Date): string {
  const first = recipients.length === 1 ? `\r\n for ${recipients[0]};` : ';';
  const date = at.toUTCString().replace('GMT', '+0000 (UTC)');
  return (
    `Return-Path: <${sender}>\r\n` +
    `Received: from ${printable(host)} ([${address}])\r\n` +
    ` by inbound-smtp.${REGION}.amazonaws.com with SMTP id ${id}${first}\r\n ${date}\r\n`
  );
}

/** The sender chooses its host name, so nothing in it may end the header line. */
function printable(host: string): string {
  return host.replace(/[^\x21-\x7e]/g, '').slice(0, 255) || 'unknown';
}

/** The form of SES's own ids: 40 lower-case letters and digits. */
function randomId(): string {
  return idFrom(randomBytes(40));
}

function idOf(reference: string): string {
  return idFrom(createHash('sha512').update(reference).digest());
}

const ID_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function idFrom(bytes: Buffer): string {
  return [...bytes.subarray(0, 40)].map((byte) => ID_CHARACTERS[byte % ID_CHARACTERS.length]).join('');
}
