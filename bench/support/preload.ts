import { randomBytes } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { insertEvent } from '#shared/data/entities/log/event.ts';
import type { Table } from '#shared/data/table-client.ts';
import { makeId, randomPartOf } from '#shared/domain/ids/ids.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import type { Engine } from '#testing/with-engine.ts';
import { mailEvent } from './event-log.ts';
import type { Tenant } from './tenant.ts';

/** The largest number of items in a transaction. See: DynamoDB API reference, TransactWriteItems. */
const BATCH = 100;
const WRITERS = 4;

/**
 * Fills the log of an organization with `count` events older than all others: from before the last hour.
 * The stream of the table is off meanwhile, so that the relay does not process them. The stack of the table must be
 * stopped.
 */
export async function preloadEvents(engine: Engine, table: Table, tenant: Tenant, count: number): Promise<void> {
  const start = Date.now() - HOUR - 2 * count;
  await setStream(engine, table, { StreamEnabled: false });
  let next = 0;
  const writer = async () => {
    while (next < count) {
      const from = next;
      next += BATCH;
      const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => pastEvent(tenant, start + from + i));
      const items = rows.map((row) => marshall(insertEvent(row, []).row));
      await engine.client.call('TransactWriteItems', {
        TransactItems: items.map((Item) => ({ Put: { TableName: table.name, Item } })),
      });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await setStream(engine, table, { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' });
}

async function setStream(engine: Engine, table: Table, specification: unknown): Promise<void> {
  await engine.client.call('UpdateTable', { TableName: table.name, StreamSpecification: specification });
}

/** An event as the unit of work would have written it at `createdAt`. */
function pastEvent(tenant: Tenant, createdAt: number): LoggedEvent {
  const name = makeId('message', createdAt, randomPartOf(randomBytes(10)));
  const { type, identityId, aggregateId, threadId, payload, message, agents } = mailEvent(tenant, name);
  return {
    id: makeId('event', createdAt, randomPartOf(randomBytes(10))),
    organizationId: tenant.organizationId,
    type,
    version: 1,
    identityId,
    aggregateType: 'mail_message',
    aggregateId,
    threadId: threadId ?? null,
    payload: { ...payload },
    message: message ?? null,
    agents: agents ?? null,
    createdAt,
    deliveryBase: createdAt,
    deliverySlots: 0,
  };
}
