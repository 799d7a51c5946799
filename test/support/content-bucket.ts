import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, GetObjectTaggingCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { startAwsEndpoint } from '#local/emulators/aws-endpoint.ts';
import { ObjectStore } from '#local/emulators/objects/object-store.ts';
import { openDatabase } from '#local/state/database.ts';
import type { Table } from '#shared/data/table-client.ts';
import { getContentTable } from '#shared/runtime/content-store.ts';

const BUCKET = 'content';

/** The bucket with the large content of rows. */
export interface ContentBucket {
  /** The engine's table with the content store of the functions. */
  behind(engine: { readonly table: Table }): { readonly table: Table };
  /** The object keys with content of an organization. */
  keysOf(prefix: 'tasks/' | 'events/' | 'replies/', organizationId: string): Promise<string[]>;
  read(key: string): Promise<string>;
  /** Stores other bytes in an object. */
  overwrite(key: string, text: string): Promise<unknown>;
  remove(key: string): Promise<void>;
  isUnused(key: string): Promise<boolean>;
}

/** Runs the object store of the local profile for a test file. Sets the environment of the client under test. */
export function useContentBucket(): ContentBucket {
  let store: ObjectStore;
  let client: S3Client;
  let stop = async () => {};

  beforeAll(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'aid-test-'));
    const database = openDatabase({ dir, ephemeral: false });
    store = new ObjectStore([BUCKET], { dir }, database);
    const endpoint = await startAwsEndpoint('test');
    // Only S3 is called.
    endpoint.open({ objects: store, access: undefined } as Parameters<typeof endpoint.open>[0]);
    process.env.CONTENT_BUCKET = BUCKET;
    process.env.AWS_ENDPOINT_URL_S3 = endpoint.url;
    client = new S3Client({ endpoint: endpoint.url, forcePathStyle: true });
    stop = async () => {
      client.destroy();
      await endpoint.close();
      database.close();
      rmSync(dir, { recursive: true, force: true });
    };
  });
  afterAll(() => stop());

  return {
    behind: (engine) => ({
      get table() {
        return { ...engine.table, contents: getContentTable().contents };
      },
    }),
    async keysOf(prefix, organizationId) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: BUCKET, Prefix: `${prefix}${organizationId}/` }),
      );
      return Contents.map(({ Key = '' }) => Key);
    },
    async read(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
      return (await Body?.transformToString()) ?? '';
    },
    overwrite: (key, text) => store.put(BUCKET, key, { bytes: Buffer.from(text) }),
    remove: (key) => store.delete(BUCKET, key),
    async isUnused(key) {
      const { TagSet = [] } = await client.send(new GetObjectTaggingCommand({ Bucket: BUCKET, Key: key }));
      return TagSet.some(({ Key, Value }) => Key === 'content' && Value === 'unused');
    },
  };
}
