import { type CommonOptions, type Context, clientOf, outputOf, profileName } from '../context.ts';
import { UsageError } from '../usage-error.ts';
import { textOf } from '../values.ts';

/** Tries a key, and stores it with the address of its service under the name of the profile. */
export async function login(context: Context, options: CommonOptions): Promise<void> {
  const name = profileName(context, options);
  const key = await keyOf(context, options);
  const client = clientOf(context, { ...options, key });
  const who = await client.me({ signal: context.signal });
  context.profiles.set(name, { url: client.url, key, who: { ...who } });
  const output = outputOf(context, options);
  output.say(`Logged in at ${client.url}; the key is in ${context.profiles.path}.`);
  output.record(who);
}

async function keyOf({ environment, input }: Context, { key }: CommonOptions): Promise<string> {
  const given = key ?? environment.AID_KEY;
  if (given !== undefined) return textOf('key', given).trim();
  if (!input.isTerminal) throw new UsageError('--key is missing; --key @- reads it from standard input');
  const typed = (await input.ask('Key: ', { secret: true })).trim();
  if (typed === '') throw new UsageError('no key, nothing was stored');
  return typed;
}

/** Forgets the key of a profile. The key itself stays valid: `aid keys revoke` ends it. */
export function logout(context: Context, options: CommonOptions): void {
  const name = profileName(context, options);
  const isRemoved = context.profiles.remove(name);
  outputOf(context, options).record({ profile: name, removed: isRemoved });
}
