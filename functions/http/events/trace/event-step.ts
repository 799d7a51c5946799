import { type EventRow, eventOfRow } from '#shared/data/entities/log/event.ts';
import type { Row, Table } from '#shared/data/table-client.ts';
import { readableEvent } from '#shared/domain/log/readable-event.ts';
import type { Step } from './trace.ts';

/** The events that say what became of an email. Their payload has what the server of the recipient has said. */
const OUTCOMES: Readonly<Record<string, string>> = {
  'mail.delivered': 'Delivered to',
  'mail.bounced': 'Not delivered to',
  'mail.complained': 'Reported as spam by',
};

/** An event of the log. That of an outcome has its detail; the payload of any other is in other steps anyway. */
export async function eventStep(table: Table, row: Row<EventRow>): Promise<Step> {
  const { id, type, createdAt, identityId, aggregateType, aggregateId, requestId = null } = row;
  const detail = {
    type,
    aggregate_type: aggregateType,
    aggregate_id: aggregateId,
    identity_id: identityId,
    request_id: requestId,
  };
  const verb = OUTCOMES[type];
  if (verb === undefined) return { at: createdAt, kind: 'event', id, summary: type, status: null, detail };
  const { payload } = readableEvent(await eventOfRow(table, row));
  const outcome = (payload.detail ?? {}) as Readonly<Record<string, unknown>>;
  const summary = `${verb} ${String(outcome.recipient ?? 'a recipient')}`;
  const status = type.slice('mail.'.length);
  return { at: createdAt, kind: 'outcome', id, summary, status, detail: { ...detail, outcome } };
}
