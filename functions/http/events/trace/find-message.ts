import { logRowsBetween } from '#shared/data/entities/log/event.ts';
import { findMessage, findMessageAmong, type Message } from '#shared/data/entities/mail/message.ts';
import { identitiesBefore } from '#shared/data/entities/organization/identity.ts';
import { collect } from '#shared/data/table-client.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { isId, timeOfId } from '#shared/domain/ids/ids.ts';
import { findApprovalFor } from './find-approval.ts';
import { AFTER_MS, BEFORE_MS, TRACE_BOUNDS } from './trace-bounds.ts';
import type { TraceReader } from './trace-reader.ts';

/**
 * A message by its id alone. Messages are in the mailbox of their agent, so of an organization the agent has to be
 * found first: by the event of the message, which is about as old as its id, or by its approval. A message without
 * either, such as one that a contact rule has refused, is looked for in the mailboxes of the newest agents.
 */
export async function findMessageOf(
  reader: TraceReader,
  id: string,
  knownOwner?: string | null,
): Promise<Message | undefined> {
  if (!reader.seesMail || !isId('message', id)) return undefined;
  const { table, organizationId, agentId } = reader;
  if (agentId !== undefined) return findMessage(table, agentId, id);
  const owner = knownOwner ?? (await ownerOf(reader, id));
  const found = owner === undefined ? undefined : await findMessage(table, owner, id);
  const message = found ?? (await findInMailboxes(reader, id));
  return message?.organizationId === organizationId ? message : undefined;
}

async function ownerOf(reader: TraceReader, id: string): Promise<string | undefined> {
  const { table, organizationId } = reader;
  const at = timeOfId('message', id);
  const bounds = { after: at - BEFORE_MS, before: at + AFTER_MS };
  const rows = logRowsBetween(table, organizationId, bounds, { limit: TRACE_BOUNDS.rowsAround, strong: true });
  const [events, approval] = await allInOrder([
    collect(rows, 1, ({ event }) => event?.aggregateId === id && event.identityId !== null),
    findApprovalFor(reader, id),
  ]);
  return events[0]?.event?.identityId ?? approval?.identityId;
}

async function findInMailboxes({ table, organizationId }: TraceReader, id: string): Promise<Message | undefined> {
  const agents = await collect(identitiesBefore(table, organizationId, undefined), TRACE_BOUNDS.agents);
  return findMessageAmong(
    table,
    agents.map((agent) => agent.id),
    id,
  );
}
