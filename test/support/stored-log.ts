import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { insertEvent } from '#shared/data/entities/log/event.ts';
import type { Table } from '#shared/data/table-client.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';

const BATCH = 25;

/** An event of an organization as it is appended. */
export function eventAt(organizationId: string, createdAt: number, more: Partial<LoggedEvent> = {}): LoggedEvent {
  return {
    id: makeId('event', createdAt, randomPart()),
    organizationId,
    type: 'mail.sent',
    version: 1,
    identityId: null,
    aggregateType: 'mail_message',
    aggregateId: 'msg_1',
    threadId: null,
    payload: { messageId: 'msg_1', threadId: 'thr_1' },
    message: null,
    agents: null,
    createdAt,
    deliveryBase: createdAt,
    deliverySlots: 0,
    ...more,
  };
}

/** Writes events, each with the times before it as its predecessors, without the clock that commits take times from. */
export async function storeEvents(
  { client, name }: Table,
  events: readonly (LoggedEvent & { predecessors?: readonly number[] })[],
): Promise<void> {
  const rows = events.map(({ predecessors = [], ...event }) => insertEvent(event, predecessors).row);
  for (let start = 0; start < rows.length; start += BATCH) {
    const items = rows.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: items } }));
  }
}
