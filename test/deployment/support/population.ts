import { expect } from 'vitest';
import { covering } from '../../compatibility/covering.ts';
import { StateClient, send } from '../../compatibility/writer/state-client.ts';
import type { StateRecord } from '../../compatibility/writer/state-record.ts';
import { writeAccess } from '../../compatibility/writer/write-agents.ts';
import { writeVault } from '../../compatibility/writer/write-vault.ts';
import type { Account } from './engine.ts';
import { type Tenant, Walk } from './walk.ts';

/** Longer than a row may be, so that it is stored in the bucket. */
const LARGE = 'ä😀 large content '.repeat(8_000);

/** What a release has written to a stage, and what each read of it returned. */
export interface Population {
  readonly tenant: Tenant;
  readonly record: StateRecord;
  readonly before: readonly unknown[];
}

/**
 * Writes organizations, agents, keys, endpoints, a sent email, contacts, rules, tasks with large content, invitations,
 * and everything of the vault. What the engine lacks is missing: WebSockets, received mail and its outcomes, and DNS.
 */
export async function populate(account: Account, url: string): Promise<Population> {
  const walk = new Walk(account, url);
  const tenant = await walk.tenant();
  const { orgKey, agentKey, agentId } = tenant;
  const client = new StateClient({ url, smtpPort: 0, receiver: 'https://receiver.invalid', state: 'settled' });
  await writeVault(client);
  const [ours, theirs] = await Promise.all([client.organization(), client.organization()]);
  const [caller, stranger] = await Promise.all([client.agent(ours), client.agent(theirs)]);
  await writeAccess(client, ours, theirs, caller, stranger);

  const peer = await client.ok('POST', '/v1/identities', orgKey, { handle: `p-${agentId.slice(-12).toLowerCase()}` });
  const task = await client.repeatable('/v1/a2a/tasks', agentKey, {
    to_identity_id: peer.id,
    parts: [{ text: LARGE }],
  });
  await client.ok('POST', '/v1/contacts', agentKey, { display_name: 'Ada', emails: ['ada@example.com'] });
  const mail = `/v1/identities/${agentId}/mail`;
  const sent = await client.repeatable(`${mail}/send`, agentKey, {
    to: 'bob@elsewhere.example',
    subject: 'x',
    text: 'x',
  });
  await client.until(async () => {
    const { status } = await client.ok('GET', `${mail}/messages/${sent.id}`, agentKey);
    return status === 'sent' ? true : undefined;
  }, 'a sent email');

  client.reads(orgKey, '/v1/identities', '/v1/contacts', '/v1/api-keys', '/v1/events?limit=100');
  client.reads(agentKey, `/v1/a2a/tasks/${task.id}`, '/v1/a2a/tasks', `${mail}/messages`, `${mail}/threads`);
  client.later('a large message is continued', 'POST', `/v1/a2a/tasks/${task.id}/messages`, agentKey, { message: 'y' });
  // The directory is of all organizations, so it has more with each population.
  const reads = client.record.reads.filter(({ path }) => !path.startsWith('/v1/a2a/directory'));
  const before = await Promise.all(reads.map((read) => send(url, read)));
  expect(before.filter(({ status }) => status !== 200)).toEqual([]);
  return { tenant, record: { ...client.record, reads }, before: before.map(({ reply }) => reply) };
}

/** How the replies of the other release may differ: by members that the older one does not know. */
export const than = {
  newer: (before: unknown, after: unknown) => expect(after).toEqual(covering(before)),
  older: (before: unknown, after: unknown) => expect(before).toEqual(covering(after)),
};

/** Reads everything again, and repeats the requests with an idempotency key. Returns what it did, in words. */
export async function expectServed(
  url: string,
  { tenant, record, before }: Population,
  compare: (before: unknown, after: unknown) => void,
): Promise<string> {
  const { webhooks } = await send(url, { method: 'GET', path: '/v1/webhooks', key: tenant.orgKey }).then(
    ({ reply }) => reply,
  );
  expect(webhooks).toHaveLength(1);
  for (const [at, request] of record.reads.entries()) {
    const { status, reply } = await send(url, request);
    expect(status, `${request.path}: ${JSON.stringify(reply)}`).toBe(200);
    compare(before[at], reply);
  }
  for (const { status, reply, ...request } of record.repeats) {
    const again = await send(url, request);
    expect([again.status, again.reply], request.path).toEqual([status, reply]);
  }
  return `${record.reads.length + 1} reads, ${record.repeats.length} repeated requests`;
}

/** Changes what was written. Returns what it did, in words. */
export async function expectUsable(url: string, { record: { acts } }: Population): Promise<string> {
  const failed: string[] = [];
  for (const { name, status, ...request } of acts) {
    const { status: found, text } = await send(url, request);
    const isDone = status === undefined ? found < 300 : found === status;
    if (!isDone) failed.push(`${name}: ${found} ${text}`);
  }
  expect(failed).toEqual([]);
  return `${acts.length} requests: ${acts.map(({ name }) => name).join(', ')}`;
}
