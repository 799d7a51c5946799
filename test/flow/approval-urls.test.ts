import { expect, test } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';
import { newAgent, readMessage } from '../support/sending-agent.ts';

/** What a link, a prefetch, a scanner or a page of another site can send without a key. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What does not decide even with the key of a person. */
const READING = ['GET', 'HEAD', 'OPTIONS'] as const;

test('Fault 4, decided by a scanner: over HTTP no method without a key and no GET decides, at any address of approvals', async () => {
  const { organization, agent } = await newAgent();
  await organization.api.ok('setApprovalSettings', { body: { mail: 'always' } });
  const body = { to: 'ada@elsewhere.example', subject: 'Hello', text: 'The text.' };
  const sent = await agent.api.ok('sendMail', { params: { id: agent.id }, body });
  const id = sent.approval_id ?? '';
  const { content_hash } = await organization.api.ok('getApproval', { params: { id } });

  const addresses = ['', `/${id}`, `/${id}/approve`, `/${id}/deny`].map(
    (path) => `${sharedStack().baseUrl}/v1/approvals${path}`,
  );
  const statuses = async (methods: readonly string[], headers: Record<string, string>, query = '') => {
    const found: number[] = [];
    for (const address of addresses) {
      for (const method of methods) {
        const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
        const response = await fetch(address + query, {
          method,
          redirect: 'manual',
          headers: { 'content-type': 'application/json', ...headers },
          ...(hasBody && { body: JSON.stringify({ content_hash }) }),
        });
        await response.arrayBuffer();
        found.push(response.status);
      }
    }
    return found;
  };
  const query = `?content_hash=${content_hash}&key=${organization.key}`;
  const cookie = { cookie: `session=${organization.key}`, origin: 'https://elsewhere.example' };
  for (const status of await statuses(METHODS, cookie, query)) expect([401, 403, 404, 405]).toContain(status);
  const reads = await statuses(READING, { authorization: `Bearer ${organization.key}` });
  // The lists and the approval are read, and the addresses that decide have nothing to read.
  expect(reads.filter((status) => status < 300).length).toBeGreaterThan(0);
  for (const status of reads.slice(2 * READING.length)) expect(status).toBeGreaterThanOrEqual(400);

  expect(await organization.api.ok('getApproval', { params: { id } })).toMatchObject({
    status: 'pending',
    content_hash,
  });
  expect(await readMessage(agent, sent.id)).toMatchObject({ status: 'held' });
});
