import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { readEnv } from '../../runtime/env.ts';
import { logger } from '../../runtime/log.ts';

/** What a mail says, kept beside the raw mail. */
export interface MailContent {
  text: string | null;
  html: string | null;
  /** What its writer wrote, without the quoted history; from the HTML where there is no plain text. */
  extractedText: string | null;
  headers: { name: string; value: string }[];
}

/** Where the files of a mail lie. `mail` names it: a provider's id, or one of ours. */
export const mailFile = {
  inbound: (mail: string) => `inbound/${mail}`,
  outbound: (mail: string) => `outbound/${mail}`,
  content: (mail: string) => `content/${mail}.json`,
  attachment: (mail: string, index: number) => `attachments/${mail}/${index}`,
} as const;

let client: S3Client | undefined;

export function mailStoreClient(): S3Client {
  // Path style works for every bucket and on every engine that speaks S3.
  client ??= new S3Client({ maxAttempts: 5, forcePathStyle: true });
  return client;
}

/** The bytes of a file of a mail. */
export async function readMailFile(key: string): Promise<Uint8Array> {
  const { Body } = await mailStoreClient().send(
    new GetObjectCommand({ Bucket: readEnv('MAIL_BUCKET').MAIL_BUCKET, Key: key }),
  );
  if (Body === undefined) throw new Error('an object without a body');
  return Body.transformToByteArray();
}

/**
 * Whether S3 says that it has no such file. It answers 404 only to a role that may list the bucket; to ours, which may
 * not, a missing file and a forbidden one are both 403 (S3 API reference, GetObject and HeadObject, Permissions).
 */
function isMissing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const status = error.$metadata.httpStatusCode;
  return status === 404 || status === 403;
}

/** The result of a read, or `undefined` where there is no file any more: files are kept for the stage's retention. */
async function unlessMissing<T>(key: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isMissing(error)) throw error;
    logger.warn('a mail file is missing', { key, error: error as Error });
    return undefined;
  }
}

export async function hasMailFile(key: string): Promise<boolean> {
  const { MAIL_BUCKET } = readEnv('MAIL_BUCKET');
  const head = () => mailStoreClient().send(new HeadObjectCommand({ Bucket: MAIL_BUCKET, Key: key }));
  return (await unlessMissing(key, head)) !== undefined;
}

/** Writing the same file of the same mail again is harmless: the key follows from the mail. */
export async function writeMailFile(key: string, bytes: Uint8Array | string, contentType: string): Promise<void> {
  await mailStoreClient().send(
    new PutObjectCommand({
      Bucket: readEnv('MAIL_BUCKET').MAIL_BUCKET,
      Key: key,
      Body: bytes,
      ContentType: contentType,
    }),
  );
}

export async function readMailContent(key: string): Promise<MailContent> {
  return JSON.parse(Buffer.from(await readMailFile(key)).toString('utf8')) as MailContent;
}

/** The same, `undefined` where the file is not stored any more. */
export function findMailContent(key: string): Promise<MailContent | undefined> {
  return unlessMissing(key, () => readMailContent(key));
}

export function writeMailContent(key: string, content: MailContent): Promise<void> {
  return writeMailFile(key, JSON.stringify(content), 'application/json');
}
