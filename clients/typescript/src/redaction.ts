import type { WithResponse } from './call.ts';

/** What consoles print of a value in place of its fields: Node's name for it, which Bun and Deno know too. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

export const REDACTED = '[redacted]';

/** Lets consoles print an object without a secret. Its fields, and its JSON, stay as they are. */
export function showRedacted<T>(reply: WithResponse<T>, secret: string | undefined): WithResponse<T> {
  const { data } = reply;
  if (secret !== undefined && typeof data === 'object' && data !== null && secret in data) {
    Object.defineProperty(data, INSPECT, { value: () => ({ ...data, [secret]: REDACTED }) });
  }
  return reply;
}

/** Lets consoles and JSON show an object as these fields only. */
export function showAs(object: object, fields: object): void {
  Object.defineProperty(object, INSPECT, { value: () => fields });
  Object.defineProperty(object, 'toJSON', { value: () => fields });
}
