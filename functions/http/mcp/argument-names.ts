import type { ToolDeclaration } from '#shared/contract/mcp/tool.ts';
import { IDENTITY_HEADER } from './caller.ts';

/** The arguments by which tools set the fields of the API that have another name there. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  // The parts of a request, where a problem belongs to no field.
  body: ['arguments'],
  path: ['arguments'],
  query: ['query', 'arguments'],
  id: ['task_id', 'contact_id', 'lease_id', IDENTITY_HEADER],
  mid: ['message_id'],
  tid: ['thread_id'],
  aid: ['attachment_id'],
  in_reply_to_message_id: ['message_id'],
  before: ['cursor'],
  since: ['cursor'],
  messages_before: ['cursor'],
  q: ['query'],
  timeout_ms: ['timeout_seconds'],
  is_read: ['unread_only'],
  message: ['text'],
  parts: ['text'],
  identity_id: [IDENTITY_HEADER],
  to_identity_id: ['to_handle'],
  'idempotency-key': ['idempotency_key'],
  'idempotency-ttl': ['idempotency_key'],
};

/** What an error may name that is no argument of a tool: all of them, and the header that names an agent. */
const OTHERS: ReadonlySet<string> = new Set(['arguments', IDENTITY_HEADER]);

/** The fields that the problems of a message name, each at its beginning or after a semicolon. */
const FIELD = /(?<=^|; )([\w-]+)((?:\.[^\s:;]{1,200})?)(?=: )/g;

/** A part of the content of a task: the text comes first, and the data are the only other part. */
const PART = /^\.\d+\.(text|data)(.*)$/;

type Named = Pick<ToolDeclaration, 'input'>;

/**
 * The message of a refusal by the API with the arguments of the tool in place of the fields that they set. `given` are
 * the arguments of the call: a cursor is sent as the time that a page begins with.
 *
 * See: docs/contract/errors.md#validation.
 */
export function namingArguments(message: string, tool: Named, given: object): string {
  return message.replace(FIELD, (_, field: string, rest: string) => {
    const part = field === 'parts' ? PART.exec(rest) : null;
    return part === null ? `${argumentOf(field, tool, given)}${rest}` : `${part[1]}${part[2]}`;
  });
}

function argumentOf(field: string, { input: { shape } }: Named, given: object): string {
  const isCursor = field === 'since' && (given as { cursor?: unknown }).cursor !== undefined;
  if (Object.hasOwn(shape, field) && !isCursor) return field;
  const known = Object.hasOwn(ARGUMENTS, field) ? (ARGUMENTS[field] ?? []) : [];
  return known.find((name) => Object.hasOwn(shape, name) || OTHERS.has(name)) ?? field;
}
