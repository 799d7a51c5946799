import { randomUUID } from 'node:crypto';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { handler } from '../../functions/workers/receive-mail/index.ts';

export interface SentMail {
  to: string | readonly string[];
  raw: Buffer;
  /** The provider's id of the mail; the file is named after it. */
  id?: string;
}

/** Stores mails as SES does and passes their notifications to the worker as one batch. */
export async function receiveMails(...mails: SentMail[]): Promise<SQSBatchResponse> {
  const pass = { status: 'PASS' };
  const verdicts = { spfVerdict: pass, dkimVerdict: pass, dmarcVerdict: pass, spamVerdict: pass, virusVerdict: pass };
  const Records = await Promise.all(
    mails.map(async ({ to, raw, id = randomUUID() }) => {
      const objectKey = `inbound/${id}`;
      await new S3Client({}).send(new PutObjectCommand({ Bucket: 'mail', Key: objectKey, Body: raw }));
      const body = {
        notificationType: 'Received',
        mail: { messageId: id, source: 'envelope@example.com' },
        receipt: { recipients: [to].flat(), ...verdicts, action: { type: 'S3', objectKey } },
      };
      return { messageId: id, body: JSON.stringify(body), eventSource: 'aws:sqs' };
    }),
  );
  return handler({ Records } as unknown as SQSEvent, {} as Context);
}
