import { agentNamed } from '../agent-named.ts';
import type { HandCommand, HandOptions } from '../command.ts';
import { type Context, clientOf, outputOf } from '../context.ts';
import { writePrivateFile } from '../private-file.ts';
import { identityTokenOf } from '../token/identity-token.ts';
import { needed, type Provider, settingsOf } from '../token/provider.ts';
import { FOR, OF_PROVIDERS, providerOf } from '../token/providers.ts';
import { UsageError } from '../usage-error.ts';

interface TokenOptions extends HandOptions {
  readonly audience?: string;
  readonly ttlSeconds?: string;
  readonly agent?: string;
  readonly write?: string;
}

/** Gets an identity token, and exchanges it for access to a provider. */
export const token: HandCommand = {
  command: ['token'],
  title: 'Get an identity token, or exchange it',
  text: 'Prints an identity token of the agent for an audience. With --for, exchanges it for access to a provider, and prints what the tools of that provider read: for aws the JSON of credential_process, for gcp that of an executable, for the others the access token. Asks no questions.',
  arguments: [],
  options: [
    FOR,
    { flags: '--audience <audience>', text: 'Who may accept the token. With --for, that of the provider by default.' },
    { flags: '--ttl-seconds <seconds>', text: 'How long the identity token is valid, from 60 to 3600.' },
    {
      flags: '--write <path>',
      text: 'Write a file that only you can read, and exchange nothing: for gcp the credential configuration, otherwise the identity token.',
    },
    { flags: '--agent <id-or-handle>', text: 'The agent, if the key is an org key.' },
    ...OF_PROVIDERS,
  ],
  async run(context, _args, options) {
    const provider = providerOf(options);
    try {
      await giveToken(context, provider, options as TokenOptions);
    } catch (error) {
      const failure = options.write === undefined ? provider?.failure?.(error) : undefined;
      if (failure !== undefined) outputOf(context, { json: true }).record(failure);
      throw error;
    }
  },
};

async function giveToken(context: Context, provider: Provider | undefined, options: TokenOptions): Promise<void> {
  const { write, json, fields } = options;
  const settings = provider === undefined ? {} : settingsOf(provider, options, context.environment);
  const audience = options.audience ?? provider?.audience(settings);
  if (audience === undefined) throw new UsageError('--audience or --for is required');
  const output = outputOf(context, options);
  if (write !== undefined && provider?.file !== undefined) {
    const file = provider.file(settings, sameCommand(options));
    writeTo(write, `${JSON.stringify(file, undefined, 2)}\n`);
    output.record({ path: write });
    return;
  }
  if (provider !== undefined && write === undefined) {
    for (const name of provider.required) needed(provider, settings, name);
  }
  const client = clientOf(context, options);
  const identityToken = await identityTokenOf(client, {
    agent: await agentNamed(client, options.agent, context.signal),
    audience,
    ttlSeconds: secondsOf('--ttl-seconds', options.ttlSeconds) ?? provider?.ttlSeconds,
    signal: context.signal,
  });
  if (write !== undefined) {
    // Some tools take every byte of the file as the token, a line feed too.
    writeTo(write, identityToken.token);
    output.record({ path: write, expires_at: identityToken.expires_at });
    return;
  }
  const { text, row } =
    provider === undefined
      ? { text: identityToken.token, row: { ...identityToken } }
      : await provider.exchange(identityToken, settings, context.signal);
  if (json === true || fields !== undefined) output.record(row);
  else output.text(`${text}\n`);
}

/** The options that the command of a credential configuration repeats. A key is never in a file. */
const REPEATED = ['for', 'provider', 'audience', 'ttlSeconds', 'agent', 'profile', 'url'] as const;

/** The words of a command that prints what the file of `--write` needs. */
function sameCommand(options: TokenOptions): readonly string[] {
  if (options.key !== undefined) {
    throw new UsageError('--write: a file cannot have the key of --key; log in, or set AID_KEY for the program');
  }
  const words = REPEATED.flatMap((name) => {
    const value: unknown = options[name];
    return typeof value === 'string' ? [`--${name === 'ttlSeconds' ? 'ttl-seconds' : name}`, value] : [];
  });
  return ['aid', 'token', ...words];
}

function writeTo(path: string, text: string): void {
  try {
    writePrivateFile(path, text);
  } catch (error) {
    throw new UsageError(`--write: cannot write ${path}: ${(error as Error).message}`);
  }
}

function secondsOf(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new UsageError(`${flag}: expected a number of seconds, got "${given}"`);
}
