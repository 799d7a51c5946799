import { type BenchmarkRun, info, type Measurement, within } from './support/measurement.ts';
import { paceEvents } from './support/paced-events.ts';
import { type Receiver, withReceiver } from './support/receiver.ts';
import { distribution, percentile } from './support/statistics.ts';
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

/** How long each event takes to each of some endpoints of a new organization, in milliseconds. */
async function deliver(url: string, receiver: Receiver, owner: Owner, count: number): Promise<number[]> {
  const tenant = await CREATE_TENANT[owner](url);
  for (let n = 0; n < count; n++) await createWebhook(tenant, receiver.ok(n));
  return paceEvents(tenant, receiver, { endpoints: count, events: EVENTS, everyMs: EVENT_EVERY_MS });
}
