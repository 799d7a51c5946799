import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dueTime } from '#shared/data/due-index.ts';
import { PREFIX } from '#shared/data/table.ts';
import { checkOutLast } from '#testing/release-checkout.ts';
import { ROOT, type Stack, startStack } from '#testing/stack.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { eventually, settleDelay } from '../support/eventually.ts';
import { changeRow } from './stack-table.ts';
import { stateSettings } from './state-settings.ts';
import { type Body, freshName, StateClient } from './writer/state-client.ts';

/**
 * What waits for a person while a stage is upgraded from the last release, taken back to it and upgraded again: nothing
 * of it happens meanwhile, and each decision takes effect exactly once afterwards.
 *
 * See: docs/releasing.md#what-a-change-may-store; docs/decisions/0087-one-gate.md.
 */
const TIMEOUT_MS = 1_800_000;

/** Longer than from one sweep to the next. */
const A_SWEEP_MS = 65_000;

/** Without progress for this long, an email is not sent that a killed release was sending. */
const LEASE_AND_SWEEPS_MS = 200_000;

const PASSWORD = 'correct horse battery';
const MAIL = { to: 'bob@elsewhere.example', text: 'Hello' };

let engine: Engine;
let folder: string;
let settings: Readonly<Record<string, string>>;

beforeAll(async () => {
  engine = await startEngine();
  folder = mkdtempSync(join(tmpdir(), 'aid-held-actions-'));
  // A release that was killed while it sent an email leaves it to the next one after this time.
  settings = { ...(await stateSettings(engine.endpoint, folder)), AID_SENDING_LEASE_SECONDS: '10' };
});

afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs one release on the state. With `kill`, it ends in the middle of what it does. */
async function running<T>(root: string, work: (client: StateClient) => Promise<T>, end: 'stop' | 'kill' = 'stop') {
  const stack: Stack = await startStack(settings, { root });
  const options = { url: stack.baseUrl, smtpPort: stack.smtpPort, receiver: '', state: 'settled' } as const;
  try {
    return await work(new StateClient(options));
  } finally {
    await stack[end]();
  }
}

/** The subjects of all emails that the recipient got: one that was sent twice is there twice. */
async function sentTo(client: StateClient): Promise<string[]> {
  const { messages } = await client.ok('GET', '/_local/outbox');
  return messages
    .filter(({ to }: Body) => to.includes(MAIL.to))
    .map(({ subject }: Body) => subject)
    .sort();
}

/** What the last release has before the upgrade. */
async function settle(client: StateClient) {
  const founder = `${freshName('founder')}@example.com`;
  const signup = {
    organization_name: 'Works',
    organization_slug: freshName('org'),
    email: founder,
    password: PASSWORD,
  };
  await client.ok('POST', '/v1/auth/signup', undefined, signup);
  const verified = { email: founder, code: await client.mailedCode(founder) };
  const made = await client.ok('POST', '/v1/auth/signup/verify', undefined, verified);
  const organization = { id: made.organization.id, key: made.api_key, slug: made.organization.slug };
  const other = await client.organization();
  const [agent, leaving, stopped, writer] = await Promise.all([
    client.agent(organization),
    client.agent(organization),
    client.agent(organization),
    client.agent(other),
  ]);
  const secret = await client.ok('POST', '/v1/vault/secrets', agent.key, { name: 'Mail server', value: 'the value' });
  return { organization, agent, leaving, stopped, writer, secretId: secret.id as string };
}

type Settled = Awaited<ReturnType<typeof settle>>;

