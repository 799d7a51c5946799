import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';

const scope = new AsyncLocalStorage<string>();
const trace = new AsyncLocalStorage<string>();

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What precedes an id that is stored as it is. */
const PLAIN = '=';

/** The ids that are accepted from jobs and notifications: they become part of queries and of tags of emails. */
const REQUEST_ID = /^[\w-]{1,100}$/;

/** Whether a text can be the id of a request. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}

/**
 * Runs `work` as a part of the request with this id: a request to the API, or a received mail. Without an id it only
 * runs it.
 *
 * See: docs/decisions/0033-tracing.md.
 */
export function withRequestId<T>(requestId: string | undefined, work: () => T): T {
  return requestId !== undefined && REQUEST_ID.test(requestId) ? scope.run(requestId, work) : work();
}

/** The id of the request that caused the present work, if it is known. */
export function currentRequestId(): string | undefined {
  return scope.getStore();
}

/**
 * Runs `work` as a part of the caller's trace with this id, for the lines of the log alone. Without an id it only runs
 * it.
 */
export function withTraceId<T>(traceId: string | undefined, work: () => T): T {
  return traceId === undefined ? work() : trace.run(traceId, work);
}

/** The id of the trace that the caller of the present request has named. */
export function currentTraceId(): string | undefined {
  return trace.getStore();
}

/** The id as an attribute of a row, an event or a job; nothing if it is not known. */
export function requestIdField(): { requestId?: string } {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { requestId };
}

/**
 * An id as events store it: a UUID in 22 characters instead of 36. Many events are just under a KB, where DynamoDB
 * charges for the next one.
 */
export function packRequestId(requestId: string): string {
  if (!UUID.test(requestId)) return PLAIN + requestId;
  return Buffer.from(requestId.replaceAll('-', ''), 'hex').toString('base64url');
}

export function unpackRequestId(packed: string): string {
  if (packed.startsWith(PLAIN)) return packed.slice(PLAIN.length);
  return uuidOfHex(Buffer.from(packed, 'base64url').toString('hex'));
}

/** The id of a trace that begins with a received mail: a UUID that follows from the id of its provider. */
export function requestIdOfMail(providerMessageId: string): string {
  return uuidOfHex(createHash('sha256').update(providerMessageId).digest('hex').slice(0, 32));
}

function uuidOfHex(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
