import { setTimeout as sleep } from 'node:timers/promises';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { changeSettings, createAgents } from './support/agent-settings.ts';
import { type BenchmarkRun, type Measurement, within } from './support/measurement.ts';
import { type Receiver, withReceiver } from './support/receiver.ts';
import { preciseNow } from './support/statistics.ts';
import { CREATE_TENANT, createWebhook, OWNERS, type Owner, type Tenant } from './support/tenant.ts';
import { type StackOptions, withStack } from './support/with-stack.ts';

const ROUNDS = 3;
const EVENTS = 500;
const KILL_AT = 250;
const CALLERS = 8;
/** How long the receiver takes. */
const RECEIVER_MS = 50;
const MAX_DOUBLED = 6;
const MAX_SECONDS = 10;
/** A second copy of a delivery may still be on its way. */
const LATE_MS = 5_000;

/**
 * What a `kill -9` of everything costs: the stack, its database and its queues are killed while half of the deliveries
 * are out. After the restart, every accepted event must arrive, few of them twice, and soon.
 */
export const crash: BenchmarkRun = (say) =>
  withReceiver(async (receiver) => {
    const measurements: Measurement[] = [];
    for (const owner of OWNERS) {
      const outcomes: Outcome[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        outcomes.push(await withTemporaryFolder((stateDir) => killOnce({ stateDir, owner }, receiver)));
        say(`${owner}, round ${round}: ${JSON.stringify(outcomes.at(-1))}`);
      }
      measurements.push(...describe(owner, outcomes));
    }
    return measurements;
  });

function describe(owner: Owner, outcomes: readonly Outcome[]): Measurement[] {
  const worst = (value: (outcome: Outcome) => number) => Math.max(...outcomes.map(value));
  const [lost, doubled] = [worst((outcome) => outcome.lost), worst((outcome) => outcome.doubled)];
  const seconds = worst((outcome) => outcome.seconds);
  return [
    within(`${owner} owner: events lost, the worst round`, lost, 0, ''),
    within('deliveries doubled, the worst round', doubled, MAX_DOUBLED, ''),
    within('restart to the last delivery, the worst round', seconds, MAX_SECONDS, 's', 1),
  ];
}

export interface Outcome {
  readonly accepted: number;
  readonly beforeKill: number;
  /** Accepted events that the log does not have, and events of the log that did not arrive. */
  readonly lost: number;
  readonly doubled: number;
  /** From the line `ready` of the restarted stack to the last first arrival. */
  readonly seconds: number;
}

interface KillOptions extends StackOptions {
  readonly stateDir: string;
  readonly owner: Owner;
}

/** Kills a stack while half of the deliveries are out, and starts it again on the same state. */
export async function killOnce({ owner, ...options }: KillOptions, receiver: Receiver): Promise<Outcome> {
  const { tenant, accepted } = await withStack(options, async (stack) => {
    const created = await CREATE_TENANT[owner](stack.baseUrl);
    const agents = await createAgents(created, CALLERS);
    await createWebhook(created, receiver.after(RECEIVER_MS, 'crash'));
    await receiver.take();
    const killed = receiver.untilArrived(KILL_AT).then(() => stack.kill());
    // Callers with a request that the kill interrupts end with an error.
    const times = await changeSettings(created, agents, EVENTS, { untilRefused: true });
    await killed;
    return { tenant: created, accepted: times.length };
  });
  const before = await receiver.take();

  return withStack(options, async (stack) => {
    const readyAt = preciseNow();
    const logged = await settingsEvents(tenant.at(stack.baseUrl));
    const arrivedBefore = new Set(before.map(({ eventId }) => eventId));
    const missing = [...logged].filter((id) => !arrivedBefore.has(id)).length;
    await receiver.untilArrived(missing, 60_000).catch(() => {});
    await sleep(LATE_MS);
    const after = await receiver.take();
    const counts = new Map<string, number>();
    for (const { eventId } of [...before, ...after]) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
    const first = after.filter(({ eventId }) => logged.has(eventId) && !arrivedBefore.has(eventId));
    return {
      accepted,
      beforeKill: before.length,
      lost: Math.max(0, accepted - logged.size) + [...logged].filter((id) => !counts.has(id)).length,
      doubled: [...counts.values()].reduce((sum, count) => sum + count - 1, 0),
      seconds: Math.max(0, ...first.map(({ at }) => (at - readyAt) / 1000)),
    };
  });
}

interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
}

/** The ids of all events about settings in the log of an organization. */
async function settingsEvents({ asOrg }: Tenant): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let before: string | undefined;
  do {
    const query = `limit=200${before === undefined ? '' : `&before=${encodeURIComponent(before)}`}`;
    const { events } = await asOrg.get<{ events: LoggedEvent[] }>(`/v1/events?${query}`);
    for (const { id, type } of events) if (type === 'a2a.settings.updated') ids.add(id);
    before = events.length < 200 ? undefined : events.at(-1)?.created_at;
  } while (before !== undefined);
  return ids;
}
