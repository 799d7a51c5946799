import type { WithResponse } from './call.ts';

/** The method that consoles call to print a value: Node's symbol, which Bun and Deno support too. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

export const REDACTED = '[redacted]';

/** Makes consoles print an object without a secret. Its fields and its JSON are unchanged. */
export function showRedacted<T>(reply: WithResponse<T>, secret: string | undefined): WithResponse<T> {
  const { data } = reply;
  if (secret !== undefined && typeof data === 'object' && data !== null && secret in data) {
    Object.defineProperty(data, INSPECT, { value: () => ({ ...data, [secret]: REDACTED }) });
  }
  return reply;
}

/** Makes consoles and JSON show only these fields of an object. */
export function showAs(object: object, fields: object): void {
  Object.defineProperty(object, INSPECT, { value: () => fields });
  Object.defineProperty(object, 'toJSON', { value: () => fields });
}
