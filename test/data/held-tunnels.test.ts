import { beforeEach, expect, test, vi } from 'vitest';
import { handler as connections } from '#functions/workers/connections/index.ts';
import { findTarget, findTunnel } from '#shared/data/entities/tunnel/tunnel.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';
import { INVOCATION } from '../support/invocation.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

type Json = Record<string, unknown>;

const engine = useEngine();
const { office, api } = useApprovals(engine);

beforeEach(() => {
  vi.stubEnv('TUNNEL_URL', 'https://tunnels.example');
  vi.stubEnv('SOCKET_URL', 'wss://sockets.example/test');
  vi.stubEnv('LIMITS', '{}');
});

/** An agent, the tunnels of which are held as the settings say. */
async function tunnelOffice(settings: Json = { tunnel: 'always' }) {
  const made = await office(settings);
  const { organization, agent } = made;
  await verifyOrganization(engine.table, organization.id);
  const create = (body: Json = {}, call: { key?: string; idempotencyKey?: string } = {}) =>
    api().call('createTunnel', { key: agent.key, body: { name: 'Preview', ...body }, ...call });
  const addressOf = (url: string) => url.split('/').at(-2) ?? '';
  return {
    ...made,
    create,
    held: async (body: Json = {}) => {
      const { status, body: held } = await create(body);
      expect([status, held.status], JSON.stringify(held)).toEqual([202, 'held']);
      return { tunnel: held, approval: await made.read(held.approval_id ?? '') };
    },
    get: (id: string) => api().call('getTunnel', { key: agent.key, params: { id } }),
    /** Whether anything of the tunnel is stored that a client or a public request would find. */
    exists: async ({ id, public_url: url }: { id: string; public_url: string }) => {
      const [tunnel, target] = await Promise.all([
        findTunnel(engine.table, organization.id, id),
        findTarget(engine.table, addressOf(url), { strong: true }),
      ]);
      expect(tunnel === undefined).toBe(target === undefined);
      return tunnel !== undefined;
    },
    /** The response to the handshake of a client. */
    connect: (id: string) => {
      const requestContext = { eventType: 'CONNECT', connectionId: id, identity: { sourceIp: '192.0.2.1' } };
      const headers = { Authorization: `Bearer ${agent.key}` };
      return connections({ headers, queryStringParameters: { tunnel: id }, requestContext } as never, INVOCATION);
    },
    ok: ({ id, content_hash }: { id: string; content_hash: string }) => made.approve(id, { content_hash }),
  };
}

test('A held tunnel does not exist, and its agent connects to it when it is approved', async () => {
  const { held, exists, get, connect, ok, events, agent } = await tunnelOffice();
  const { tunnel, approval } = await held({ name: 'The shop\u200b', metadata: { team: 'sales' } });
  expect(approval).toMatchObject({
    kind: 'tunnel',
    subject_id: tunnel.id,
    preview: {
      summary: 'Tunnel The shop with a public address at tunnels.example',
      reasons: [{ code: 'always' }],
      mail: null,
      lease: null,
      tunnel: { name: 'The shop', host: 'tunnels.example', metadata: { team: 'sales' } },
    },
  });
  expect(JSON.stringify(approval)).not.toContain(tunnel.public_url);
  expect([await exists(tunnel), (await get(tunnel.id)).status]).toEqual([false, 404]);
  expect(await connect(tunnel.id)).toMatchObject({ statusCode: 404 });

  expect((await ok(approval)).body).toMatchObject({ status: 'approved' });
  const { approval_id: _, ...record } = tunnel;
  expect((await get(tunnel.id)).body).toEqual({ ...record, status: 'active' });
  expect(await exists(tunnel)).toBe(true);
  expect(await connect(tunnel.id)).toMatchObject({ statusCode: 200 });
  expect((await events()).map(({ type, identity_id, payload }) => [type, identity_id, payload.subjectId])).toEqual([
    ['approval.requested', agent.id, tunnel.id],
    ['approval.decided', agent.id, tunnel.id],
  ]);
});

test('A denied, an expired and a canceled tunnel never exist', async () => {
  const { held, exists, ok, deny, suspend, reinstate } = await tunnelOffice();
  const denied = await held({ name: 'one' });
  expect((await deny(denied.approval.id, { reason: 'Not today.' })).body.status).toBe('denied');
  expect((await ok(denied.approval)).body.error).toMatchObject({ code: 'approval.closed' });
  const expired = await held({ name: 'two' });
  api().now = () => Date.now() + 8 * DAY;
  expect((await ok(expired.approval)).body.error).toMatchObject({ code: 'approval.closed' });
  api().now = Date.now;
  const canceled = await held({ name: 'three' });
  await suspend();
  await reinstate();
  expect((await ok(canceled.approval)).body.error).toMatchObject({ code: 'approval.closed' });
  for (const { tunnel } of [denied, expired, canceled]) expect(await exists(tunnel)).toBe(false);
});

test('What is approved is what was seen: another hash and edits are refused', async () => {
  const { held, exists, approve } = await tunnelOffice();
  const { tunnel, approval } = await held();
  const { id, content_hash } = approval;
  const other = await approve(id, {
    content_hash: content_hash.replace(/^./, (first: string) => (first === '0' ? '1' : '0')),
  });
  expect(other.body.error).toMatchObject({ code: 'approval.changed' });
  const edited = await approve(id, { content_hash, edits: { subject: 'Another name' } });
  expect([edited.status, edited.body.error]).toMatchObject([400, { message: expect.stringContaining('edits') }]);
  expect(await exists(tunnel)).toBe(false);
});

