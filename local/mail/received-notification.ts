import PostalMime, { type Address } from 'postal-mime';
import { splitMail } from './header-fields.ts';
import type { Verdicts } from './verdicts.ts';

/** A mail as it was accepted, before any rule looked at it. */
export interface AcceptedMail {
  readonly id: string;
  readonly sender: string;
  readonly recipients: readonly string[];
  /** With the header fields that SES puts in front. */
  readonly raw: Buffer;
  readonly receivedAt: Date;
}

export interface StorageAction {
  readonly topicArn: string;
  readonly bucketName: string;
  readonly objectKeyPrefix: string;
  readonly objectKey: string;
}

/** SES leaves out headers beyond this size. */
const MAX_HEADER_BYTES = 10 * 1024;

/**
 * The notification that SES publishes for mail which a rule stored in a bucket.
 *
 * Source: SES developer guide, Contents of notifications for Amazon SES email receiving.
 */
export async function receivedNotification(mail: AcceptedMail, verdicts: Verdicts, action: StorageAction) {
  const { fields, head } = splitMail(mail.raw);
  const headersTruncated = head.length > MAX_HEADER_BYTES;
  return {
    notificationType: 'Received',
    mail: {
      timestamp: mail.receivedAt.toISOString(),
      source: mail.sender,
      messageId: mail.id,
      destination: [...mail.recipients],
      headersTruncated,
      headers: headersTruncated ? [] : fields,
      commonHeaders: await commonHeaders(mail, head),
    },
    receipt: {
      timestamp: mail.receivedAt.toISOString(),
      processingTimeMillis: Math.max(0, Date.now() - mail.receivedAt.getTime()),
      recipients: [...mail.recipients],
      ...verdicts,
      action: { type: 'S3', ...action },
    },
  };
}

/** The fields that SES repeats in decoded form. */
async function commonHeaders({ sender }: AcceptedMail, head: Buffer) {
  const parsed = await PostalMime.parse(head.subarray(0, MAX_HEADER_BYTES)).catch(() => undefined);
  const lines = (addresses: readonly Address[] | undefined) => addresses?.map(addressLine);
  const fields = {
    returnPath: sender,
    from: lines(parsed?.from && [parsed.from]),
    date: parsed?.headers.find(({ key }) => key === 'date')?.value,
    to: lines(parsed?.to),
    cc: lines(parsed?.cc),
    replyTo: lines(parsed?.replyTo),
    messageId: parsed?.messageId,
    subject: parsed?.subject,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function addressLine({ name, address }: Address): string {
  return name ? `${name} <${address ?? ''}>` : (address ?? '');
}
