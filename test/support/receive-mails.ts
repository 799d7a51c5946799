import { randomUUID } from 'node:crypto';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { handler } from '#functions/workers/inbound-mail/index.ts';

export interface SentMail {
  to: string | readonly string[];
  raw: Buffer;
  /** The provider's id of the mail; the file is named after it. */
  id?: string;
}

/** Stores an email as SES does, and returns its id. */
export async function storeMail(raw: Buffer, id: string = randomUUID()): Promise<string> {
  await new S3Client({}).send(new PutObjectCommand({ Bucket: 'mail', Key: `inbound/${id}`, Body: raw }));
  return id;
}

/** SES's notification of a stored mail. */
export function notificationOf(id: string, recipients: readonly string[]) {
  const pass = { status: 'PASS' };
  const verdicts = { spfVerdict: pass, dkimVerdict: pass, dmarcVerdict: pass, spamVerdict: pass, virusVerdict: pass };
  return {
    notificationType: 'Received',
    mail: { messageId: id, source: 'envelope@example.com' },
    receipt: { recipients, ...verdicts, action: { type: 'S3', objectKey: `inbound/${id}` } },
  };
}

/** The worker has 60 s for a batch. */
const CONTEXT = { getRemainingTimeInMillis: () => 60_000 } as Context;

/** Stores emails and passes their notifications to the worker as one batch. */
export async function receiveMails(...mails: SentMail[]): Promise<SQSBatchResponse> {
  const Records = await Promise.all(
    mails.map(async ({ to, raw, id }) => {
      const messageId = await storeMail(raw, id);
      return { messageId, body: JSON.stringify(notificationOf(messageId, [to].flat())), eventSource: 'aws:sqs' };
    }),
  );
  return handler({ Records } as unknown as SQSEvent, CONTEXT);
}
