import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccessCheck } from '#local/access/access-check.ts';
import type { FunctionDefinition } from '#local/assembly/function-definition.ts';
import { type AwsEndpoint, type Services, startAwsEndpoint } from '#local/emulators/aws-endpoint.ts';
import { serveObjects } from '#local/emulators/objects/object-api.ts';
import { ObjectStore } from '#local/emulators/objects/object-store.ts';
import { openDatabase } from '#local/state/database.ts';

let dir: string;
let endpoint: AwsEndpoint;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'aid-test-'));
  endpoint = await startAwsEndpoint('test');
  const objects = new ObjectStore(['mail'], { dir }, openDatabase({ dir, ephemeral: false }));
  // Only objects are called here.
  endpoint.open({ objects, access: undefined } as unknown as Services);
});

afterAll(async () => {
  await endpoint.close();
  rmSync(dir, { recursive: true, force: true });
});

const options = () => ({
  endpoint: endpoint.url,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

test('S3: The SDK stores bytes unchanged under any key, and reads a range', async () => {
  const s3 = new S3Client(options());
  const bytes = Buffer.from([0, 255, 13, 10, 13, 10, 1]);
  for (const Key of ['inbound/abc', '../escape', 'ä b/+%?', '.hidden', 'x'.repeat(600)]) {
    await s3.send(new PutObjectCommand({ Bucket: 'mail', Key, Body: bytes, ContentType: 'message/rfc822' }));
    const { Body, ContentType } = await s3.send(new GetObjectCommand({ Bucket: 'mail', Key }));
    expect(Buffer.from((await Body?.transformToByteArray()) ?? [])).toEqual(bytes);
    expect(ContentType).toBe('message/rfc822');
  }
  const part = await s3.send(new GetObjectCommand({ Bucket: 'mail', Key: 'inbound/abc', Range: 'bytes=1-2' }));
  expect(await part.Body?.transformToByteArray()).toEqual(new Uint8Array([255, 13]));
  const wrong = { Bucket: 'mail', Key: 'inbound/abc', ResponseContentType: 'image/p\u0001ng' };
  await expect(s3.send(new GetObjectCommand(wrong))).rejects.toMatchObject({ name: 'InvalidArgument' });
  await s3.send(new DeleteObjectCommand({ Bucket: 'mail', Key: 'inbound/abc' }));
  const gone = new GetObjectCommand({ Bucket: 'mail', Key: 'inbound/abc' });
  await expect(s3.send(gone)).rejects.toMatchObject({ name: 'NoSuchKey' });
  expect(statSync(join(dir, 'buckets/mail/inbound%2Fabc'), { throwIfNoEntry: false })).toBeUndefined();
});

test('S3: An object under a key of the caller is stored encrypted, and only a call with the key reads it', async () => {
  const s3 = new S3Client(options());
  const object = { Bucket: 'mail', Key: 'inbound/encrypted' };
  const encryption = { SSECustomerAlgorithm: 'AES256', SSECustomerKey: randomBytes(32).toString('base64') };
  const other = { ...encryption, SSECustomerKey: randomBytes(32).toString('base64') };
  await s3.send(new PutObjectCommand({ ...object, Body: 'plain text', ...encryption }));
  expect(readFileSync(join(dir, 'buckets/mail/inbound%2Fencrypted')).includes('plain text')).toBe(false);
  const { Body, ContentLength } = await s3.send(new GetObjectCommand({ ...object, ...encryption }));
  expect([await Body?.transformToString(), ContentLength]).toEqual(['plain text', 10]);
  await expect(s3.send(new GetObjectCommand(object))).rejects.toMatchObject({ name: 'InvalidRequest' });
  await expect(s3.send(new GetObjectCommand({ ...object, ...other }))).rejects.toMatchObject({ name: 'AccessDenied' });
});

test('S3: An address is good for a body with its checksum and for its signed headers only', async () => {
  const s3 = new S3Client({ ...options(), requestChecksumCalculation: 'WHEN_SUPPORTED' });
  const object = { Bucket: 'mail', Key: 'inbound/addressed' };
  const statusOf = async (client: S3Client, command: PutObjectCommand, signed: string[] = []) => {
    const set = new Set(signed);
    const url = await getSignedUrl(client, command, { signableHeaders: set, unhoistableHeaders: set });
    return (await fetch(url, { method: 'PUT', body: 'a body' })).status;
  };
  // The checksum in the address is that of no body.
  expect(await statusOf(s3, new PutObjectCommand(object))).toBe(400);
  const without = new S3Client({ ...options(), requestChecksumCalculation: 'WHEN_REQUIRED' });
  expect(await statusOf(without, new PutObjectCommand(object))).toBe(200);
  expect(await statusOf(without, new PutObjectCommand({ ...object, IfNoneMatch: '*' }), ['if-none-match'])).toBe(403);
});

test('S3: The SDK tags an object, which its bytes and headers do not show', async () => {
  const s3 = new S3Client(options());
  const object = { Bucket: 'mail', Key: 'inbound/tagged' };
  const TagSet = [{ Key: 'mail', Value: 'unroutable' }];
  await expect(s3.send(new PutObjectTaggingCommand({ ...object, Tagging: { TagSet } }))).rejects.toMatchObject({
    name: 'NoSuchKey',
  });
  await s3.send(new PutObjectCommand({ ...object, Body: 'x', Metadata: { kept: 'yes' } }));
  await s3.send(new PutObjectTaggingCommand({ ...object, Tagging: { TagSet } }));
  expect((await s3.send(new GetObjectTaggingCommand(object))).TagSet).toEqual(TagSet);
  const { Body, Metadata } = await s3.send(new GetObjectCommand(object));
  expect([await Body?.transformToString(), Metadata]).toEqual(['x', { kept: 'yes' }]);
});

test('S3: Only a role that may list the bucket learns that an object is missing, as in AWS', async () => {
  const allow = (Action: string, Resource: string) => ({ Effect: 'Allow' as const, Action, Resource });
  const read = allow('s3:GetObject', 'arn:aws:s3:::mail/*');
  const list = allow('s3:ListBucket', 'arn:aws:s3:::mail');
  const roles = new Map([
    ['reader', [read]],
    ['lister', [read, list]],
  ]);
  const functions = [...roles.keys()].map((name) => ({ name, role: name }) as FunctionDefinition);
  const access = new AccessCheck(functions, roles, () => {});
  const store = new ObjectStore(['mail'], { dir }, openDatabase({ dir, ephemeral: true }));
  const server = createServer((request, response) => void serveObjects(request, response, store, access));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await store.put('mail', 'inbound/here', { bytes: Buffer.from('x') });
    for (const [accessKeyId, status, name] of [
      ['reader', 403, 'AccessDenied'],
      ['lister', 404, 'NoSuchKey'],
      ['person', 404, 'NoSuchKey'],
    ] as const) {
      const credentials = { accessKeyId, secretAccessKey: 'test' };
      const s3 = new S3Client({
        ...options(),
        endpoint: `http://127.0.0.1:${port}`,
        credentials,
        forcePathStyle: true,
      });
      const missing = { Bucket: 'mail', Key: 'inbound/missing' };
      await expect(s3.send(new GetObjectCommand(missing))).rejects.toMatchObject({ name });
      await expect(s3.send(new HeadObjectCommand(missing))).rejects.toMatchObject({
        $metadata: { httpStatusCode: status },
      });
      expect((await s3.send(new HeadObjectCommand({ ...missing, Key: 'inbound/here' }))).ContentLength).toBe(1);
    }
  } finally {
    server.close();
  }
});
