import { Aid, AuthError } from '../../../typescript/src/index.ts';
import type { HandCommand, HandOptions } from '../command.ts';
import { type CommonOptions, type Context, clientOf, clientWithoutLogin, outputOf, profileName } from '../context.ts';
import { UsageError } from '../usage-error.ts';
import { readText } from '../values.ts';

/** Checks a key, and stores it with the address of its service in the profile. */
export const login: HandCommand = {
  command: ['login'],
  title: 'Store a key',
  text: 'Checks a key and stores it in a file that only you can read, or in the system keychain. --new creates an organization of your own first.',
  arguments: [],
  options: [
    { flags: '--keychain', text: 'Store the key in the system keychain instead of a file.' },
    { flags: '--key-file <path>', text: 'The file with the key; - is standard input.' },
    { flags: '--new <name>', text: 'Create an organization, and store its first key.' },
    { flags: '--slug <slug>', text: 'The short name of the new organization; derived from its name by default.' },
  ],
  async run(context, _args, options) {
    const inKeychain = options.keychain === true;
    const name = profileName(context, options);
    const key = await (options.new === undefined ? keyOf(context, options) : keyOfNew(context, options));
    const client = clientOf(context, { ...options, key });
    const who = await client.me({ signal: context.signal });
    context.profiles.set(name, { url: client.url, key, who: { ...who } }, { inKeychain });
    const output = outputOf(context, options);
    output.say(
      `Logged in at ${client.url}; the key is stored in ${inKeychain ? 'the keychain' : context.profiles.path}.`,
    );
    output.record(who);
  },
};

async function keyOf({ environment, input }: Context, { key, keyFile }: HandOptions): Promise<string> {
  if (key !== undefined && keyFile !== undefined) throw new UsageError('--key and --key-file cannot be combined');
  if (keyFile !== undefined) return readText('--key-file', String(keyFile)).trim();
  const given = key ?? environment.AID_KEY;
  if (given !== undefined) return given.trim();
  if (!input.isTerminal) throw new UsageError('no key: --key-file - reads it from standard input');
  const typed = (await input.ask('Key: ', { secret: true })).trim();
  if (typed === '') throw new UsageError('no key given; nothing was stored');
  return typed;
}

/** The first key of a new organization, which the service shows only once. */
async function keyOfNew(context: Context, options: HandOptions): Promise<string> {
  if (options.key !== undefined) throw new UsageError('--key and --new cannot be combined');
  if (options.keyFile !== undefined) throw new UsageError('--key-file and --new cannot be combined');
  const name = String(options.new);
  const slug = String(
    options.slug ??
      name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
  );
  const { admin_api_key: key } = await clientWithoutLogin(context, options).organizations.create({ name, slug });
  return key;
}

/** How the token of a person's login begins. */
const LOGIN_TOKEN = 'aid_usr_';

/**
 * Forgets a profile's key, wherever it is stored. The login of a person ends, so that a copy of its token is worth
 * nothing. Other keys remain valid: `aid keys revoke` revokes them.
 */
export async function logout(context: Context, options: CommonOptions): Promise<void> {
  const name = profileName(context, options);
  const token = loginTokenOf(context, name);
  const session = token === undefined ? undefined : await endSession(context, options, token);
  const isRemoved = context.profiles.remove(name);
  outputOf(context, options).record({ profile: name, removed: isRemoved, ...(session && { session }) });
}

function loginTokenOf({ profiles }: Context, name: string): { key: string; url: string } | undefined {
  const url = profiles.get(name)?.url;
  if (url === undefined) return undefined;
  try {
    const key = profiles.keyOf(name);
    return key?.startsWith(LOGIN_TOKEN) ? { key, url } : undefined;
  } catch (error) {
    // The keychain has lost the key, so there is nothing to end.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Whether the session has ended. The key is removed all the same where the service cannot be reached. */
async function endSession(context: Context, options: CommonOptions, token: { key: string; url: string }) {
  try {
    await new Aid(token).auth.logout({}, { signal: context.signal });
  } catch (error) {
    if (error instanceof AuthError) return 'ended';
    const reason = error instanceof Error ? error.message : String(error);
    outputOf(context, options).say(`The session ends on its own within twelve hours: ${reason}`);
    return 'open';
  }
  return 'ended';
}
