import { lastIdAt, MAX_TIME } from '#shared/domain/ids/ids.ts';
import { anyRow } from '../../decode-row.ts';
import { queryRows, type Table } from '../../table-client.ts';
import { NO_STREAMS, STREAMS_KEY, type Streams, streamsOf } from './stream.ts';
import { decodeWebhook, type Webhook, webhookPartition } from './webhook.ts';

/** What gets the events of an organization. */
export interface Subscribers {
  webhooks: Webhook[];
  streams: Streams;
}

/**
 * Everything that gets the events of an organization, by one strongly consistent query, so that a new endpoint or
 * stream gets the next event.
 */
export async function subscribersOf(table: Table, organizationId: string): Promise<Subscribers> {
  const range = { from: STREAMS_KEY, to: lastIdAt('webhook', MAX_TIME) };
  const rows = queryRows(table, anyRow, { pk: webhookPartition(organizationId), ...range, strong: true });
  const subscribers: Subscribers = { webhooks: [], streams: NO_STREAMS };
  for await (const row of rows) {
    if (row.sk === STREAMS_KEY) subscribers.streams = streamsOf(row);
    else subscribers.webhooks.push(decodeWebhook(row));
  }
  return subscribers;
}
