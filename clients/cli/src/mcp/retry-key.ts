import { createHash, randomUUID } from 'node:crypto';
import type { Params } from './messages.ts';

/**
 * The idempotency key of a call without one, the same for equal arguments. Its beginning tells the service to keep it
 * for ten minutes only, counted from the first call: the clock of this machine and its restarts do not matter.
 *
 * See: docs/contract/mcp.md#retries.
 */
export function retryKeyOf(tool: string, args: Params): string {
  const content = JSON.stringify([tool, args], inOrder);
  return `retry-${createHash('sha256').update(content).digest('base64url')}`;
}

/**
 * The idempotency key of a call that is meant to be made once more. Its beginning tells the service that the next call
 * will have another one.
 */
export function newKey(): string {
  return `again-${randomUUID()}`;
}

/** Objects with their members in one order, for `JSON.stringify`. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
