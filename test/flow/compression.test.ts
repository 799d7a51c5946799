import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { eventually } from '../support/eventually.ts';

/** A response as it was sent. `fetch` would decompress it. */
interface RawResponse {
  readonly encoding: string | undefined;
  readonly vary: string | undefined;
  readonly bytes: Buffer;
}

let organization: Organization;
let agent: Agent;
beforeAll(async () => {
  organization = await makeOrganization();
  agent = await makeAgent(organization);
  await organization.api.ok('putA2aSettings', { params: { id: agent.id }, body: { publicly_discoverable: true } });
  for (let count = 0; count < 4; count++) await sendMail({ to: agent.address, subject: 'Hello', text: 'Hello.' });
  await eventually(async () => {
    const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id } });
    expect(messages).toHaveLength(4);
  });
});

function get(path: string, acceptEncoding: string | undefined): Promise<RawResponse> {
  const headers = {
    authorization: `Bearer ${agent.key}`,
    ...(acceptEncoding && { 'accept-encoding': acceptEncoding }),
  };
  return new Promise((resolve, reject) => {
    request(sharedStack().baseUrl + path, { headers }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      const { 'content-encoding': encoding, vary } = response.headers;
      resolve({ encoding, vary, bytes });
    })
      .on('error', reject)
      .end();
  });
}

describe('compressed responses', () => {
  test.each([
    ['the description, which API Gateway buffers', () => '/v1/openapi.json'],
    ['the guide, which is a text', () => '/llms.txt'],
    ['a list of mail, which a function streams', () => `/v1/identities/${agent.id}/mail/messages`],
    ['an agent card, which may be cached', () => `/v1/identities/${agent.id}/a2a/agent-card.json`],
  ])('%s is compressed when it is asked for', async (_, path) => {
    const [plain, compressed, refused] = [
      await get(path(), undefined),
      await get(path(), 'gzip, deflate, br'),
      await get(path(), 'identity, gzip;q=0'),
    ];
    expect([plain.encoding, compressed.encoding, refused.encoding]).toEqual([undefined, 'gzip', undefined]);
    expect(gunzipSync(compressed.bytes).toString()).toBe(plain.bytes.toString());
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length);
    expect(refused.bytes).toEqual(plain.bytes);
  });

  test('A small response is sent as it is', async () => {
    const { encoding, bytes } = await get('/v1/health', 'gzip');
    expect([encoding, bytes.toString()]).toEqual([undefined, '{"status":"ok"}']);
  });
});
