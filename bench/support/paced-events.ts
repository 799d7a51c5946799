import { setTimeout as sleep } from 'node:timers/promises';
import { changeSettings } from './agent-settings.ts';
import type { Receiver } from './receiver.ts';
import { preciseNow } from './statistics.ts';
import type { Tenant } from './tenant.ts';

interface Pace {
  /** The endpoints of the organization, each with a path of its own at the receiver. */
  readonly endpoints: number;
  readonly events: number;
  readonly everyMs: number;
}

/**
 * Appends events at an even pace, after one that is not measured. Returns the milliseconds from the request for each
 * event to each of its arrivals.
 */
export async function paceEvents(tenant: Tenant, receiver: Receiver, pace: Pace): Promise<number[]> {
  const { endpoints, events, everyMs } = pace;
  const change = () => changeSettings(tenant, [tenant.agent.id], 1);
  await change();
  await receiver.untilArrived(endpoints, 120_000);
  await receiver.take();
  const sent: number[] = [];
  for (let n = 0; n < events; n++) {
    const next = sleep(everyMs);
    sent.push(preciseNow());
    await change();
    await next;
  }
  await receiver.untilArrived(endpoints * events, 300_000);
  const arrivals = Map.groupBy(await receiver.take(), ({ path }) => path);
  // An endpoint gets the events in the order in which they were appended, or so nearly that the times do not differ.
  return [...arrivals.values()].flatMap((ofEndpoint) => {
    const times = ofEndpoint.map(({ at }) => at).sort((a, b) => a - b);
    return times.map((at, index) => at - (sent[index] ?? at));
  });
}
