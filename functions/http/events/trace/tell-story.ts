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
import { messageSteps } from './message-steps.ts';
import { deliveriesOfEvents, pushesOfSteps } from './related-deliveries.ts';
import { relatedEvents } from './related-events.ts';
import { inOrder } from './step-order.ts';
import type { Step, Story } from './story.ts';
import { taskSteps } from './task-steps.ts';
import { TRACE_BOUNDS } from './trace-bounds.ts';
import type { TraceReader } from './trace-reader.ts';

/** Tells a story: everything that led to its things and that followed from them, as far as the reader may see it. */
export async function tellStory(reader: TraceReader, story: Story): Promise<Step[]> {
  await addApprovals(reader, story);
  const steps = new Map(
    await mapWithLimit([...story.tasks.values()], TRACE_BOUNDS.subjects, async (task) => {
      return [task, await stepsOfTask(reader, task)] as const;
    }),
  );
  const readUntil = await addEvents(reader, story, [...steps.values()].flat());
  await addDeliveries(reader, story, steps);
  const { messages, approvals, events, deliveries } = story;
  const told = await allInOrder([
    mapWithLimit([...messages.values()], TRACE_BOUNDS.subjects, (message) => messageSteps(reader, message)),
    approvalSteps(reader, [...approvals.values()]),
    mapWithLimit([...events.values()], MAX_CONTENT_READS, (event) => eventStep(reader.table, event)),
    deliverySteps(reader, [...deliveries.values()], events),
  ]);
  const ofTasks = [...steps].flatMap(([task, heads]) => taskSteps(task, heads));
  return inOrder([...told.flat(2), ...ofTasks, ...(readUntil === undefined ? [] : [logLimit(story, readUntil)])]);
}

/** Where the log was not read to its end, the reader is to know: something may be missing after this. */
function logLimit(story: Story, readUntil: number): Step {
  const [id = ''] = story.aggregateIds;
  const summary = `The log has more than ${TRACE_BOUNDS.logRows} events since then. Later events may be missing.`;
  return { at: readUntil, kind: 'log_limit', id, summary, status: null, detail: {} };
}

/** What was held has its approval under its own id. That of a task is in the organization of the caller. */
async function addApprovals(reader: TraceReader, story: Story): Promise<void> {
  const known = new Set([...story.approvals.values()].map(({ subjectId }) => subjectId));
  const sent = [...story.messages.values()].filter(({ direction }) => direction === 'outbound');
  const ids = [...sent, ...story.tasks.values()].map(({ id }) => id).filter((id) => !known.has(id));
  const found = await Promise.all(ids.map((id) => findApprovalFor(reader, id)));
  for (const approval of found) if (approval !== undefined) story.approvals.set(approval.id, approval);
}

function stepsOfTask({ table }: TraceReader, { id, version }: Task): Promise<readonly StepHead[]> {
  return taskStepHeads(table, id, Math.max(0, version - TRACE_BOUNDS.taskSteps), version);
}

/** Adds the events of the story. Returns until when all of the log was read; `undefined`: to its end. */
async function addEvents(reader: TraceReader, story: Story, steps: readonly StepHead[]): Promise<number | undefined> {
  const { messages, tasks, approvals, events, aggregateIds } = story;
  if (aggregateIds.size === 0) return undefined;
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
  for (const event of related.events) events.set(event.id, event);
  return related.readUntil;
}

async function addDeliveries(
  reader: TraceReader,
  story: Story,
  steps: ReadonlyMap<Task, readonly StepHead[]>,
): Promise<void> {
  const pushed = [...steps].filter(
    ([{ pushSlots = 0, caller }]) => pushSlots > 0 && caller.organizationId === reader.organizationId,
  );
  const byTime = [...story.events.values()].sort((a, b) => a.createdAt - b.createdAt);
  const [ofEvents, ...ofSteps] = await Promise.all([
    deliveriesOfEvents(reader, byTime),
    ...pushed.map(([{ id }, heads]) => pushesOfSteps(reader, id, heads)),
  ]);
  const found: Delivery[] = [ofEvents, ...ofSteps].flat().filter((delivery) => reader.mayUse(delivery));
  for (const delivery of found.slice(0, TRACE_BOUNDS.deliveries)) story.deliveries.set(delivery.id, delivery);
}