/** Holds emails and leases by the present release, schedules a draft, and approves one email and one lease. */
async function hold(client: StateClient, settled: Settled) {
  const { organization, agent, leaving, stopped, writer, secretId } = settled;
  const { key } = organization;
  await client.ok('PUT', '/v1/approval-settings', key, { mail: 'always', vault: 'always' });
  const email = async (subject: string, by = agent) => {
    const held = await client.ok('POST', `/v1/identities/${by.id}/mail/send`, by.key, { ...MAIL, subject });
    expect(held).toMatchObject({ status: 'held', approval_id: expect.stringMatching(/^apr_/) });
    return held as { id: string; approval_id: string };
  };
  const lease = async (purpose: string) => {
    const asked = { secret_id: secretId, max_uses: 1, ttl_seconds: 86_400, purpose };
    const held = await client.ok('POST', '/v1/vault/leases', agent.key, asked);
    expect(held.status).toBe('held');
    expect(held).not.toHaveProperty('lease_token');
    return held as { id: string; approval_id: string };
  };
  const emails = {
    approved: await email('Approved'),
    edited: await email('To be edited'),
    denied: await email('Denied'),
    expired: await email('Expired'),
    canceled: await email('Canceled', leaving),
    refused: await email('Refused', stopped),
    inFlight: await email('In flight'),
  };
  const leases = { waiting: await lease('Waiting'), approved: await lease('Approved'), denied: await lease('Denied') };

  const approver = `${freshName('approver')}@example.com`;
  await client.ok('POST', '/v1/members', key, { email: approver, role: 'approver' });
  const invitation = { email: approver, code: await client.mailedCode(approver), password: PASSWORD };
  await client.ok('POST', '/v1/auth/invitation', undefined, invitation);

  const drafts = `/v1/identities/${writer.id}/mail/drafts`;
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const scheduled = { ...MAIL, subject: 'Scheduled', send_at: at };
  const { id: draft } = await client.ok('POST', drafts, writer.key, scheduled);
  const { id: open } = await client.ok('POST', drafts, writer.key, { ...MAIL, subject: 'Open draft' });

  await client.ok('POST', `/v1/identities/${leaving.id}/suspend`, key, {});
  for (const { approval_id: id } of [leases.approved, emails.inFlight]) await approve(client, id, key);
  return { emails, leases, approver, draft: draft as string, open: open as string, drafts };
}

type Held = Awaited<ReturnType<typeof hold>>;

async function approve(client: StateClient, id: string, key: string, edits?: object): Promise<Body> {
  const { content_hash } = await client.ok('GET', `/v1/approvals/${id}`, key);
  return client.ok('POST', `/v1/approvals/${id}/approve`, key, { content_hash, edits });
}

const statusOf = async (client: StateClient, { id, key }: Settled['agent'], message: string): Promise<string> =>
  (await client.ok('GET', `/v1/identities/${id}/mail/messages/${message}`, key)).status;

/** Works with the last release while the actions wait. The times of an approval and of the draft pass. */
async function workOnOldRelease(client: StateClient, settled: Settled, held: Held): Promise<void> {
  const { organization, agent, leaving, stopped, writer } = settled;
  const { emails, leases } = held;
  const past = Date.now() - 60_000;
  const approval = { pk: `${PREFIX.approval}${organization.id}`, sk: emails.expired.approval_id };
  await changeRow(engine, approval, { expiresAt: past, due_at: dueTime(past) });
  const draft = { pk: `${PREFIX.mailDraft}${writer.id}`, sk: held.draft };
  await changeRow(engine, draft, { sendAt: past, due_at: dueTime(past) });

  for (const { id } of Object.values(leases)) {
    const token = { lease_token: `lt_${'a'.repeat(43)}` };
    await client.refused('POST', `/v1/vault/leases/${id}/redeem`, agent.key, token);
  }
  await client.refused('GET', '/v1/approvals', organization.key);
  await client.refused('POST', '/v1/auth/login', undefined, { email: held.approver, password: PASSWORD });
  const approved = `/v1/identities/${agent.id}/mail/messages/${emails.approved.id}`;
  await client.ok('PATCH', approved, agent.key, { is_read: true });
  await client.ok('POST', `/v1/identities/${leaving.id}/reinstate`, organization.key, {});
  await client.ok('POST', `/v1/identities/${stopped.id}/suspend`, organization.key, {});
  // Nothing holds it here, and it shows that emails are sent. What was approved before is sent, too.
  await client.ok('POST', `/v1/identities/${writer.id}/mail/send`, writer.key, { ...MAIL, subject: 'By the last' });
  await settleDelay(A_SWEEP_MS);
  await eventually(async () => expect(await sentTo(client)).toEqual(['By the last', 'In flight']), LEASE_AND_SWEEPS_MS);
  for (const { id } of [emails.approved, emails.edited, emails.denied, emails.expired]) {
    expect(await statusOf(client, agent, id)).toBe('held');
  }
}

