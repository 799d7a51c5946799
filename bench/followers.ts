import { withEngine } from '#testing/with-engine.ts';
import type { Caller } from './support/caller.ts';
import { append, tableAt } from './support/event-log.ts';
import type { BenchmarkRun } from './support/measurement.ts';
import { info } from './support/measurement.ts';
import { createTenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const APPENDERS = 8;
const EVENTS_EACH = 60;
const EVENTS = APPENDERS * EVENTS_EACH;

/**
 * Whether a follower by `created_at` misses an event while eight writers append at once. Two followers read over the
 * API.
 */
export const followers: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withStack({ dynamodbEndpoint: engine.endpoint }, async (stack) => {
      const tenant = await createTenant(stack.baseUrl);
      const tables = await Promise.all(Array.from({ length: APPENDERS }, () => tableAt(engine)));
      const since = new Date().toISOString();
      const following = Promise.all([follow(tenant.asOrg, since), follow(tenant.asAgent, since)]);
      // A failure during the writes is rethrown below.
      following.catch(() => {});

      say(`${APPENDERS} writers append ${EVENTS_EACH} events each`);
      const started = performance.now();
      const ids = await Promise.all(
        tables.map(async (table) => {
          const own: string[] = [];
          for (let n = 0; n < EVENTS_EACH; n++) own.push(...(await append(table, tenant)).map(({ id }) => id));
          return own;
        }),
      );
      const seconds = (performance.now() - started) / 1000;
      const committed = ids.flat().sort();
      const seen = await following;

      return [
        ...seen.map((events, index) => {
          const missing = committed.filter((id) => !events.includes(id)).length;
          const repeated = events.length - new Set(events).size;
          const inOrder = events.every((id, at) => at === 0 || (events[at - 1] as string) < id);
          return {
            claim: `follower ${index + 1} of 2: every event once, in order`,
            figure: `${events.length} seen, ${missing} missed, ${repeated} twice, ${inOrder ? 'in order' : 'OUT OF ORDER'}`,
            target: `${EVENTS} seen, 0 missed, 0 twice, in order`,
            met: missing === 0 && repeated === 0 && inOrder && events.length === EVENTS,
          };
        }),
        info('the writers together', `${(EVENTS / seconds).toFixed(0)} commits a second on one clock`),
      ];
    }),
  );

/** Follows the log as the contract describes: each wait begins after the `created_at` of the last event. */
async function follow(caller: Caller, from: string): Promise<string[]> {
  const seen: string[] = [];
  let since = from;
  while (seen.length < EVENTS) {
    const path = `/v1/events/wait?type=mail.received&since=${since}&timeout_ms=10000`;
    const { event } = await caller.get<{ event: { id: string; created_at: string } | null }>(path);
    if (event === null) break;
    seen.push(event.id);
    since = event.created_at;
  }
  return seen;
}
