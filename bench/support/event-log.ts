import { eventOfRow, logRowsBetween } from '#shared/data/entities/log/event.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { NewEvent } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';
import { createDocumentClient } from '#shared/runtime/document-client.ts';
import type { Engine } from '#testing/with-engine.ts';
import type { Tenant } from './tenant.ts';

/** Opens the table of the stack directly. `endpoint` is the database or a metering proxy in front of it. */
export async function tableAt(engine: Engine, endpoint = engine.endpoint): Promise<Table> {
  const { TableNames } = await engine.client.call<{ TableNames: string[] }>('ListTables', {});
  const [name] = TableNames;
  if (name === undefined) throw new Error('the stack has not created a table');
  const client = createDocumentClient({
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 5,
  });
  return { client, name };
}

/** An event like the one of a received mail: the largest kind, with the summary that webhooks carry. */
export function mailEvent(tenant: Tenant, name: string): NewEvent<'mail.received'> {
  const { id, handle, display_name } = tenant.agent;
  return {
    type: 'mail.received',
    identityId: id,
    aggregateId: name,
    threadId: `thr_${name}`,
    payload: { messageId: name, threadId: `thr_${name}`, from: 'sender@example.com', subject: `Subject of ${name}` },
    message: {
      id: name,
      direction: 'inbound',
      from: [{ address: 'sender@example.com' }],
      subject: `Subject of ${name}`,
      snippet: 'The first words of a mail that a person wrote, cut off where a reader has seen enough of it.',
      has_attachments: false,
    },
    agents: [{ id, handle, display_name }],
  };
}

/** The events of an organization since a time (epoch milliseconds, exclusive). */
export async function eventsSince(table: Table, organizationId: string, since: number): Promise<LoggedEvent[]> {
  const rows = await Array.fromAsync(logRowsBetween(table, organizationId, { after: since }, { strong: true }));
  return Promise.all(rows.flatMap(({ event }) => (event === undefined ? [] : [eventOfRow(table, event)])));
}

export async function countEventsSince(table: Table, organizationId: string, since: number): Promise<number> {
  return (await eventsSince(table, organizationId, since)).length;
}

/** Names for events, all of the same length, so that all rows have the same size. */
export function eventNames(count: number): string[] {
  return Array.from({ length: count }, () => makeId('message', Date.now(), randomPart()));
}

/** Commits events as an operation does: in one transaction with the event clock of the organization. */
export function append(table: Table, tenant: Tenant, names: readonly string[] = eventNames(1)): Promise<LoggedEvent[]> {
  const { organizationId } = tenant;
  return commit(
    table,
    {
      build: (tx) => names.map((name) => tx.appendEvent(organizationId, mailEvent(tenant, name))),
    },
    { now: Date.now },
  );
}
