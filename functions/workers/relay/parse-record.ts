import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { eventOfStreamRow } from '#shared/data/entities/log/event.ts';
import { decodeOutboxRow, type OutboxEntry } from '#shared/data/entities/log/outbox.ts';
import { PREFIX } from '#shared/data/table.ts';
import type { Row } from '#shared/data/table-client.ts';
import type { EventHead } from '#shared/domain/log/events.ts';

export type ParsedRecord =
  | { kind: 'event'; event: EventHead }
  | { kind: 'outbox'; entry: OutboxEntry }
  | { kind: 'other' };

/** Converts a stream record. The filter of the event source mapping passes only new events and outbox entries. */
export function parseRecord(record: DynamoDBRecord): ParsedRecord {
  const image = record.dynamodb?.NewImage;
  if (record.eventName !== 'INSERT' || image === undefined) return { kind: 'other' };
  // The types of a stream record and of the SDK differ, their attribute values do not.
  const row = unmarshall(image as Record<string, AttributeValue>);
  const partition = String(row.pk);
  if (partition.startsWith(PREFIX.event)) {
    const event = eventOfStreamRow(row as Row);
    return event === undefined ? { kind: 'other' } : { kind: 'event', event };
  }
  if (partition.startsWith(PREFIX.outbox)) return { kind: 'outbox', entry: decodeOutboxRow(row as Row) };
  return { kind: 'other' };
}
