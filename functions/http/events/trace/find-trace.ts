import { findTask } from '#shared/data/entities/a2a/task.ts';
import { type Approval, findApproval } from '#shared/data/entities/approval/approval.ts';
import { type Delivery, findDelivery } from '#shared/data/entities/delivery/delivery.ts';
import { type EventRow, findEvent, logRowsBetween } from '#shared/data/entities/log/event.ts';
import type { Row } from '#shared/data/table-client.ts';
import { isRequestId } from '#shared/domain/http/request-scope.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { findHeldTask } from '#shared/services/tasks/held-task.ts';
import { maySee } from '#shared/services/tasks/load-task.ts';
import { findMessageOf } from './find-message.ts';
import { limitStep } from './limit-step.ts';
import { newest } from './newest.ts';
import { Trace } from './trace.ts';
import { TRACE_BOUNDS } from './trace-bounds.ts';
import type { TraceReader } from './trace-reader.ts';

/**
 * What an id is about: the prefix of the id says what it is of, and any other text is the id of a request. An event, a
 * delivery and an approval lead to the message or the task that they are about, so that all ids of one trace lead to
 * the same. The trace is empty if the id is of nothing that the reader may see.
 */
export async function findTrace(reader: TraceReader, id: string): Promise<Trace> {
  const trace = new Trace();
  if (isId('message', id)) await addMessage(reader, trace, id);
  else if (isId('task', id)) await addTask(reader, trace, id);
  else if (isId('event', id)) await addEvent(reader, trace, id);
  else if (isId('delivery', id)) await addDelivery(reader, trace, id);
  else if (isId('approval', id)) await addApproval(reader, trace, id);
  else if (isRequestId(id)) await addRequest(reader, trace, id);
  return trace;
}

async function addMessage(reader: TraceReader, trace: Trace, id: string, owner?: string | null): Promise<void> {
  const message = await findMessageOf(reader, id, owner);
  if (message !== undefined) trace.messages.set(id, message);
}

/** A task, or the approval of one that is held and does not exist yet. */
async function addTask(reader: TraceReader, trace: Trace, id: string): Promise<void> {
  if (!reader.seesTasks) return;
  const task = await findTask(reader.table, id);
  if (task !== undefined) {
    if (maySee(reader.ofTasks, task)) trace.tasks.set(id, task);
    return;
  }
  const held = await findHeldTask(reader.table, reader.ofTasks, id);
  if (held !== undefined) trace.approvals.set(held.id, held);
}

async function addEvent(reader: TraceReader, trace: Trace, id: string): Promise<void> {
  const event = await findEvent(reader.table, reader.organizationId, id);
  if (event !== undefined && reader.passes(event)) await addEventRow(reader, trace, event);
}

async function addEventRow(reader: TraceReader, trace: Trace, event: Row<EventRow>): Promise<void> {
  trace.events.set(event.id, event);
  const { aggregateType, aggregateId, identityId } = event;
  if (aggregateId === null || trace.aggregateIds.size > TRACE_BOUNDS.subjects) return;
  if (aggregateType === 'mail_message') await addMessage(reader, trace, aggregateId, identityId);
  if (aggregateType === 'a2a_task') await addTask(reader, trace, aggregateId);
  if (aggregateType === 'approval') await addApproval(reader, trace, aggregateId);
}

async function addDelivery(reader: TraceReader, trace: Trace, id: string): Promise<void> {
  if (!reader.seesDeliveries) return;
  const delivery: Delivery | undefined = await findDelivery(reader.table, reader.organizationId, id);
  if (delivery === undefined || !reader.mayUse(delivery)) return;
  trace.deliveries.set(id, delivery);
  if (delivery.push !== undefined) await addTask(reader, trace, delivery.push.taskId);
  else if (delivery.test !== true) await addEvent(reader, trace, delivery.eventId);
}

async function addApproval(reader: TraceReader, trace: Trace, id: string): Promise<void> {
  if (!reader.seesMail) return;
  const approval: Approval | undefined = await findApproval(reader.table, reader.organizationId, id);
  if (approval === undefined || !reader.mayUse(approval)) return;
  trace.approvals.set(id, approval);
  if (approval.kind === 'mail') await addMessage(reader, trace, approval.subjectId, approval.identityId);
  if (approval.kind === 'task') await addTask(reader, trace, approval.subjectId);
}

/** The events that a request has appended, of the newest ones of the log: the id of a request has no time. */
async function addRequest(reader: TraceReader, trace: Trace, requestId: string): Promise<void> {
  const newestFirst = { newestFirst: true, limit: TRACE_BOUNDS.logRows, pageSize: 500, strong: true } as const;
  const found: Row<EventRow>[] = [];
  for await (const { event } of logRowsBetween(reader.table, reader.organizationId, {}, newestFirst)) {
    if (event?.requestId === requestId && reader.passes(event)) found.push(event);
  }
  const { kept, leftOutUntil } = newest(found, TRACE_BOUNDS.events, new Set());
  for (const event of kept) await addEventRow(reader, trace, event);
  if (leftOutUntil !== undefined) trace.limits.push(limitStep(trace, 'events', leftOutUntil));
}
