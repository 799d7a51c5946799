import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';
import { freshName, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { withReceiver } from '../support/with-receiver.ts';

/** Traces on the stack, where each function may read what it is granted only. */

test(
  'From an email that arrived to the words of the receiver that refused it, by the API and the command line',
  withReceiver(async ({ organization, agent, receiver, mail, endpoint, deliveryThat }) => {
    receiver.respondWith({ status: 500, body: `unknown order ${'x'.repeat(10_000)}` });
    await endpoint();
    const subject = await mail();
    const { id } = await deliveryThat(({ status }) => status === 'dead_letter');
    const { steps } = await organization.api.ok('getTrace', { params: { id } });
    const kinds = steps.map(({ kind }) => kind).filter((kind) => kind !== 'reading');
    expect(kinds.slice(0, 3)).toEqual(['mail', 'event', 'delivery']);
    expect(kinds.slice(3)).toEqual(kinds.slice(3).map(() => 'attempt'));
    expect(steps[0]?.summary).toContain(subject);
    // The response of the receiver may be stored after the outcome.
    const responses = await eventually(async () => {
      const { attempts } = await organization.api.ok('getDelivery', { params: { id } });
      const trace = await organization.api.ok('getTrace', { params: { id } });
      const shown = trace.steps.filter(({ kind }) => kind === 'attempt').map(({ detail }) => detail.response);
      expect(shown).toEqual(attempts.map(({ response }) => response));
      return attempts.map(({ response }) => response);
    });
    const body = Buffer.from(`unknown order ${'x'.repeat(10_000)}`.slice(0, 2048)).toString('base64');
    const stored = responses.filter((response) => response !== null);
    expect(stored).not.toEqual([]);
    expect(stored).toMatchObject(stored.map(() => ({ truncated: true, body_base64: body })));

    const home = mkdtempSync(join(tmpdir(), 'aid-trace-'));
    try {
      const environment = { AID_URL: sharedStack().baseUrl, AID_KEY: organization.key };
      const aid = commandLineIn(home, { environment });
      const { output } = await aid(['trace', id], { isTerminal: true });
      expect(output).toContain(subject);
      expect(output).toMatch(/attempt +failed +Attempt: HTTP 500, \d+ ms\n +unknown order x+/);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
    // The endpoint is of the organization.
    await agent.api.refused('getTrace', 'resource.not_found', { params: { id } });
  }),
);

test('A held email, its outcome and the reply to it, for its agent', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const query = { identity_id: agent.id };
  await organization.api.ok('setApprovalSettings', { query, body: { mail: 'always' } });
  const body = { to: 'ada@elsewhere.example', subject: freshName('held'), text: 'Hello' };
  const sent = await agent.api.ok('sendMail', { params: { id: agent.id }, body });
  const { approvals } = await organization.api.ok('listApprovals', { query });
  const [approval] = approvals;
  const params = { id: approval?.id ?? '' };
  await organization.api.ok('approveAction', { params, body: { content_hash: approval?.content_hash ?? '' } });
  await eventually(async () => {
    const { steps } = await agent.api.ok('getTrace', { params: { id: sent.id } });
    const found = new Set(steps.map(({ kind, status }) => `${kind} ${status}`));
    for (const one of ['held pending', 'decided approved', 'outcome sent', 'outcome delivered'])
      expect(found).toContain(one);
  });
});

test('A task between two organizations, for each of them', async () => {
  const [ours, theirs] = [await makeOrganization(), await makeOrganization()];
  const [caller, worker] = [await makeAgent(ours), await makeAgent(theirs)];
  await theirs.api.ok('putA2aSettings', { params: { id: worker.id }, body: { filter_mode: 'blocklist' } });
  const { id } = await caller.api.ok('createTask', { body: { to_handle: worker.handle, message: 'Please check.' } });
  await worker.api.ok('replyToTask', { params: { id }, body: { state: 'completed', message: 'Checked.' } });
  for (const api of [ours.api, caller.api, theirs.api, worker.api]) {
    const { steps } = await api.ok('getTrace', { params: { id } });
    const ofTask = steps.filter(({ kind }) => kind !== 'event').map(({ kind, status }) => [kind, status]);
    expect(ofTask).toEqual([
      ['task', 'submitted'],
      ['outcome', 'completed'],
    ]);
    expect(steps.some(({ kind }) => kind === 'event')).toBe(true);
  }
});
