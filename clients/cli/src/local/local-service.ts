import type { Aid } from '../../../typescript/src/index.ts';
import { UsageError } from '../usage-error.ts';

/** The names of the local host. */
const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The client of a command for a service on this machine. Throws `UsageError` for any other address. */
export function requireLocal(client: Aid, command: string): Aid {
  if (!LOCAL.test(new URL(client.url).hostname)) {
    throw new UsageError(`aid ${command} works only with a service on this machine, and ${client.url} is not`);
  }
  return client;
}
