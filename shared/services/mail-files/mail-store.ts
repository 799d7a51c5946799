import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { MailReading } from '#shared/domain/mail/mail-reading.ts';
import { UNROUTABLE_TAG } from '#shared/domain/mail/unroutable.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { clientOptions } from '#shared/runtime/client-options.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { isMissingObject } from '#shared/runtime/missing-object.ts';

/**
 * The content of an email, stored in addition to the raw mail. What the reader found out about its text is absent in
 * messages of 0.2.0.
 */
export interface MailContent extends Partial<MailReading> {
  /**
   * Of a received email the whole text as a person sees it. Of a sent one the text part; null without one. Null too in
   * messages that 0.2.0 received without a plain part.
   */
  text: string | null;
  /**
   * The text of the HTML of a sent email that was given without a text, as a person sees it. With `mimeForm` it is the
   * text part.
   */
  textOfHtml?: string;
  /** What a person sees of the HTML of an email that has a text too: for approvers. Only of emails that were held. */
  htmlAsSeen?: string;
  /**
   * The form in which the email is built. Absent in messages of 0.2.0: they keep the bytes that their recipients got,
   * with line breaks as they were given, attached messages without an encoding, and no text part for HTML alone.
   */
  mimeForm?: 2;
  html: string | null;
  /** The author's text without the quoted history. Null in messages of 0.2.0 that have no text. */
  extractedText: string | null;
  /** What no person would see of a received email. Absent if nothing was left out, and in messages of 0.2.0. */
  hiddenText?: string;
  headers: { name: string; value: string }[];
}

/** The object keys of an email's files. `mail` is the provider's id of the mail, or ours. */
export const mailFile = {
  inbound: (mail: string) => `inbound/${mail}`,
  content: (mail: string) => `content/${mail}.json`,
  /** An attachment of an outgoing mail. Those of a received mail are in its raw mail only. */
  attachment: (mail: string, index: number) => `attachments/${mail}/${index}`,
  /** A file that exists for a download link: what the raw mail contains, or an email that was built for it. */
  download: (message: string, part: number | 'raw') => `downloads/${message}/${part}`,
} as const;

/** An email with attachments has up to 25 MB, and an attempt lasts until S3 has received all of it. */
const FILE_MS = 10 * SECOND;

let client: S3Client | undefined;

export function mailStoreClient(): S3Client {
  // Path-style URLs work with every bucket name and every S3-compatible server.
  client ??= new S3Client({ ...clientOptions({ maxAttempts: 3, requestMs: FILE_MS }), forcePathStyle: true });
  return client;
}

/** Reads a file of an email. */
export async function readMailFile(key: string): Promise<Uint8Array> {
  const { Body } = await mailStoreClient().send(
    new GetObjectCommand({ Bucket: readEnv('MAIL_BUCKET').MAIL_BUCKET, Key: key }),
  );
  if (Body === undefined) throw new Error('an object without a body');
  return Body.transformToByteArray();
}

/** The result of a call, or `undefined` if its file is not stored. */
async function unlessMissing<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
}

/** Reads a file of an email, or returns `undefined` if its retention period is over. */
export async function findMailFile(key: string): Promise<Uint8Array | undefined> {
  const bytes = await unlessMissing(() => readMailFile(key));
  if (bytes === undefined) logger.warn('a mail file is missing', { key });
  return bytes;
}

/** When a file was written, or `undefined` if it is not stored. */
export function mailFileTime(key: string): Promise<number | undefined> {
  const { MAIL_BUCKET } = readEnv('MAIL_BUCKET');
  return unlessMissing(async () => {
    const { LastModified } = await mailStoreClient().send(new HeadObjectCommand({ Bucket: MAIL_BUCKET, Key: key }));
    return LastModified?.getTime() ?? 0;
  });
}

/** Writes a file of an email. A repetition writes the same file again, because the key follows from the mail. */
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

/**
 * Marks a file that no one may keep, such as a raw message without a mailbox, so that the bucket deletes it in a week.
 */
export async function deleteSoon(key: string): Promise<void> {
  const { name, value } = UNROUTABLE_TAG;
  await mailStoreClient().send(
    new PutObjectTaggingCommand({
      Bucket: readEnv('MAIL_BUCKET').MAIL_BUCKET,
      Key: key,
      Tagging: { TagSet: [{ Key: name, Value: value }] },
    }),
  );
}

export async function readMailContent(key: string): Promise<MailContent> {
  return contentOf(await readMailFile(key));
}

/** Reads the content of an email, or returns `undefined` if the file is no longer stored. */
export async function findMailContent(key: string): Promise<MailContent | undefined> {
  const bytes = await findMailFile(key);
  return bytes && contentOf(bytes);
}

function contentOf(bytes: Uint8Array): MailContent {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as MailContent;
}

export function writeMailContent(key: string, content: MailContent): Promise<void> {
  return writeMailFile(key, JSON.stringify(content), 'application/json');
}
