import { MAX_BODY_MEMBERS } from '#shared/domain/limits/limits.ts';
import { hasMoreMembers } from '#shared/domain/text/json-members.ts';

/** A message of a client, or a batch of them: JSON, as it arrived. */
type Body = string | Uint8Array;

const NULL_ARGUMENTS = /"arguments"\s{0,20}:\s{0,20}null/;

/**
 * The messages of a request without `"arguments": null`, which some clients send for a tool without arguments. The
 * protocol wants an object or nothing, and the library refuses anything else with a dump of its validator.
 */
export function withoutNullArguments(body: Body): Body {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  if (!NULL_ARGUMENTS.test(text)) return body;
  try {
    const messages: unknown = JSON.parse(text);
    return JSON.stringify(Array.isArray(messages) ? messages.map(corrected) : corrected(messages));
  } catch {
    return body;
  }
}

/** Whether a body has several messages. See: MCP 2025-03-26, batching. */
export function isBatch(body: Body | null): boolean {
  return typeof body === 'string' && /^\s*\[/.test(body);
}

/**
 * The messages of a request: one, or those of a batch. `undefined` for a body that is no JSON, or that has too many
 * members to be parsed.
 */
export function messagesIn(body: Body | null): readonly unknown[] | undefined {
  if (typeof body !== 'string' || hasMoreMembers(body, MAX_BODY_MEMBERS)) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    return undefined;
  }
}

/** What a client sends to connect, before its first call and around each one. */
const CONNECTING: ReadonlySet<unknown> = new Set([
  'initialize',
  'notifications/initialized',
  'server/discover',
  'ping',
  'tools/list',
]);

/** The bytes that such a message may have, to be read beyond the rate limit. Those of clients have some hundred. */
const MAX_CONNECTING_BYTES = 16 * 1024;

/**
 * Whether a request only connects, or asks for the tools. Several clients do both for each call: if that were refused,
 * their model would not get the tool error of the call.
 *
 * See: docs/contract/mcp.md#requests.
 */
export function connects(body: Body | null): boolean {
  if (isBatch(body) || body === null || Buffer.byteLength(body) > MAX_CONNECTING_BYTES) return false;
  const [message] = messagesIn(body) ?? [];
  return CONNECTING.has((message as { readonly method?: unknown } | null | undefined)?.method);
}

/** Whether a message calls a tool, and expects a result. */
export function isToolCall(message: unknown): boolean {
  const { method, id } = (message ?? {}) as { readonly method?: unknown; readonly id?: unknown };
  return method === 'tools/call' && (typeof id === 'string' || typeof id === 'number');
}

/** The tool that a message calls, and what it is called with; undefined for any other message. */
export function toolCallIn(message: unknown): { readonly name: unknown; readonly args: unknown } | undefined {
  const { method, params } = Object(message) as { readonly method?: unknown; readonly params?: unknown };
  if (method !== 'tools/call') return undefined;
  const { name, arguments: args } = Object(params) as { readonly name?: unknown; readonly arguments?: unknown };
  return { name, args };
}

/** A message without the arguments of its tool, which may be large. */
export function withoutArguments(message: unknown): unknown {
  const { params } = (message ?? {}) as { readonly params?: unknown };
  if (typeof params !== 'object' || params === null || !('arguments' in params)) return message;
  return { ...(message as object), params: { ...params, arguments: {} } };
}

function corrected(message: unknown): unknown {
  const { params } = (message ?? {}) as { readonly params?: { readonly arguments?: unknown } | null };
  if (params?.arguments !== null) return message;
  const { arguments: _none, ...others } = params;
  return { ...(message as object), params: others };
}
