import { describeHeaders } from '../mail-content/described-headers.ts';
import type { Verdicts } from '../mail-content/verdicts.ts';

/** An accepted email, before any rule has been applied. */
export interface AcceptedMail {
  readonly id: string;
  readonly sender: string;
  readonly recipients: readonly string[];
  /** With the header fields that SES adds at the top. */
  readonly raw: Buffer;
  readonly receivedAt: Date;
}

export interface StorageAction {
  readonly topicArn: string;
  readonly bucketName: string;
  readonly objectKeyPrefix: string;
  readonly objectKey: string;
}

/**
 * The notification that SES publishes for mail which a rule stored in a bucket.
 *
 * Source: SES developer guide, Contents of notifications for Amazon SES email receiving.
 */
export async function receivedNotification(mail: AcceptedMail, verdicts: Verdicts, action: StorageAction) {
  const { headersTruncated, headers, commonHeaders } = await describeHeaders(mail.raw);
  return {
    notificationType: 'Received',
    mail: {
      timestamp: mail.receivedAt.toISOString(),
      source: mail.sender,
      messageId: mail.id,
      destination: [...mail.recipients],
      headersTruncated,
      headers,
      commonHeaders: { returnPath: mail.sender, ...commonHeaders },
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
