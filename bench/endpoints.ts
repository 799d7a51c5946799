import { setTimeout as sleep } from 'node:timers/promises';
import { changeSettings } from './support/agent-settings.ts';
import { type BenchmarkRun, info, type Measurement, within } from './support/measurement.ts';
import { type Receiver, withReceiver } from './support/receiver.ts';
import { distribution, percentile, preciseNow } from './support/statistics.ts';
import { CREATE_TENANT, createWebhook, OWNERS, type Owner } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const ENDPOINTS = 20;
const EVENTS = 100;
const EVENT_EVERY_MS = 400;
/** How much longer the slowest delivery may take with twenty endpoints, which have twenty times as much to do. */
const MAX_TAIL = 10;

/** How long an event takes to reach one endpoint of an organization, and to reach each of twenty. */
export const endpoints: BenchmarkRun = (say) =>
  withStack({}, (stack) =>
    withReceiver(async (receiver) => {
      const results: Measurement[] = [];
      for (const owner of OWNERS) {
        const slowest: number[] = [];
        for (const count of [1, ENDPOINTS]) {
          say(`${owner} owner: ${EVENTS} events, endpoints: ${count}`);
          const times = await deliver(stack.baseUrl, receiver, owner, count);
          const what = count === 1 ? 'one endpoint' : `each of ${count} endpoints`;
          results.push(info(`${owner} owner, ${what}: appended → received`, distribution(times)));
          slowest.push(percentile(times, 0.99));
        }
        const [one = Number.NaN, twenty = Number.NaN] = slowest;
        results.push(within('  p99, relative to one endpoint', twenty / one, MAX_TAIL, '×', 1));
      }
      return results;
    }),
  );

/** Appends events at an even pace. Returns the milliseconds from the request for each event to each of its arrivals. */
async function deliver(url: string, receiver: Receiver, owner: Owner, count: number): Promise<number[]> {
  const tenant = await CREATE_TENANT[owner](url);
  for (let n = 0; n < count; n++) await createWebhook(tenant, receiver.ok(n));
  const change = () => changeSettings(tenant, [tenant.agent.id], 1);
  await change();
  await receiver.untilArrived(count, 120_000);
  await receiver.take();
  const sent: number[] = [];
  for (let n = 0; n < EVENTS; n++) {
    const next = sleep(EVENT_EVERY_MS);
    sent.push(preciseNow());
    await change();
    await next;
  }
  await receiver.untilArrived(count * EVENTS, 300_000);
  const arrivals = Map.groupBy(await receiver.take(), ({ path }) => path);
  // An endpoint gets the events in the order in which they were appended, or so nearly that the times do not differ.
  return [...arrivals.values()].flatMap((ofEndpoint) => {
    const times = ofEndpoint.map(({ at }) => at).sort((a, b) => a - b);
    return times.map((at, index) => at - (sent[index] ?? at));
  });
}
