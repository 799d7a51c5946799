import { createHash, randomUUID } from 'node:crypto';
import { canonicalJson } from '#shared/domain/text/canonical-json.ts';
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
 * times out and calls again so gets the result of its first call. `send_again` says that a repetition is meant: without
 * a key of each call, with one once more under that key. Calls with equal arguments `after` something else was written
 * are not equal.
 *
 * The record of the key is committed with the write. Ten minutes end with the record, so no retry falls on the other
 * side of the edge of a window.
 *
 * See: docs/contract/mcp.md#retries; docs/contract/conventions.md#idempotency.
 */
export function writeOnce<N extends CalledOperation>(
  api: ServiceApi,
  name: N,
  sent: Sent<N>,
  { idempotency_key: key, send_again: again, ...args }: Once & Readonly<Record<string, unknown>>,
  after?: string,
): Promise<Done<N>> {
  const repeated = again === true ? randomUUID() : retryKeyOf([name, ownerIn(sent), args, after ?? null]);
  return writeUnder(api, name, sent, keyOf({ idempotency_key: key, send_again: again }) ?? repeated);
}

/** Writes once under the key of the caller, or each time without one. */
export function writeKeyed<N extends CalledOperation>(
  api: ServiceApi,
  name: N,
  sent: Sent<N>,
  once: Once,
): Promise<Done<N>> {
  return writeUnder(api, name, sent, keyOf(once));
}

async function writeUnder<N extends CalledOperation>(
  api: ServiceApi,
  name: N,
  sent: Sent<N>,
  key: string | undefined,
): Promise<Done<N>> {
  const { body, headers } = await api.send(name, { ...sent, ...(key !== undefined && { headers: keyHeaders(key) }) });
  return { body, alreadyDone: headers.get('idempotency-replayed') === 'true' };
}

/** The key that a call counts under, if it has one: its own, or that of its repetition. */
function keyOf({ idempotency_key: key, send_again: again }: Once): string | undefined {
  if (key === undefined || again !== true) return key;
  return `${key.startsWith(RETRY_PREFIX) ? RETRY_PREFIX : ''}again-${hashOf(key)}`;
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
  return `${RETRY_PREFIX}${hashOf(canonicalJson(content))}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function keyHeaders(key: string): Record<string, string> {
  const isRetry = key.startsWith(RETRY_PREFIX);
  return { 'idempotency-key': key, ...(isRetry && { 'idempotency-ttl': String(RETRY_SECONDS) }) };
}
