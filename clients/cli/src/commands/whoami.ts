import { ConnectionError } from '../../../typescript/src/index.ts';
import {
  accessOf,
  type CommonOptions,
  type Context,
  clientOf,
  outputOf,
  profileName,
  storedProfile,
} from '../context.ts';

/**
 * Prints the key's owner and the service's address. Without a network, prints the owner as of the login, and fails: the
 * key may have been revoked since.
 */
export async function whoami(context: Context, options: CommonOptions): Promise<void> {
  const client = clientOf(context, options);
  const output = outputOf(context, options);
  try {
    const who = await client.me({ signal: context.signal, maxRetries: 0 });
    output.record({ url: client.url, ...who });
  } catch (error) {
    const stored = storedProfile(context, options);
    if (
      error instanceof ConnectionError &&
      stored?.who !== undefined &&
      context.profiles.keyOf(profileName(context, options)) === accessOf(context, options).key
    ) {
      output.record({ url: client.url, ...stored.who, confirmed: false });
    }
    throw error;
  }
}
