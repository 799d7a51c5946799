import { createHash, randomUUID } from 'node:crypto';
import { canonicalJson } from '#shared/domain/canonical-json.ts';
import type { CalledOperation } from './called-operations.ts';
import type { Received, Sent, ServiceApi } from './service-api.ts';

/** What distinguishes a new call from a retry. */
export interface Once {
  readonly idempotency_key?: string | undefined;
  readonly send_again?: boolean | undefined;
}

/** How long an identical call without a key of its own counts as a retry. */
const RETRY_SECONDS = 600;

/** The result of a write, and whether an earlier call has done it. */
export interface Done<N extends CalledOperation> {
  readonly body: Received<N>['body'];
  readonly alreadyDone: boolean;
}

/**
 * Writes once: under the key of the caller, or, without one, once in ten minutes for equal arguments. A client that
 * times out and calls again so gets the result of its first call. `send_again` says that a repetition is meant.
 *
 * The record of the key is committed with the write. Ten minutes end with the record, so no retry falls on the other
 * side of the edge of a window.
 *
 * See: docs/contract/mcp.md#retries; docs/contract/conventions.md#idempotency.
 */
export async function writeOnce<N extends CalledOperation>(
  api: ServiceApi,
  name: N,
  sent: Sent<N>,
  { idempotency_key: key, send_again: again, ...args }: Once & Readonly<Record<string, unknown>>,
): Promise<Done<N>> {
  const headers = keyHeaders(key ?? (again === true ? randomUUID() : retryKeyOf([name, ownerIn(sent), args])));
  const { body, headers: received } = await api.send(name, { ...sent, headers });
  return { body, alreadyDone: received.get('idempotency-replayed') === 'true' };
}

/**
 * A key with this beginning counts for ten minutes. Programs between a client and this server make one of the arguments
 * that they got, for clients that repeat a call.
 */
const RETRY_PREFIX = 'retry-';

/**
 * The agent that a body names, for which an org key acts: equal arguments for another agent are another call. Where the
 * path has the agent, the record of the key is that of the path.
 */
function ownerIn<N extends CalledOperation>({ body }: Sent<N>): unknown {
  return (body as { identity_id?: string } | undefined)?.identity_id ?? null;
}

function retryKeyOf(content: unknown): string {
  return `${RETRY_PREFIX}${createHash('sha256').update(canonicalJson(content)).digest('base64url')}`;
}

function keyHeaders(key: string): Record<string, string> {
  const isRetry = key.startsWith(RETRY_PREFIX);
  return { 'idempotency-key': key, ...(isRetry && { 'idempotency-ttl': String(RETRY_SECONDS) }) };
}
