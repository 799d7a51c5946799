import { createHash, createHmac } from 'node:crypto';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RequestHash } from '#shared/runtime/request-hash.ts';

afterEach(() => {
  vi.useRealTimers();
});

const bytes = fc.uint8Array({ maxLength: 300 });
const secret = fc.option(fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.uint8Array({ minLength: 1 })), {
  nil: undefined,
});

describe('the hash of a request', () => {
  test('Any pieces, with any secret or none, have the hash that Node gives them', async () => {
    await fc.assert(
      fc.asyncProperty(secret, fc.array(bytes, { maxLength: 4 }), async (key, pieces) => {
        const whole = Buffer.concat(pieces);
        const expected =
          key === undefined
            ? createHash('sha256').update(whole).digest('hex')
            : createHmac('sha256', key).update(whole).digest('hex');
        const hash = new RequestHash(key);
        for (const round of [1, 2]) {
          for (const piece of pieces) hash.update(piece);
          expect(Buffer.from(await hash.digest()).toString('hex'), `round ${round}`).toBe(expected);
          hash.reset();
        }
      }),
    );
  });

  test('A secret is read where it is in its buffer, also a second time', async () => {
    const buffer = Buffer.from('before secret behind');
    const key = new Uint8Array(buffer.buffer, buffer.byteOffset + 7, 6);
    const expected = createHmac('sha256', 'secret').update('text').digest('hex');
    for (const _ of [1, 2]) {
      const hash = new RequestHash(key);
      hash.update(Buffer.from('text'));
      expect(Buffer.from(await hash.digest()).toString('hex')).toBe(expected);
    }
  });
});

describe('a client that uses it', () => {
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' };
  const common = { region: 'eu-central-1', endpoint: 'https://service.test', credentials };
  const variants = [{}, { sha256: RequestHash }];

  /** Keeps the headers of the request that it gets, and sends nothing. */
  class KeepHeaders {
    headers: Record<string, string> = {};
    async handle(request: { headers: Record<string, string> }): Promise<never> {
      this.headers = request.headers;
      throw new Error('not sent');
    }
  }

  /** Gives each request the same id, which is random otherwise and is signed too. */
  const setId =
    <A extends { readonly request: unknown }, R>(next: (args: A) => R) =>
    (args: A): R => {
      Object.assign((args.request as { headers: object }).headers, { 'amz-sdk-invocation-id': 'fixed' });
      return next(args);
    };
  function withFixedId<T extends DynamoDBClient | S3Client>(client: T): T {
    const options = { relation: 'before', toMiddleware: 'httpSigningMiddleware', name: 'fixedId' } as const;
    const { middlewareStack } = client as DynamoDBClient;
    middlewareStack.addRelativeTo(setId, options);
    return client;
  }

  test.each<[string, (options: object) => Promise<unknown>]>([
    [
      'DynamoDB',
      (options) =>
        withFixedId(new DynamoDBClient(options)).send(
          new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'ü' } } }),
        ),
    ],
    [
      'S3',
      (options) =>
        withFixedId(new S3Client(options)).send(
          new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: Buffer.from('bytes') }),
        ),
    ],
  ])('A request to %s has the signature that it has without it', async (_, send) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 2), toFake: ['Date'] });
    const [own, other] = await Promise.all(
      variants.map(async (variant) => {
        const requestHandler = new KeepHeaders();
        await expect(send({ ...common, ...variant, requestHandler, maxAttempts: 1 })).rejects.toThrow('not sent');
        const { authorization, 'x-amz-content-sha256': payload } = requestHandler.headers;
        return { authorization, payload };
      }),
    );
    expect(own?.authorization).toMatch(/^AWS4-HMAC-SHA256 .*Signature=[0-9a-f]{64}$/);
    expect(other).toEqual(own);
  });

  test('Links have the signature that they have without it', async () => {
    const signingDate = new Date(Date.UTC(2026, 0, 2));
    const [own, other] = await Promise.all(
      variants.map((options) =>
        getSignedUrl(new S3Client({ ...common, ...options }), new GetObjectCommand({ Bucket: 'b', Key: 'k' }), {
          signingDate,
        }),
      ),
    );
    expect(own).toContain('X-Amz-Signature=');
    expect(other).toBe(own);
  });
});
