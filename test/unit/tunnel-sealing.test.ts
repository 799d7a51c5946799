import { createHash, randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { Reply } from '#shared/data/entities/tunnel/tunnel-reply.ts';
import { DataKey } from '#shared/runtime/data-key.ts';
import { Keyring } from '#shared/runtime/keyring.ts';
import { uploadAddress } from '#shared/services/tunnels/body-store.ts';
import { bodyKey, newRequestId } from '#shared/services/tunnels/request-id.ts';
import { openReply, sealReply } from '#shared/services/tunnels/sealed-reply.ts';

const bytes = [randomBytes(32), randomBytes(32)] as const;
const versions = (count: number) =>
  new Keyring({
    dataKeys: bytes.slice(0, count).map((one, index) => new DataKey(index + 1, one)),
    reload: async () => {},
  });
const PLACE = { tunnelId: 'tun_1', requestId: 'one', sequence: 0 };

const REPLIES: Reply[] = [
  { kind: 'head', status: 200, headers: [['x-secret', 'of the server']], more: false },
  { kind: 'head', status: 200, headers: [['__proto__', 'a']], more: true, body: Buffer.from('secret of the server') },
  { kind: 'head', status: 200, headers: [], more: false, stored: 'responses/tun_1/one' },
  { kind: 'piece', body: randomBytes(73_728), more: true },
  { kind: 'piece', body: Buffer.alloc(0), more: false },
  { kind: 'failure', message: 'secret of the client', isTooLarge: true },
];

test.each(REPLIES)('A message of a response is sealed for its row, and opens there only (%o)', async (reply) => {
  const keyring = versions(1);
  const sealed = sealReply(keyring, PLACE, reply);
  expect(Object.keys(sealed)).toEqual(['sealed']);
  expect(Buffer.from(sealed.sealed).includes('secret')).toBe(false);
  expect(await openReply(versions(2), PLACE, sealed)).toEqual(reply);
  for (const elsewhere of [{ tunnelId: 'tun_2' }, { requestId: 'two' }, { sequence: 1 }]) {
    await expect(openReply(keyring, { ...PLACE, ...elsewhere }, sealed)).rejects.toThrow();
  }
});

test('All functions find the same key of a body, also while the data key is replaced', async () => {
  const id = newRequestId(versions(1), 'tun_1', Date.now());
  const key = await bodyKey(versions(1), 'tun_1', id);
  expect(key).toHaveLength(32);
  expect(await bodyKey(versions(2), 'tun_1', id)).toEqual(key);
  const later = newRequestId(versions(2), 'tun_1', Date.now());
  const laterKey = await bodyKey(versions(2), 'tun_1', later);
  expect([laterKey.length, laterKey.toString()]).not.toEqual([32, key.toString()]);
  expect(laterKey).toHaveLength(32);
});

test('An upload is signed for its length and its key, and for no checksum', async () => {
  vi.stubEnv('TUNNEL_BUCKET', 'bodies');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const key = randomBytes(32);
  const { url, headers } = await uploadAddress('responses/tun_1/one', { size: 100_000, key });
  const query = new URL(url).searchParams;
  expect([...query.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  expect(headers).toEqual({
    'if-none-match': '*',
    'x-amz-server-side-encryption-customer-algorithm': 'AES256',
    'x-amz-server-side-encryption-customer-key': key.toString('base64'),
    'x-amz-server-side-encryption-customer-key-md5': createHash('md5').update(key).digest('base64'),
  });
  const signed = query.get('X-Amz-SignedHeaders')?.split(';');
  expect(signed).toEqual(expect.arrayContaining(['content-length', 'host', ...Object.keys(headers)]));
  expect(url).not.toContain(encodeURIComponent(key.toString('base64')));
});
