import {
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  type Tag,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';

/**
 * A bucket in memory, for tests of the calls to other services. The tests of the stack use a real bucket. Tags are
 * added to `tags`, by the key of their file.
 */
export function memoryBucket(tags = new Map<string, Tag[]>()): ReadonlyMap<string, Buffer> {
  process.env.MAIL_BUCKET = 'mail';
  process.env.MAIL_RETENTION_DAYS = '365';
  const files = new Map<string, Buffer>();
  const s3 = mockClient(S3Client);
  s3.on(PutObjectCommand).callsFake(async ({ Key, Body }: { Key: string; Body: Uint8Array | string }) => {
    files.set(Key, Buffer.from(Body as string));
    return {};
  });
  s3.on(GetObjectCommand).callsFake(async ({ Key }: { Key: string }) => {
    const bytes = files.get(Key);
    if (bytes === undefined) throw missing(Key);
    const Body = { transformToByteArray: async () => new Uint8Array(bytes), transformToString: async () => `${bytes}` };
    return { Body };
  });
  s3.on(PutObjectTaggingCommand).callsFake(async (input: { Key: string; Tagging: { TagSet: Tag[] } }) => {
    if (!files.has(input.Key)) throw missing(input.Key);
    tags.set(input.Key, input.Tagging.TagSet);
    return {};
  });
  s3.on(HeadObjectCommand).callsFake(async ({ Key }: { Key: string }) => {
    if (!files.has(Key)) throw missing(Key);
    return { LastModified: new Date() };
  });
  return files;
}

/** The S3 error for a missing object, for a caller that may list the bucket. */
function missing(key: string): NoSuchKey {
  return new NoSuchKey({ message: `no such file: ${key}`, $metadata: { httpStatusCode: 404 } });
}
