import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { Receiver } from '#testing/receiver.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { eventually, settleDelay } from '../support/eventually.ts';

/** What strangers can send to other machines, through the whole stack and to a real receiver. */

const AT_ONCE = 4;
const FAILURES = 8;
const PER_HOUR = 30;

let stack: Stack;
let receiver: Receiver;
beforeAll(async () => {
  const limits = {
    unverifiedDeliveriesPerHour: PER_HOUR,
    unverifiedAttemptsAtDestination: AT_ONCE,
    unverifiedFailuresAtDestinationPerMinute: FAILURES,
  };
  stack = await startStack({
    AID_EPHEMERAL: '1',
    AID_CHECK_ACCESS: '1',
    AID_DELIVERY_DELAYS: '1,1',
    AID_LIMITS: JSON.stringify(limits),
  });
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver?.stop();
  await stack?.stop();
});

interface Stranger {
  readonly organization: Organization;
  readonly agent: Agent;
  readonly other: Agent;
}

async function stranger(path: string, endpoints = 1): Promise<Stranger> {
  const organization = await makeOrganization(stack.baseUrl);
  const [agent, other] = [await makeAgent(organization), await makeAgent(organization)];
  for (let n = 0; n < endpoints; n++) {
    await organization.api.ok('createWebhook', {
      body: { url: receiver.url(path), event_types: ['a2a.task.created'] },
    });
  }
  return { organization, agent, other };
}

/** Makes one event, which each endpoint of the organization gets. */
const makeEvent = ({ agent, other }: Stranger) =>
  agent.api.ok('createTask', { body: { to_identity_id: other.id, message: 'to my own other agent' } });

const deliveriesOf = async ({ organization }: Stranger) =>
  (await organization.api.ok('listDeliveries', { query: { limit: 200 } })).deliveries;

const arrived = (path: string) => receiver.requests.filter((request) => request.path === path).length;

/** Runs a test that has to begin and end in one clock hour. If the hour changes meanwhile, it runs once more. */
async function inOneHour(attempt: (run: number) => Promise<void>): Promise<void> {
  const hour = () => Math.floor(Date.now() / 3_600_000);
  const first = hour();
  try {
    await attempt(1);
    if (hour() === first) return;
  } catch (error) {
    if (hour() === first) throw error;
  }
  await attempt(2);
}

test('What is over the budget of an organization waits without an attempt and says why, and another organization gets its own', () =>
  inOneHour(async (run) => {
    const [greedyPath, otherPath] = [`/greedy-${run}`, `/other-${run}`];
    const [greedy, other] = [await stranger(greedyPath, 20), await stranger(otherPath)];
    for (let n = 0; n < 2; n++) await makeEvent(greedy);
    await receiver.until(PER_HOUR, { passes: ({ path }) => path === greedyPath });
    await eventually(async () => {
      const waiting = (await deliveriesOf(greedy)).filter(({ status }) => status === 'pending');
      expect(waiting).toHaveLength(40 - PER_HOUR);
      for (const delivery of waiting) {
        expect(delivery).toMatchObject({ attempt_count: 0, delivered_at: null, response_status: null });
        expect(delivery.last_error).toMatch(
          /^waits until 20.*Z: at most 30 delivery attempts per hour while the owner /,
        );
        expect(Date.parse(delivery.next_attempt_at ?? '')).toBeGreaterThan(Date.now() - 1000);
      }
    });
    // A replay is made of attempts as well.
    const [{ event_id: id = '' } = {}] = await deliveriesOf(greedy);
    await greedy.organization.api.ok('replayEvent', { params: { id } });
    await makeEvent(other);
    await receiver.until(1, { passes: ({ path }) => path === otherPath });
    await settleDelay(2000);
    expect(arrived(greedyPath)).toBe(PER_HOUR);
  }));

test('A slow destination has few attempts of strangers at once, whatever their number, and gets every delivery', async () => {
  let atOnce = 0;
  let most = 0;
  receiver.respondWith(({ path }) => {
    if (path !== '/slow') return {};
    atOnce += 1;
    most = Math.max(most, atOnce);
    const leave = () => {
      atOnce -= 1;
    };
    return { after: settleDelay(300).then(leave) };
  });
  const strangers = await Promise.all(Array.from({ length: 6 }, () => stranger('/slow', 4)));
  await Promise.all(strangers.map(makeEvent));
  await receiver.until(24, { passes: ({ path }) => path === '/slow' });
  expect(most).toBeLessThanOrEqual(AT_ONCE);
  await eventually(async () => {
    const all = (await Promise.all(strangers.map(deliveriesOf))).flat();
    expect(all.map(({ status, attempt_count, last_error }) => [status, attempt_count, last_error])).toEqual(
      Array(24).fill(['delivered', 1, null]),
    );
  });
});

test('A destination that fails gets no more than its failures in a minute, and the deliveries wait', async () => {
  receiver.respondWith(({ path }) => (path === '/failing' ? { status: 500 } : {}));
  const strangers = await Promise.all(Array.from({ length: 8 }, () => stranger('/failing', 4)));
  // A window is a calendar minute: begin in one that is young enough for the whole test.
  if (Date.now() % 60_000 > 30_000) await settleDelay(60_000 - (Date.now() % 60_000));
  const minute = Math.floor(Date.now() / 60_000);
  await Promise.all(strangers.map(makeEvent));
  await eventually(async () => {
    const all = (await Promise.all(strangers.map(deliveriesOf))).flat();
    expect(all.some(({ last_error }) => /too many failed attempts/.test(last_error ?? ''))).toBe(true);
  });
  await settleDelay(4000);
  const inMinute = receiver.requests.filter(
    ({ path, at }) => path === '/failing' && Math.floor(at / 60_000) === minute,
  ).length;
  // Attempts that were under way when the limit was reached end, too.
  expect(inMinute).toBeLessThanOrEqual(FAILURES + AT_ONCE);
  expect(inMinute).toBeGreaterThan(0);
});
