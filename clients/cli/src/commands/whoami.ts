import { ConnectionError } from '../../../typescript/src/index.ts';
import { accessOf, type CommonOptions, type Context, clientOf, outputOf } from '../context.ts';

/**
 * Says who the key belongs to, and where. Without a network, it says who that was at the login, and fails: the key may
 * have been revoked since.
 */
export async function whoami(context: Context, options: CommonOptions): Promise<void> {
  const client = clientOf(context, options);
  const output = outputOf(context, options);
  try {
    const who = await client.me({ signal: context.signal, maxRetries: 0 });
    output.record({ url: client.url, ...who });
  } catch (error) {
    const { who, key } = accessOf(context, options);
    const isStored = key === context.profiles.get(options.profile ?? context.environment.AID_PROFILE ?? 'default')?.key;
    if (error instanceof ConnectionError && who !== undefined && isStored) {
      output.record({ url: client.url, ...who, confirmed: false });
    }
    throw error;
  }
}
