import type { Task } from '#shared/data/entities/a2a/task.ts';
import { type StepHead, taskStepHeads } from '#shared/data/entities/a2a/task-step.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { outcomeTimes } from '#shared/data/entities/mail/mail-outcome.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { MAX_CONTENT_READS } from '#shared/domain/stage/large-content.ts';
import { approvalSteps } from './approval-steps.ts';
import { deliverySteps } from './delivery-steps.ts';
import { eventStep } from './event-step.ts';
import { findApprovalFor } from './find-approval.ts';
import { limitStep } from './limit-step.ts';
import { messageSteps } from './message-steps.ts';
import { newest } from './newest.ts';
import { deliveriesOfEvents, pushesOfSteps } from './related-deliveries.ts';
import { relatedEvents } from './related-events.ts';
import { inOrder } from './step-order.ts';
import { taskSteps } from './task-steps.ts';
import type { Step, Trace } from './trace.ts';
import { TRACE_BOUNDS } from './trace-bounds.ts';
import type { TraceReader } from './trace-reader.ts';

/** The steps of a trace: what led to its things and what followed from them, as far as the reader may see it. */
export async function stepsOfTrace(reader: TraceReader, trace: Trace): Promise<Step[]> {
  const askedFor = new Set([...trace.events.keys(), ...trace.deliveries.keys()]);
  await addApprovals(reader, trace);
  const steps = new Map(
    await mapWithLimit([...trace.tasks.values()], TRACE_BOUNDS.subjects, async (task) => {
      return [task, await stepsOfTask(reader, task)] as const;
    }),
  );
  noteEarlierSteps(trace, steps);
  await addEvents(reader, trace, { steps: [...steps.values()].flat(), askedFor });
  await addDeliveries(reader, trace, { steps, askedFor });
  const { messages, approvals, events, deliveries, limits } = trace;
  const told = await allInOrder([
    mapWithLimit([...messages.values()], TRACE_BOUNDS.subjects, (message) => messageSteps(reader, message)),
    approvalSteps(reader, [...approvals.values()]),
    mapWithLimit([...events.values()], MAX_CONTENT_READS, (event) => eventStep(reader.table, event)),
    deliverySteps(reader, [...deliveries.values()], events),
  ]);
  const ofTasks = [...steps].flatMap(([task, heads]) => taskSteps(task, heads));
  return inOrder([...told.flat(2), ...ofTasks, ...limits]);
}

type StepsOfTasks = ReadonlyMap<Task, readonly StepHead[]>;

function noteEarlierSteps(trace: Trace, steps: StepsOfTasks): void {
  for (const [{ version }, [first]] of steps) {
    if (version > TRACE_BOUNDS.taskSteps && first !== undefined)
      trace.limits.push(limitStep(trace, 'task_steps', first.at));
  }
}

/** What was held has its approval under its own id. That of a task is in the organization of the caller. */
async function addApprovals(reader: TraceReader, trace: Trace): Promise<void> {
  const known = new Set([...trace.approvals.values()].map(({ subjectId }) => subjectId));
  const sent = [...trace.messages.values()].filter(({ direction }) => direction === 'outbound');
  const ids = [...sent, ...trace.tasks.values()].map(({ id }) => id).filter((id) => !known.has(id));
  const found = await Promise.all(ids.map((id) => findApprovalFor(reader, id)));
  for (const approval of found) if (approval !== undefined) trace.approvals.set(approval.id, approval);
}

function stepsOfTask({ table }: TraceReader, { id, version }: Task): Promise<readonly StepHead[]> {
  return taskStepHeads(table, id, Math.max(0, version - TRACE_BOUNDS.taskSteps), version);
}

interface Told<Steps> {
  readonly steps: Steps;
  /** The events and deliveries that the reader has asked for. */
  readonly askedFor: ReadonlySet<string>;
}

/** Adds the events of the trace, and notes where there are more than a trace has, or more rows of the log. */
async function addEvents(
  reader: TraceReader,
  trace: Trace,
  { steps, askedFor }: Told<readonly StepHead[]>,
): Promise<void> {
  const { messages, tasks, approvals, events, aggregateIds } = trace;
  if (aggregateIds.size === 0) return;
  const things = [...messages.values(), ...tasks.values(), ...approvals.values(), ...events.values()];
  const outcomes = await Promise.all(
    [...messages.keys()].map((id) => outcomeTimes(reader.table, id, TRACE_BOUNDS.times)),
  );
  const times = [
    ...[...messages.values()].flatMap(({ sentAt = [], queuedAt = [] }) => [sentAt, queuedAt].flat()),
    ...[...approvals.values()].flatMap(({ createdAt, decidedAt }) => [createdAt, decidedAt ?? []].flat()),
    ...steps.map(({ at }) => at),
    ...outcomes.flat(),
  ];
  const since = Math.min(...things.map(({ createdAt }) => createdAt));
  const related = await relatedEvents(reader, { aggregateIds, since, times });
  const all = new Map([...events, ...related.events.map((event) => [event.id, event] as const)]);
  const { kept, leftOutUntil } = newest(all.values(), TRACE_BOUNDS.events, askedFor);
  for (const event of kept) events.set(event.id, event);
  if (leftOutUntil !== undefined) trace.limits.push(limitStep(trace, 'events', leftOutUntil));
  if (related.readUntil !== undefined) trace.limits.push(limitStep(trace, 'log', related.readUntil));
}

/** Adds the deliveries of the trace, and notes where there are more than a trace has or looks for. */
async function addDeliveries(
  reader: TraceReader,
  trace: Trace,
  { steps, askedFor }: Told<StepsOfTasks>,
): Promise<void> {
  if (!reader.seesDeliveries) return;
  const { deliverySources } = TRACE_BOUNDS;
  const pushed = [...steps].filter(
    ([{ pushSlots = 0, caller }]) => pushSlots > 0 && caller.organizationId === reader.organizationId,
  );
  const sources = newest(trace.events.values(), deliverySources, askedFor);
  const [ofEvents, ...ofSteps] = await Promise.all([
    deliveriesOfEvents(reader, sources.kept),
    ...pushed.map(([{ id }, heads]) => pushesOfSteps(reader, id, heads.slice(-deliverySources))),
  ]);
  const found: Delivery[] = [...trace.deliveries.values(), ...[ofEvents, ...ofSteps].flat()];
  const visible = found.filter((delivery) => reader.mayUse(delivery));
  const all = new Map(visible.map((delivery) => [delivery.id, delivery]));
  const { kept, leftOutUntil } = newest(all.values(), TRACE_BOUNDS.deliveries, askedFor);
  for (const delivery of kept) trace.deliveries.set(delivery.id, delivery);
  if (leftOutUntil !== undefined) trace.limits.push(limitStep(trace, 'deliveries', leftOutUntil));
  const notRead = [sources.leftOutUntil, ...pushed.map(([, heads]) => heads.at(-1 - deliverySources)?.at)];
  const notReadUntil = Math.max(...notRead.flatMap((time) => time ?? []));
  if (Number.isFinite(notReadUntil)) trace.limits.push(limitStep(trace, 'delivery_sources', notReadUntil));
}
