import { afterEach, expect, test, vi } from 'vitest';
import { findOrganization, updateOrganizationClaim } from '#shared/data/entities/organization/organization.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { sizeOf } from '#testing/test-size.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';
import { type Conversation, conversation, newsletters } from '../support/ordinary-mails.ts';
import { thread } from '../support/ordinary-threads.ts';
import { vouchedAgent } from '../support/vouched-agent.ts';

const engine = useEngine();
const approvals = useApprovals(engine);
afterEach(() => {
  vi.useRealTimers();
});

/** An agent of a company with an owner and contacts. */
async function companyAgent() {
  const agent = await vouchedAgent(engine.table, approvals);
  const { id, key } = agent.organization;
  const found = await findOrganization(engine.table, id);
  if (found === undefined) throw new Error('no organization');
  const change = updateOrganizationClaim({ ...found, ownerEmail: null }, 'usr_1', 'owner@our-company.example');
  await commit(engine.table, { build: (tx) => tx.put(change) }, { now: Date.now });
  for (const address of ['carol@contact.example', 'finance@our-company.example'])
    await approvals.api().call('createContact', { key, body: { emails: [address] } });
  return agent;
}

test('Of the emails that agents send in ordinary conversations, at most one in a hundred is held', async () => {
  const agent = await companyAgent();
  const size = sizeOf({ quick: 12, usual: 300, full: 300 });
  const results = [];
  for (let n = 0; n < size; n++) results.push(await conversation(agent, n));
  const sent = results.reduce((sum, one) => sum + one.sent, 0);
  const held = results.flatMap((one) => one.held);
  expect(sent).toBeGreaterThan(2 * size);
  expect(held.length, held.join('\n')).toBeLessThanOrEqual(sent / 100);
});

test('Of other conversations, with logs, invitations and introductions, at most one in a hundred is held too', async () => {
  const agent = await companyAgent();
  const results: Conversation[] = [];
  for (let n = 0; n < sizeOf({ quick: 12, usual: 60, full: 300 }); n++) results.push(await thread(agent, n));
  const sent = results.reduce((sum, one) => sum + one.sent, 0);
  const held = results.flatMap((one) => one.held);
  expect(held.length, held.join('\n')).toBeLessThanOrEqual(sent / 100);
});

test('A sender that no one answers vouches for links of its own domain from its second day on', async () => {
  const agent = await companyAgent();
  await newsletters(agent, 1, false);
  expect((await newsletters(agent, 1, true)).held).toHaveLength(1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY + 60_000 });
  expect((await newsletters(agent, 1, true)).held).toEqual([]);
  // Not for an address, and not for other sites.
  await agent.arrive({ from: 'orders@shop-1.example', text: 'Write to drop@shop-1.example, see https://evil.example' });
  expect(await agent.check({ to: ['drop@shop-1.example'] })).toHaveLength(1);
  expect(await agent.check({ to: ['owner@our-company.example'], text: 'https://evil.example' })).toHaveLength(1);
});
