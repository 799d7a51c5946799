import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ClosedTicket } from '#shared/domain/log/log-order.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { tombstoneRow } from '../entities/log/event.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/** Readers ignore a gap after minutes, so a tombstone may expire. */
const LIFETIME_MS = DAY;

/**
 * Closes a ticket: after this, its event is there or can never be. Does nothing if the event is being written at this
 * moment. The writer of the ticket adds the tickets before it, also to the tombstone of a reader, so that readers can
 * advance over any number of closed tickets.
 *
 * See: docs/decisions/0022-tickets.md.
 */
export async function closeTicket(
  table: Table,
  organizationId: string,
  ticket: ClosedTicket,
  now: number,
): Promise<void> {
  const isFree = 'attribute_not_exists(pk)';
  const isIncomplete = 'attribute_exists(tombstone) AND attribute_not_exists(predecessors)';
  try {
    await conditionalWrite(
      table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: tombstoneRow(organizationId, ticket, now + LIFETIME_MS),
          ConditionExpression: ticket.predecessors === undefined ? isFree : `${isFree} OR (${isIncomplete})`,
        }),
      ),
    );
  } catch (error) {
    if (!(error instanceof TransactionConflictException)) throw error;
  }
}
