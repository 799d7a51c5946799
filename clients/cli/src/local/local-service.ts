import { type CommonOptions, type Context, clientOf } from '../context.ts';
import { UsageError } from '../usage-error.ts';

/** The names of the local host. */
const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The client for a service on this machine. Throws `UsageError` for any other address. */
export function localClient(context: Context, options: CommonOptions, command: string) {
  const client = clientOf(context, options);
  if (!LOCAL.test(new URL(client.url).hostname)) {
    throw new UsageError(`aid ${command} works only with a service on this machine, and ${client.url} is not`);
  }
  return client;
}
