import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { eventually } from '../support/eventually.ts';
import { eventsOf, messagesOf } from '../support/log-reader.ts';

const SENDERS = 4;

describe('kill -9 of the whole stack while mail is sent', () => {
  let stateDir: string;
  let settings: Record<string, string>;
  let stack: Stack;
  let organization: Organization;
  let agent: Agent;
  /** Messages that the API accepted for sending. */
  const accepted = new Set<string>();

  async function sendUntilGone(stop: () => boolean): Promise<void> {
    const params = { id: agent.id };
    const body = { to: 'ada@elsewhere.example', subject: 'under way', text: 'x' };
    while (!stop()) {
      const sent = await agent.api.ok('sendMail', { params, body }).catch(() => undefined);
      if (sent === undefined) return;
      accepted.add(sent.id);
    }
  }

  async function killWhileSending(enough: number): Promise<void> {
    let killed = false;
    const target = accepted.size + enough;
    const sending = Array.from({ length: SENDERS }, () => sendUntilGone(() => killed));
    while (accepted.size < target) await new Promise((resolve) => setTimeout(resolve, 5));
    await stack.kill();
    killed = true;
    await Promise.all(sending);
    stack = await startStack(settings);
  }

  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'aid-kill-test-'));
    const limits = { orgRequestsPerMinute: 1e6, ipRequestsPerMinute: 1e6, unverifiedEmailsPerDay: 1e6 };
    settings = {
      AID_STATE_DIR: stateDir,
      AID_PORT: String(await reservePort()),
      AID_SMTP_PORT: String(await reservePort()),
      // If the kill comes between the record of an attempt and the call of the provider, the message waits for its
      // lease.
      AID_SENDING_LEASE_SECONDS: '20',
      AID_LIMITS: JSON.stringify(limits),
    };
    stack = await startStack(settings);
    organization = await makeOrganization(stack.baseUrl);
    agent = await makeAgent(organization);
    await killWhileSending(20);
    await killWhileSending(20);
  });

  afterAll(async () => {
    await stack?.stop();
    await rm(stateDir, { recursive: true, force: true });
  });

  test('After a kill, every accepted message is sent and delivered exactly once', async () => {
    const messages = await eventually(async () => {
      const all = await messagesOf(agent, accepted.size);
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['delivered']));
      return all;
    });
    for (const id of accepted) expect(messages.map((message) => message.id)).toContain(id);

    for (const type of ['mail.sent', 'mail.delivered']) {
      const events = await eventsOf(organization, messages.length, (event) => event.type === type);
      expect(events.map(({ aggregate_id }) => aggregate_id).sort()).toEqual(messages.map(({ id }) => id).sort());
    }
    const outbox = (await (await fetch(`${stack.baseUrl}/_local/outbox`)).json()) as { messages: { from: string }[] };
    expect(outbox.messages.filter(({ from }) => from === agent.address)).toHaveLength(messages.length);
  });
});
