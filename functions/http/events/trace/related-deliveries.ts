import type { StepHead } from '#shared/data/entities/a2a/task-step.ts';
import { type Delivery, deliveriesAt } from '#shared/data/entities/delivery/delivery.ts';
import type { EventRow } from '#shared/data/entities/log/event.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { deliveriesOfEvent } from '#shared/services/deliveries/deliveries-of-event.ts';
import { BEFORE_MS, TRACE_BOUNDS } from './trace-bounds.ts';
import type { TraceReader } from './trace-reader.ts';

/** Events or steps that deliveries are looked for at the same time. Each is one query of every partition. */
const AT_ONCE = 4;

/** How long after its step the reserved time of a push notification may be, in a burst of deliveries. */
const PUSH_MS = 5_000;

/** The deliveries of some events. */
export async function deliveriesOfEvents(reader: TraceReader, events: readonly EventRow[]): Promise<Delivery[]> {
  const found = await mapWithLimit(events, AT_ONCE, (event) =>
    // One more than a trace has, so that it is known whether there are more.
    deliveriesOfEvent(reader.table, event, TRACE_BOUNDS.deliveries + 1),
  );
  return found.flat();
}

/** The push notifications of steps of a task. No row has the times that a step has reserved: they are about its own. */
export async function pushesOfSteps(
  reader: TraceReader,
  taskId: string,
  steps: readonly StepHead[],
): Promise<Delivery[]> {
  const { table, organizationId } = reader;
  const found = await mapWithLimit(steps, AT_ONCE, async (step) => {
    const times = { from: step.at - BEFORE_MS, to: step.at + PUSH_MS };
    const near = await deliveriesAt(table, organizationId, times, TRACE_BOUNDS.deliveries);
    return near.filter(({ push }) => push?.taskId === taskId && push.seq === step.seq);
  });
  return found.flat();
}
