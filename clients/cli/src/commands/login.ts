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

/** Forgets a profile's key, wherever it is stored. The key itself remains valid: `aid keys revoke` revokes it. */
export function logout(context: Context, options: CommonOptions): void {
  const name = profileName(context, options);
  const isRemoved = context.profiles.remove(name);
  outputOf(context, options).record({ profile: name, removed: isRemoved });
}