async function decideEmails(client: StateClient, { organization, agent }: Settled, held: Held) {
  const { emails, leases } = held;
  const login = { email: held.approver, password: PASSWORD };
  const { token } = await client.ok('POST', '/v1/auth/login', undefined, login);
  const list = async (status: string) => {
    const { approvals } = await client.ok('GET', `/v1/approvals?status=${status}`, token);
    return approvals.map(({ id }: Body) => id).sort();
  };
  const pending = [emails.approved, emails.edited, emails.denied, emails.refused, leases.waiting, leases.denied];
  expect(await list('pending')).toEqual(pending.map(({ approval_id }) => approval_id).sort());
  await eventually(async () => {
    expect(await list('expired')).toEqual([emails.expired.approval_id]);
    expect(await list('canceled')).toEqual([emails.canceled.approval_id]);
    expect(await statusOf(client, agent, emails.expired.id)).toBe('denied');
  }, 3 * A_SWEEP_MS);

  // Twice at once, and again: one of them sends.
  const { approval_id: id } = emails.approved;
  const replies = await Promise.all([approve(client, id, token), approve(client, id, organization.key)]);
  for (const reply of [...replies, await approve(client, id, token)]) expect(reply.status).toBe('approved');
  await approve(client, emails.edited.approval_id, token, { subject: 'Edited' });
  await client.ok('POST', `/v1/approvals/${emails.denied.approval_id}/deny`, token, { reason: 'No.' });
  for (const { approval_id } of [emails.denied, emails.expired, emails.canceled]) {
    const { content_hash } = await client.ok('GET', `/v1/approvals/${approval_id}`, token);
    await client.refused('POST', `/v1/approvals/${approval_id}/approve`, token, { content_hash });
  }
  await client.refused('POST', `/v1/approvals/${id}/deny`, token, {});
  expect(await statusOf(client, agent, emails.denied.id)).toBe('denied');
  // The last release has suspended its agent, and knows no approvals that it could cancel.
  expect(await approve(client, emails.refused.approval_id, token)).toMatchObject({ status: 'failed' });
  return token as string;
}

async function decideLeases(client: StateClient, { agent }: Settled, { leases }: Held, token: string): Promise<void> {
  await approve(client, leases.waiting.approval_id, token);
  await client.ok('POST', `/v1/approvals/${leases.denied.approval_id}/deny`, token, {});
  for (const { id } of [leases.waiting, leases.approved]) {
    const { lease_token } = await client.ok('POST', `/v1/vault/leases/${id}/claim`, agent.key);
    await client.refused('POST', `/v1/vault/leases/${id}/claim`, agent.key, {});
    const redeem = `/v1/vault/leases/${id}/redeem`;
    expect(await client.ok('POST', redeem, agent.key, { lease_token })).toMatchObject({ value: 'the value' });
    await client.refused('POST', redeem, agent.key, { lease_token });
  }
  await client.refused('POST', `/v1/vault/leases/${leases.denied.id}/claim`, agent.key, {});
}

test('A stage is upgraded from the last release and taken back with held actions in flight: none takes effect there, and after the next upgrade each is decided exactly once', {
  timeout: TIMEOUT_MS,
}, async () => {
  const last = await checkOutLast();
  const settled = await running(last, settle);
  const held = await running(ROOT, (client) => hold(client, settled), 'kill');
  await running(last, (client) => workOnOldRelease(client, settled, held));
  const sent = ['Approved', 'By the last', 'Edited', 'In flight', 'Scheduled'];
  await running(
    ROOT,
    async (client) => {
      const token = await decideEmails(client, settled, held);
      await decideLeases(client, settled, held, token);
      await eventually(async () => expect(await sentTo(client)).toEqual(sent), 3 * A_SWEEP_MS);
      const drafts = await client.ok('GET', held.drafts, settled.writer.key);
      expect(Object.fromEntries(drafts.drafts.map(({ id, status }: Body) => [id, status]))).toEqual({
        [held.draft]: 'sent',
        [held.open]: 'draft',
      });
    },
    'kill',
  );
  // What another start finds is done already.
  await running(ROOT, async (client) => {
    await settleDelay(A_SWEEP_MS);
    expect(await sentTo(client)).toEqual(sent);
  });
});
