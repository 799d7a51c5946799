import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { type EventRow, eventOfRow } from '../../../shared/data/entities/event.ts';
import type { OutboxEntry } from '../../../shared/data/entities/outbox.ts';
import { PREFIX } from '../../../shared/data/table.ts';
import type { Row } from '../../../shared/data/table-client.ts';
import type { LoggedEvent } from '../../../shared/domain/events.ts';

export type ParsedRecord =
  | { kind: 'event'; event: LoggedEvent }
  | { kind: 'outbox'; entry: OutboxEntry }
  | { kind: 'other' };

/** A stream record as what it announces. The mapping's filter lets only new events and outbox rows through. */
export function parseRecord(record: DynamoDBRecord): ParsedRecord {
  const image = record.dynamodb?.NewImage;
  if (record.eventName !== 'INSERT' || image === undefined) return { kind: 'other' };
  const row = unmarshall(image as Record<string, AttributeValue>) as Row<EventRow & OutboxEntry>;
  if (row.pk.startsWith(PREFIX.event)) return { kind: 'event', event: eventOfRow(row) };
  if (row.pk.startsWith(PREFIX.outbox)) return { kind: 'outbox', entry: row };
  return { kind: 'other' };
}
