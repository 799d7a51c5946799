import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { type Engine, withEngine } from '#testing/with-engine.ts';
import { METERED_OPERATIONS, type MeasuredCost, measureOperations } from './support/capacity-operations.ts';
import { append, eventNames, tableAt } from './support/event-log.ts';
import type { BenchmarkRun, Measurement } from './support/measurement.ts';
import { breakdown, type Usage, unitsOf } from './support/meter.ts';
import { withMeteringProxy } from './support/metering-proxy.ts';
import { preloadEvents } from './support/preload.ts';
import { withReceiver } from './support/receiver.ts';
import { createVerifiedTenant, type Tenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const SMALL_LOG = 100;
const LARGE_LOG = 100_000;

/**
 * Consumed capacity units of each operation, with 100 and with 100,000 events in the log of the organization. A proxy
 * in front of the database asks for the units of every call. Both passes use the same database; the stack is stopped
 * while the log is filled in between.
 */
export const capacity: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withTemporaryFolder(async (stateDir) => {
      let tenant: Tenant | undefined;
      const measure = (filled: (tenant: Tenant) => Promise<void>) =>
        withMeteringProxy(engine.endpoint, ({ url: dynamodbEndpoint, meter }) =>
          withStack({ stateDir, dynamodbEndpoint }, async (stack) => {
            tenant = tenant === undefined ? await createVerifiedTenant(stack.baseUrl) : tenant.at(stack.baseUrl);
            await filled(tenant);
            const table = await tableAt(engine);
            return withReceiver((receiver) =>
              withMeteringProxy(engine.endpoint, async (own) =>
                measureOperations({
                  stack,
                  tenant: tenant as Tenant,
                  meter,
                  receiver,
                  table,
                  own: { meter: own.meter, table: await tableAt(engine, own.url) },
                }),
              ),
            );
          }),
        );

      say(`the operations with ${SMALL_LOG} events in the log`);
      const small = await measure((created) => fill(engine, created, SMALL_LOG));
      say(`filling the log to ${LARGE_LOG.toLocaleString('en')} events`);
      const table = await tableAt(engine);
      await preloadEvents(engine, table, tenant as unknown as Tenant, LARGE_LOG - SMALL_LOG);
      say('the operations again');
      const large = await measure(async () => {});
      for (const [name, cost] of small) say(`  ${name}: ${breakdown(cost.usage)}`);
      return compareSizes(small, large);
    }),
  );

async function fill(engine: Engine, tenant: Tenant, count: number): Promise<void> {
  const table = await tableAt(engine);
  for (let from = 0; from < count; from += 50) {
    await append(table, tenant, eventNames(Math.min(50, count - from)));
  }
}

type Costs = ReadonlyMap<string, MeasuredCost>;

function compareSizes(small: Costs, large: Costs): Measurement[] {
  return METERED_OPERATIONS.flatMap(({ name, max }) => {
    const [before, after] = [small.get(name)?.usage, large.get(name)?.usage];
    if (before === undefined || after === undefined) return [];
    const same = isSame(before, after);
    const figure = same ? `${unitsOf(before)}, at both sizes` : `${unitsOf(before)}; large log ${unitsOf(after)}`;
    if (max === undefined) return [{ claim: name, figure }];
    const within = [before, after].every(
      (usage) => usage.readUnits <= max.read && usage.writeUnits <= (max.write ?? Number.POSITIVE_INFINITY),
    );
    const target = max.write === undefined ? `≤ ${max.read} RCU` : `≤ ${max.read} RCU + ${max.write} WCU`;
    return [{ claim: name, figure, target: `${target}, at both`, met: within && same }];
  });
}

/** Equal, except that a measured wait may contain one poll more or less. */
function isSame(a: Usage, b: Usage): boolean {
  return Math.abs(a.readUnits - b.readUnits) < 0.05 && Math.abs(a.writeUnits - b.writeUnits) < 0.05;
}
