import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { readEnv } from './env.ts';

/** What a mail says, parsed once when it came in and kept beside the raw mail. */
export interface MailContent {
  text: string | null;
  html: string | null;
  /** What its writer wrote, without the quoted history; from the HTML where there is no plain text. */
  extractedText: string | null;
  headers: { name: string; value: string }[];
}

let client: S3Client | undefined;

function theClient(): S3Client {
  // Path style works for every bucket and on every engine that speaks S3.
  client ??= new S3Client({ maxAttempts: 5, forcePathStyle: true });
  return client;
}

/** The raw mail, as it came in. */
export async function readRawMail(key: string): Promise<Uint8Array> {
  const { Body } = await theClient().send(
    new GetObjectCommand({ Bucket: readEnv('MAIL_BUCKET').MAIL_BUCKET, Key: key }),
  );
  if (Body === undefined) throw new Error('an object without a body');
  return Body.transformToByteArray();
}

export async function readMailContent(key: string): Promise<MailContent> {
  return JSON.parse(Buffer.from(await readRawMail(key)).toString('utf8')) as MailContent;
}

/** Writing the same mail's content again is harmless: the key follows from the mail. */
export async function writeMailContent(key: string, content: MailContent): Promise<void> {
  await theClient().send(
    new PutObjectCommand({
      Bucket: readEnv('MAIL_BUCKET').MAIL_BUCKET,
      Key: key,
      Body: JSON.stringify(content),
      ContentType: 'application/json',
    }),
  );
}
