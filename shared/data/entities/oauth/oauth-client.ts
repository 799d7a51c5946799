import { isId, timeOfId } from '#shared/domain/ids/ids.ts';
import { UNUSED_CLIENT_MS, USED_CLIENT_MS } from '#shared/domain/oauth/lifetimes.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/** A client that has registered itself, which anyone can do. It belongs to no organization. */
export interface RegisteredClient {
  id: string;
  name: string | null;
  redirectUris: string[];
  /** When a person last allowed it something; absent before. */
  usedAt?: number;
}

const decodeClient = rowDecoder<RegisteredClient>({ id: 'string', redirectUris: 'array', usedAt: 'number?' });

function clientKey(id: string): Key {
  return { pk: `${PREFIX.oauthClient}${id}`, sk: 'CLIENT' };
}

function expiryOf({ id, usedAt }: RegisteredClient): number {
  return usedAt === undefined ? timeOfId('oauthClient', id) + UNUSED_CLIENT_MS : usedAt + USED_CLIENT_MS;
}

export function insertRegisteredClient(client: RegisteredClient): Change {
  return insert({ ...clientKey(client.id), ...client, expires_at: epochSeconds(expiryOf(client)) });
}

/** A registered client that has not expired. `now` is in epoch milliseconds. */
export async function findRegisteredClient(
  table: Table,
  id: string,
  now: number,
): Promise<RegisteredClient | undefined> {
  if (!isId('oauthClient', id)) return undefined;
  const client = await getRow(table, decodeClient, clientKey(id), { strong: true });
  return client !== undefined && expiryOf(client) > now ? client : undefined;
}

/** Keeps a client that a person has allowed something. The operation runs again if it has expired meanwhile. */
export function updateClientUsed(id: string, now: number): Change {
  const expires_at = epochSeconds(now + USED_CLIENT_MS);
  return update(clientKey(id), { set: { usedAt: now, expires_at } }, { onConditionFailed: RETRY });
}