test('A tunnel beyond the limit at its approval fails, and so does one on another host', async () => {
  const { held, exists, ok, create, organization } = await tunnelOffice();
  api().limits.tunnelsPerOrganization = 1;
  const [first, second] = [await held({ name: 'one' }), await held({ name: 'two' })];
  expect((await create({}, { key: organization.key })).status).toBe(201);
  const { body } = await ok(first.approval);
  expect([body.status, body.reason]).toEqual(['failed', expect.stringMatching(/^usage\.tunnel_limit: /)]);
  expect((await create({ name: 'three' })).body.error).toMatchObject({ code: 'usage.tunnel_limit' });
  vi.stubEnv('TUNNEL_URL', 'https://elsewhere.example');
  expect((await ok(second.approval)).body).toMatchObject({
    status: 'failed',
    reason: 'Tunnels have another host now.',
  });
  for (const { tunnel } of [first, second]) expect(await exists(tunnel)).toBe(false);
});

test('Approvals at once do not exceed the limit of tunnels', async () => {
  const { held, exists, ok } = await tunnelOffice();
  api().limits.tunnelsPerOrganization = 2;
  const waiting = [];
  for (const name of ['one', 'two', 'three', 'four']) waiting.push(await held({ name }));
  const replies = await Promise.all(waiting.map(({ approval }) => ok(approval)));
  expect(replies.map(({ body }) => body.status).sort()).toEqual(['approved', 'approved', 'failed', 'failed']);
  const existing = await Promise.all(waiting.map(({ tunnel }) => exists(tunnel)));
  expect(existing).toEqual(replies.map(({ body }) => body.status === 'approved'));
});

test('Of people who decide about the same tunnel at once, one decision takes effect', async () => {
  const { held, ok, deny, exists, events } = await tunnelOffice();
  const { tunnel, approval } = await held();
  const [one, two, denied] = await Promise.all([ok(approval), ok(approval), deny(approval.id)]);
  expect([one.status, two.status]).toEqual(denied.status === 200 ? [409, 409] : [200, 200]);
  expect(await exists(tunnel)).toBe(denied.status !== 200);
  expect((await events()).map(({ type }) => type)).toEqual(['approval.requested', 'approval.decided']);
});

test('An approval and a suspension at once: no client connects after it', async () => {
  const { held, ok, suspend, read, exists, connect } = await tunnelOffice();
  const { tunnel, approval } = await held();
  const [approved] = await Promise.all([ok(approval), suspend()]);
  expect((await read(approval.id)).status).toBe(approved.status === 200 ? 'approved' : 'canceled');
  expect(await exists(tunnel)).toBe(approved.status === 200);
  expect(await connect(tunnel.id)).toMatchObject({ statusCode: 403 });
});

test('The same tunnel asked for many times at once is held once, and after a decision it is another one', async () => {
  const { create, ok, read } = await tunnelOffice();
  const replies = await Promise.all(Array.from({ length: 4 }, () => create()));
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  const [{ body } = { body: { id: '', approval_id: '', public_url: '' } }] = replies;
  expect(new Set(replies.map((one) => one.body.public_url)).size).toBe(1);
  expect((await create({ metadata: { team: 'sales' } })).body.id).not.toBe(body.id);
  await ok(await read(body.approval_id ?? ''));
  expect((await create()).body).toMatchObject({ status: 'held', id: expect.not.stringMatching(body.id) });
});

test('A request with the same idempotency key gets the same reply, also after the decision', async () => {
  const { create, ok, read, exists } = await tunnelOffice();
  const first = await create({}, { idempotencyKey: 'one' });
  await ok(await read(first.body.approval_id ?? ''));
  const again = await create({}, { idempotencyKey: 'one' });
  expect([again.status, again.body]).toEqual([202, first.body]);
  expect(await exists(first.body)).toBe(true);
});

test('The tunnels of a new agent are held, and what a person creates is not', async () => {
  const { create, organization, agent } = await tunnelOffice({ hold_days: 2 });
  expect((await create()).body.status).toBe('held');
  expect((await create({ identity_id: agent.id }, { key: organization.key })).status).toBe(201);
  api().now = () => Date.now() + 3 * DAY;
  expect((await create()).status).toBe(201);
});

test('The audit has a tunnel that was created, and none that was asked for', async () => {
  const { held, create, organization } = await tunnelOffice();
  await held();
  const { body: made } = await create({}, { key: organization.key });
  const { body } = await api().call('listAudit', { key: organization.key, query: { action: 'createTunnel' } });
  expect(body.entries.map(({ target }: { target: Json }) => target.id)).toEqual([made.id]);
});

test('Approved tunnels are listed page by page, each once', async () => {
  const { held, ok, agent } = await tunnelOffice();
  const [first, second] = [await held({ name: 'one' }), await held({ name: 'two' })];
  await ok(second.approval);
  await ok(first.approval);
  const names: unknown[] = [];
  let before: string | undefined;
  for (let pages = 0; pages < 4; pages++) {
    const query: Record<string, string> = { limit: '1', ...(before !== undefined && { before }) };
    const { body } = await api().call('listTunnels', { key: agent.key, query });
    names.push(...body.tunnels.map(({ name }: { name: string | null }) => name));
    before = body.tunnels[0]?.created_at;
    if (before === undefined) break;
  }
  expect(names).toEqual(['two', 'one']);
});
