import type { RowKind } from '#shared/data/table.ts';
import type { Access } from './access.ts';

/**
 * The rows that the request pipeline itself needs for every call: those of the caller, with the trusted issuer that a
 * short key follows from, and its rate limit. A tool of the MCP server is a caller with a token of its own, which names
 * the grant of a person.
 */
export const readOnlyRoutes = (read: readonly RowKind[], write: readonly RowKind[] = []): Access => ({
  read: ['keyHash', 'identity', 'user', 'memberSettings', 'trustedIssuer', 'callToken', 'grant', ...read],
  write: ['rate', 'apiKeys', ...write],
});

/** Groups with operations that write need idempotency records, the key that seals them, and the event clock as well. */
export const mutatingRoutes = (read: readonly RowKind[], write: readonly RowKind[]): Access =>
  readOnlyRoutes(['idempotency', 'keyring', ...read], ['idempotency', 'keyring', 'clock', ...write]);
