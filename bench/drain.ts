import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '#shared/data/table-client.ts';
import type { Stack } from '#testing/stack.ts';
import { withEngine } from '#testing/with-engine.ts';
import { append, eventNames, tableAt } from './support/event-log.ts';
import { type BenchmarkRun, info } from './support/measurement.ts';
import { processorSeconds } from './support/process-tree.ts';
import { type Receiver, withReceiver } from './support/receiver.ts';
import { createTenant, createWebhook, type Tenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const EVENTS = 2_000;
const EVENTS_PER_COMMIT = 20;
const MIN_PER_SECOND = 200;

/** The best round counts, because other load on the machine can only slow a round down. */
const MAX_ROUNDS = 3;

/**
 * How fast deliveries to one endpoint are sent when many are due at once. The stack is paused while this process
 * commits the events, so that the measured time is the stack's alone. The receiver is a separate process that responds
 * immediately.
 */
export const drain: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withStack({ dynamodbEndpoint: engine.endpoint }, (stack) =>
      withReceiver(async (receiver) => {
        const tenant = await createTenant(stack.baseUrl);
        const fixture = { stack, receiver, tenant, table: await tableAt(engine) };
        await createWebhook(tenant, receiver.ok('drain'));
        await append(fixture.table, tenant, eventNames(EVENTS_PER_COMMIT));
        await receiver.untilArrived(EVENTS_PER_COMMIT);
        await receiver.take();

        const rounds: Round[] = [];
        while (rounds.length < MAX_ROUNDS && !rounds.some(({ rate }) => rate >= MIN_PER_SECOND)) {
          say(`round ${rounds.length + 1}: ${EVENTS} events, committed while the stack is paused`);
          rounds.push(await drainOnce(fixture));
        }
        const best = rounds.reduce((a, b) => (b.rate > a.rate ? b : a));
        const received = rounds.reduce((sum, round) => sum + round.received, 0);
        const different = rounds.reduce((sum, round) => sum + round.different, 0);
        const expected = EVENTS * rounds.length;
        return [
          {
            claim: `drain of ${EVENTS} deliveries to one endpoint, best of ${rounds.length}`,
            figure: `${best.rate.toFixed(0)} a second (${best.seconds.toFixed(1)} s)`,
            target: `≥ ${MIN_PER_SECOND} a second`,
            met: best.rate >= MIN_PER_SECOND,
          },
          {
            claim: 'every event received exactly once',
            figure: `${different} events, ${received} deliveries`,
            target: `${expected}, ${expected}`,
            met: different === expected && received === expected,
          },
          info('processor time of a delivery, all processes', `${best.processorMs.toFixed(1)} ms`),
        ];
      }),
    ),
  );

interface Round {
  readonly rate: number;
  readonly seconds: number;
  readonly received: number;
  readonly different: number;
  readonly processorMs: number;
}

interface Fixture {
  readonly stack: Stack;
  readonly receiver: Receiver;
  readonly tenant: Tenant;
  readonly table: Table;
}

async function drainOnce({ stack, receiver, tenant, table }: Fixture): Promise<Round> {
  stack.pause();
  for (let n = 0; n < EVENTS; n += EVENTS_PER_COMMIT) await append(table, tenant, eventNames(EVENTS_PER_COMMIT));
  const before = processorSeconds(process.pid);
  stack.resume();
  await receiver.untilArrived(EVENTS, 120_000);
  const used = processorSeconds(process.pid) - before;
  // Leaves time for a second copy of a delivery to arrive, and for the stack to record the last attempts: those that
  // the next pause interrupts would be repeated.
  await sleep(5_000);
  const arrivals = await receiver.take();
  const times = arrivals.map(({ at }) => at);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
  return {
    rate: (times.length - 1) / seconds,
    seconds,
    received: arrivals.length,
    different: new Set(arrivals.map(({ eventId }) => eventId)).size,
    processorMs: (used * 1000) / EVENTS,
  };
}
