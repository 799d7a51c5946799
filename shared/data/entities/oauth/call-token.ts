import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import type { Table } from '../../table-client.ts';
import { getRow, type Key } from '../../table-client.ts';

/**
 * What the MCP server calls the API with, for a call with an access token: an access token is for the MCP server alone.
 * It is found by its hash, names the access token and one agent, and does what that token may do for the agent, for as
 * long as the token lives. On its own it grants nothing, so the function that makes it needs no right but to make it.
 */
export interface CallToken {
  /** The hash of the access token. */
  accessHash: string;
  organizationId: string;
  grantId: string;
  identityId: string;
  expiresAt: number;
}

const decodeCallToken = rowDecoder<CallToken>({
  accessHash: 'string',
  organizationId: 'string',
  grantId: 'string',
  identityId: 'string',
  expiresAt: 'number',
});

export function callTokenKey(hash: string): Key {
  return { pk: `${PREFIX.callToken}${hash}`, sk: 'CALL' };
}

/** A call token that has not expired, by a strongly consistent read. */
export async function findCallToken(table: Table, hash: string, now: number): Promise<CallToken | undefined> {
  const token = await getRow(table, decodeCallToken, callTokenKey(hash), { strong: true });
  return token !== undefined && token.expiresAt > now ? token : undefined;
}
