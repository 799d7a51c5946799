import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { type CallToken, callTokenKey } from '../entities/oauth/call-token.ts';
import type { Table } from '../table-client.ts';

/**
 * Stores a call token, by the hash of its text. A direct write: nothing is committed with it, and a token that is
 * stored and never used ends within minutes.
 *
 * See: docs/decisions/0002-one-commit.md; docs/decisions/0086-oauth-of-the-mcp-server.md.
 */
export async function putCallToken(table: Table, hash: string, token: CallToken): Promise<void> {
  const row = { ...callTokenKey(hash), ...token, expires_at: epochSeconds(token.expiresAt) };
  await table.client.send(new PutCommand({ TableName: table.name, Item: row }));
}
