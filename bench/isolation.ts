import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '#shared/data/table-client.ts';
import { withEngine } from '#testing/with-engine.ts';
import { append, tableAt } from './support/event-log.ts';
import { type BenchmarkRun, info } from './support/measurement.ts';
import { type Receiver, withReceiver } from './support/receiver.ts';
import { distribution, percentile, preciseNow } from './support/statistics.ts';
import { createTenant, createWebhook, type Tenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const ENDPOINTS = 20;
const EVENTS = 40;
const EVENT_EVERY_MS = 400;
const MAX_RATIO = 1.5;

/**
 * An attempt on an endpoint that never responds lasts ten seconds. After this time, the number of pending attempts no
 * longer grows.
 */
const SETTLE_MS = 11_000;

/**
 * What an endpoint that never responds costs its neighbours: the time from append to receipt at the other nineteen,
 * with it and without it. The run without it is made before and after, so that a change of the machine's load shows.
 */
export const isolation: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withStack({ dynamodbEndpoint: engine.endpoint }, (stack) =>
      withReceiver(async (receiver) => {
        const tenant = await createTenant(stack.baseUrl);
        const table = await tableAt(engine);
        const webhooks = [];
        for (let n = 0; n < ENDPOINTS; n++) webhooks.push(await createWebhook(tenant, receiver.ok(n)));
        const silentId = webhooks[ENDPOINTS - 1]?.id;
        const run = async () => (await measure(tenant, table, receiver)).samples;
        await run();

        say('all twenty answer');
        const before = await run();
        say('one never answers');
        await tenant.asOrg.patch(`/v1/webhooks/${silentId}`, { url: receiver.never(ENDPOINTS - 1) });
        await pace(tenant, table, SETTLE_MS / EVENT_EVERY_MS);
        await receiver.take();
        const { samples: during, unanswered } = await measure(tenant, table, receiver);
        say('all twenty answer again');
        await tenant.asOrg.patch(`/v1/webhooks/${silentId}`, { url: receiver.ok(ENDPOINTS - 1) });
        await sleep(SETTLE_MS);
        await receiver.take();
        const after = await run();

        // The faster of the two, as the stricter reference.
        const without = Math.min(percentile(before, 0.99), percentile(after, 0.99));
        const withIt = percentile(during, 0.99);
        const ratio = withIt / without;
        return [
          {
            claim: `p99 of the other ${ENDPOINTS - 1} endpoints, against a run without it`,
            figure: `${ratio.toFixed(2)}× (${withIt.toFixed(0)} ms : ${without.toFixed(0)} ms)`,
            target: `≤ ${MAX_RATIO}×`,
            met: ratio <= MAX_RATIO,
          },
          info('without it, before', distribution(before)),
          info('with it', distribution(during)),
          info('requests that it left without a response', String(unanswered)),
          info('without it, after', distribution(after)),
        ];
      }),
    ),
  );

interface Run {
  /** Milliseconds from append to receipt at the endpoints that always respond. */
  readonly samples: readonly number[];
  readonly unanswered: number;
}

/** Measures one run of events at a steady pace. */
async function measure(tenant: Tenant, table: Table, receiver: Receiver): Promise<Run> {
  const committed = await pace(tenant, table, EVENTS);
  await receiver.untilArrived(EVENTS * (ENDPOINTS - 1));
  await sleep(500);
  const arrivals = await receiver.take();
  const silentPath = `/${ENDPOINTS - 1}`;
  return {
    samples: arrivals
      .filter(({ path, eventId }) => !path.endsWith(silentPath) && committed.has(eventId))
      .map(({ eventId, at }) => at - (committed.get(eventId) ?? Number.NaN)),
    unanswered: arrivals.filter(({ path }) => path.startsWith('/never')).length,
  };
}

async function pace(tenant: Tenant, table: Table, count: number): Promise<Map<string, number>> {
  const committed = new Map<string, number>();
  for (let n = 0; n < count; n++) {
    await sleep(EVENT_EVERY_MS * (0.5 + Math.random()));
    for (const { id } of await append(table, tenant)) committed.set(id, preciseNow());
  }
  return committed;
}
