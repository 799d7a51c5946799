import { isAllowedRefusal } from '../clients/requests.ts';
import type { History, OperationRecord } from '../history.ts';
import { type Trace, Traces } from './traces.ts';
import { type Violation, violation } from './violation.ts';

/** Every acknowledged operation was done once, every refused one not at all, and each request has one reply. */
export function checkWrites(history: History): Violation[] {
  const traces = new Traces(history);
  return [
    ...history.operations.flatMap((operation) => [
      ...checkOutcome(operation),
      ...traces.of(operation).flatMap((trace) => checkTrace(operation, trace)),
    ]),
    ...checkTasks(history, traces),
    ...checkMailEvents(history),
  ];
}

function nameOf({ planned, marker, outcome }: OperationRecord): string {
  const id = outcome.kind === 'acknowledged' ? outcome.body.id : undefined;
  return `${planned.kind} ${marker}${id === undefined ? '' : ` (${id})`}`;
}

function checkOutcome(operation: OperationRecord): Violation[] {
  const { outcome, repeats } = operation;
  const found: Violation[] = repeats
    .filter(({ isSame }) => !isSame)
    .map(({ text }) => violation('reply-changed', `${nameOf(operation)}: ${text}`));
  if (outcome.kind === 'unknown') found.push(violation('no-response', nameOf(operation)));
  if (outcome.kind === 'refused' && !isAllowedRefusal(operation))
    found.push(violation('unexpected-refusal', `${nameOf(operation)}: ${outcome.status} ${outcome.code}`));
  return found;
}

function checkTrace(operation: OperationRecord, { what, found, expected }: Trace): Violation[] {
  const text = `${nameOf(operation)}: ${found} × ${what}`;
  const { kind } = operation.outcome;
  if (found > expected) return [violation('write-doubled', text)];
  if (kind === 'acknowledged' && found < expected) return [violation('write-lost', text)];
  if ((kind === 'refused' || kind === 'skipped') && found > 0) return [violation('refused-write', text)];
  return [];
}

/** Replies and cancellations have events without a marker: each task has as many as were acknowledged. */
function checkTasks({ operations, organizations }: History, traces: Traces): Violation[] {
  const states = new Map(organizations.flatMap(({ tasks }) => tasks.map(({ id, state }) => [id, state] as const)));
  const created = operations.filter(({ planned }) => planned.kind === 'create-task');
  return created.flatMap(({ planned, outcome }) => {
    if (outcome.kind !== 'acknowledged') return [];
    const id = outcome.body.id ?? '';
    const worker = planned.other.organization;
    const on = operations.filter((one) => one.planned.on === planned.index);
    const replies = counts(on.filter((one) => one.planned.kind === 'reply-task'));
    const cancels = counts(on.filter((one) => one.planned.kind === 'cancel-task'));
    const canceled = { least: Math.min(cancels.least, 1), most: Math.min(cancels.most, 1) };
    return [
      ...outside(`a2a.task.updated of ${id}`, traces.eventsAbout(worker, 'a2a.task.updated', id), replies),
      ...outside(`a2a.task.canceled of ${id}`, traces.eventsAbout(worker, 'a2a.task.canceled', id), canceled),
      ...(cancels.least > 0 && states.get(id) !== 'canceled'
        ? [violation('write-lost', `${id} was canceled and is ${states.get(id)}`)]
        : []),
    ];
  });
}

function counts(operations: readonly OperationRecord[]): { least: number; most: number } {
  const least = operations.filter(({ outcome }) => outcome.kind === 'acknowledged').length;
  return { least, most: least + operations.filter(({ outcome }) => outcome.kind === 'unknown').length };
}

function outside(what: string, found: number, { least, most }: { least: number; most: number }): Violation[] {
  if (found < least) return [violation('write-lost', `${found} × ${what}, ${least} were acknowledged`)];
  if (found > most) return [violation('write-doubled', `${found} × ${what}, ${least} were acknowledged`)];
  return [];
}

function checkMailEvents({ organizations }: History): Violation[] {
  return organizations.flatMap(({ events, messages }) => {
    const known = new Set(messages.map(({ id }) => id));
    return events
      .filter(({ type, aggregate_id }) => type.startsWith('mail.') && !known.has(aggregate_id ?? ''))
      .map(({ id, type, aggregate_id }) => violation('event-unexplained', `${type} ${id} of ${aggregate_id}`));
  });
}
