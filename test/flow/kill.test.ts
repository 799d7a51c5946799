import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { isGroupAlive } from '#testing/process-group.ts';
import { Receiver } from '#testing/receiver.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';
import { eventually } from '../support/eventually.ts';
import { endedDeliveriesOf, eventsOf, messagesOf } from '../support/log-reader.ts';

const SENDERS = 4;

describe('kill -9 of the whole stack during emails and deliveries', () => {
  let stateDir: string;
  let settings: Record<string, string>;
  let stack: Stack;
  let receiver: Receiver;
  let secret: string;
  let organization: Organization;
  let agent: Agent;
  /** Subjects of the emails that the server accepted, and of those without a response. */
  const acknowledged = new Set<string>();
  const unanswered = new Set<string>();

  /** Sends emails one after another until the server is gone. */
  async function sendUntilGone(sender: number, stop: () => boolean): Promise<void> {
    for (let index = 0; !stop(); index++) {
      const subject = `kill ${sender}-${index}`;
      try {
        await sendMail({ to: agent.address, subject, text: 'x' }, stack.smtpPort);
        acknowledged.add(subject);
      } catch {
        unanswered.add(subject);
        return;
      }
    }
  }

  /** Sends until `enough` emails are accepted, then kills the whole stack. */
  async function killWhileSending(enough: number): Promise<void> {
    let killed = false;
    const target = acknowledged.size + enough;
    const sending = Array.from({ length: SENDERS }, (_, sender) =>
      sendUntilGone(acknowledged.size * 10 + sender, () => killed),
    );
    while (acknowledged.size < target) await new Promise((resolve) => setTimeout(resolve, 5));
    await stack.kill();
    killed = true;
    await Promise.all(sending);
    await eventually(() => expect(isGroupAlive(stack.pid)).toBe(false));
    stack = await startStack(settings);
  }

  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'aid-kill-test-'));
    settings = {
      AID_STATE_DIR: stateDir,
      AID_PORT: String(await reservePort()),
      AID_SMTP_PORT: String(await reservePort()),
      AID_DELIVERY_DELAYS: '1,1,1,1,1,1,1,1,1,1',
      AID_LIMITS: JSON.stringify({ orgRequestsPerMinute: 1_000_000, ipRequestsPerMinute: 1_000_000 }),
    };
    stack = await startStack(settings);
    receiver = await Receiver.start();
    // Some fail first and some are slow, so that there are always retries and attempts in progress.
    receiver.respondWith((request, count) => ({
      status: count % 5 === 0 ? 500 : 200,
      delayMs: (request.body.length * 7) % 150,
    }));
    organization = await makeOrganization(stack.baseUrl);
    agent = await makeAgent(organization);
    ({ secret } = await organization.api.ok('createWebhook', { body: { url: receiver.url() } }));
    await killWhileSending(25);
    await killWhileSending(25);
  });

  afterAll(async () => {
    await stack?.stop();
    await receiver?.stop();
    await rm(stateDir, { recursive: true, force: true });
  });

  test('After a kill, each accepted mail has exactly one message and one event', async () => {
    const messages = await messagesOf(agent, acknowledged.size);
    const events = await eventsOf(organization, acknowledged.size);
    const subjects = messages.map(({ subject }) => subject);
    for (const subject of acknowledged) expect(subjects, subject).toContain(subject);
    // An email without a response may have been accepted. Its sender cannot know and would send it again.
    for (const subject of subjects) expect(acknowledged.has(subject) || unanswered.has(subject), subject).toBe(true);
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(events.map(({ payload }) => payload.messageId).sort()).toEqual(messages.map(({ id }) => id).sort());
  });

  test('After a kill, each delivery ends as delivered, and the receiver got every event', async () => {
    const events = await eventsOf(organization, acknowledged.size);
    const deliveries = await endedDeliveriesOf(organization, events.length);
    expect(deliveries.map(({ event_id }) => event_id).sort()).toEqual(events.map(({ id }) => id).sort());
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']));
    const seen = new Set(receiver.requests.map(({ headers }) => headers['x-aid-event-id']));
    for (const { id } of events) expect(seen).toContain(id);
  });

  test('After a kill, every request is genuine, with one body and one request id per event', async () => {
    const bodies = new Map<string, string>();
    for (const request of receiver.requests) {
      expect(verifyDelivery(secret, request, Number(request.headers['x-aid-timestamp']))).toBe('genuine');
      const id = request.headers['x-aid-event-id'] ?? '';
      const said = `${request.headers['x-aid-request-id']} ${request.body.toString()}`;
      expect(bodies.get(id) ?? said).toBe(said);
      bodies.set(id, said);
    }
  });

  test('After a kill, the stack keeps working, with the same keys', async () => {
    expect(await agent.api.ok('getMe')).toMatchObject({ identity_id: agent.id });
    await sendMail({ to: agent.address, subject: 'afterwards', text: 'x' }, stack.smtpPort);
    await eventsOf(organization, 1, ({ payload }) => payload.subject === 'afterwards');
  });
});
