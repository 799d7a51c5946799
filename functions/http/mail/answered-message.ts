import { findMessage, type Message } from '#shared/data/entities/mail/message.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { notFound } from '#shared/domain/errors/errors.ts';

/** The message of the same agent that a request replies to, if it names one. */
export async function answeredMessage(
  table: Table,
  identity: Identity,
  id: string | undefined,
): Promise<Message | undefined> {
  if (id === undefined) return undefined;
  const message = await findMessage(table, identity.id, id);
  if (message === undefined) throw notFound();
  return message;
}
