import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import type { ContentStore } from '#shared/data/content-store.ts';
import type { Table } from '#shared/data/table-client.ts';
import { UNUSED_TAG } from '#shared/domain/stage/large-content.ts';
import { clientOptions } from './client-options.ts';
import { getTable } from './clients.ts';
import { readEnv } from './env.ts';
import { logger } from './log.ts';
import { isMissingObject } from './missing-object.ts';

/** Reads at a time of one function, whatever the number of its tasks: each has its object in memory. */
const MAX_READS = 16;

const reads = pLimit(MAX_READS);

type Body = NonNullable<GetObjectCommandOutput['Body']>;

let client: S3Client | undefined;

function contentClient(): S3Client {
  // Path-style URLs work with every bucket name and every S3-compatible server.
  client ??= new S3Client({ ...clientOptions({ maxAttempts: 3 }), forcePathStyle: true });
  return client;
}

const bucket = () => readEnv('CONTENT_BUCKET').CONTENT_BUCKET;

async function write(key: string, body: string | Uint8Array, type: string): Promise<void> {
  const put = new PutObjectCommand({ Bucket: bucket(), Key: key, Body: body, ContentType: type });
  await contentClient().send(put);
}

/** Reads an object; `undefined` if there is none. */
function read<T>(key: string, contentOf: (body: Body) => Promise<T>): Promise<T | undefined> {
  return reads(async () => {
    try {
      const { Body } = await contentClient().send(new GetObjectCommand({ Bucket: bucket(), Key: key }));
      return Body && (await contentOf(Body));
    } catch (error) {
      if (isMissingObject(error)) return undefined;
      throw error;
    }
  });
}

/** Large content of rows, in the stage's bucket. */
const contents: ContentStore = {
  put: (key, text) => write(key, text, 'application/json'),
  get: (key) => read(key, (body) => body.transformToString('utf8')),
  putBytes: (key, bytes) => write(key, bytes, 'application/octet-stream'),
  getBytes: (key) => read(key, (body) => body.transformToByteArray()),

  async markUnused(key) {
    const Tagging = { TagSet: [{ Key: UNUSED_TAG.name, Value: UNUSED_TAG.value }] };
    try {
      await contentClient().send(new PutObjectTaggingCommand({ Bucket: bucket(), Key: key, Tagging }));
    } catch (error) {
      logger.warn('an unused content object is not marked', { key, error: error as Error });
    }
  },
};

let table: Table | undefined;

/** The stage's table with the large content of its rows, for the functions that may read it. */
export function getContentTable(): Table {
  table ??= { ...getTable(), contents };
  return table;
}
