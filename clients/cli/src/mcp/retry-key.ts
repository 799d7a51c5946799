import { createHash, randomUUID } from 'node:crypto';
import type { Params } from './messages.ts';

/**
 * The idempotency key of a call without one, the same for equal arguments. Its prefix makes the service keep it for
 * only ten minutes from the first call, so that this machine's clock and restarts do not matter.
 *
 * See: docs/contract/mcp.md#retries.
 */
export function retryKeyOf(tool: string, args: Params): string {
  const content = JSON.stringify([tool, args], inOrder);
  return `retry-${createHash('sha256').update(content).digest('base64url')}`;
}

/**
 * The idempotency key of a call that is repeated on purpose. Its prefix tells the service that the next call will have
 * another one.
 */
export function newKey(): string {
  return `again-${randomUUID()}`;
}

/** Objects with their members in a canonical order, for `JSON.stringify`. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
