import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { SECOND } from '#shared/domain/time/time.ts';
import { type AttemptResponse, attemptResponseRow } from '../entities/delivery/attempt-response.ts';
import type { Table } from '../table-client.ts';

/** How long the write may take. The worker has its next delivery to make. */
const MAX_WRITE_MS = 2 * SECOND;

/**
 * Writes what a receiver has responded to an attempt. It is not part of a commit, because the POST is before it, and
 * not of the write of the outcome: the row of a delivery is written several times, and the price of each write follows
 * from its size.
 */
export async function putAttemptResponse(table: Table, response: AttemptResponse): Promise<void> {
  const put = new PutCommand({ TableName: table.name, Item: attemptResponseRow(response) });
  await table.client.send(put, { abortSignal: AbortSignal.timeout(MAX_WRITE_MS) });
}
