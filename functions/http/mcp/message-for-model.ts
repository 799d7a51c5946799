import { ONE_STREAM } from '#shared/domain/limits/limit-messages.ts';

/** What a model does in place of following a stream. */
const FEWER_WAITS = 'make fewer waits at once, or list what is there (list_messages, list_events)';

/** An operation of the API that a message names in brackets, for programs. */
const OPERATION = / \((?:GET|POST|PUT|PATCH|DELETE) \/v1\/[^()]*\)/g;

/**
 * The message of an error of the API in the words of tools: they open no streams, and call no operation by its path.
 *
 * @example
 * messageForModel("At most 3 agents; verify the owner's address (POST /v1/auth/verify).");
 * // "At most 3 agents; verify the owner's address."
 */
export function messageForModel(message: string): string {
  return message.replace(`or ${ONE_STREAM}`, FEWER_WAITS).replace(OPERATION, '');
}
