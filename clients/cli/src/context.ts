import type { Readable } from 'node:stream';
import { Aid } from '../../typescript/src/index.ts';
import { Output, type Terminal } from './output/output.ts';
import { DEFAULT_PROFILE, type Profile, type Profiles, type StoredProfile } from './profile/profiles.ts';
import { UsageError } from './usage-error.ts';

/** The parts of the machine that a command uses. */
export interface Context {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: Terminal;
  readonly errors: Terminal;
  readonly input: Input;
  readonly profiles: Profiles;
  /** The folder for state that a command keeps between runs. */
  readonly stateFolder: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The terminal's user. */
export interface Input {
  readonly isTerminal: boolean;
  /** Standard input. */
  readonly bytes: Readable;
  /** Asks a question and returns the line that is typed. A secret is not echoed. */
  ask(question: string, options?: { readonly secret?: boolean }): Promise<string>;
}

/** The options of every command, as commander collects them. */
export interface CommonOptions {
  readonly profile?: string;
  readonly key?: string;
  readonly url?: string;
  readonly json?: boolean;
  readonly fields?: string;
  readonly yes?: boolean;
}

export function outputOf(context: Context, { json, fields }: CommonOptions): Output {
  return new Output(context.output, {
    json,
    fields: fields
      ?.split(',')
      .map((field) => field.trim())
      .filter((field) => field !== ''),
  });
}

/** The name of the profile: from the option, the environment, or `default`. */
export function profileName({ environment }: Context, { profile }: CommonOptions): string {
  return profile ?? environment.AID_PROFILE ?? DEFAULT_PROFILE;
}

/** What the login stored for this profile. */
export function storedProfile(context: Context, options: CommonOptions): StoredProfile | undefined {
  return context.profiles.get(profileName(context, options));
}

/**
 * The address and key to use: options take precedence over the environment, and the environment over the profile. A
 * stored key goes to the origin that it was stored for and to no other: throws `UsageError` where an option or the
 * environment names another one and no key.
 */
export function accessOf(context: Context, options: CommonOptions): Partial<Pick<Profile, 'key' | 'url'>> {
  const { environment } = context;
  const stored = storedProfile(context, options);
  const url = addressOf(context, options);
  const key = options.key ?? environment.AID_KEY;
  if (key === undefined && stored === undefined) checkProfile(context, options);
  if (key !== undefined || stored === undefined) return { key, url };
  if (originOf(url) !== originOf(stored.url)) {
    const name = profileName(context, options);
    throw new UsageError(
      `the key of the profile ${name} is for ${stored.url}, and not for ${url}: set --key or AID_KEY, or run aid login --url ${url} --profile <name>`,
    );
  }
  return { key: context.profiles.keyOf(profileName(context, options)), url };
}

/** A profile that someone names must exist. Throws `UsageError` with those that do. */
function checkProfile(context: Context, { profile = context.environment.AID_PROFILE }: CommonOptions): void {
  if (profile === undefined || profile === DEFAULT_PROFILE) return;
  const names = context.profiles.names();
  const stored = names.length === 0 ? 'none is stored' : `stored: ${names.join(', ')}`;
  throw new UsageError(`there is no profile ${profile} (${stored}); aid login --profile ${profile} stores one`);
}

/** The address to use: from the option, the environment, or the profile. */
export function addressOf(context: Context, options: CommonOptions): string | undefined {
  return options.url ?? context.environment.AID_URL ?? storedProfile(context, options)?.url;
}

/** A client for what needs no key: it has only a key that an option or the environment names. */
export function clientWithoutLogin(context: Context, options: CommonOptions): Aid {
  return new Aid({ key: options.key ?? context.environment.AID_KEY, url: addressOf(context, options) });
}

/** The origin of an address. An address that is none is compared as it is, and refused by the client. */
function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : url;
}

/** A client for these options. */
export function clientOf(context: Context, options: CommonOptions, others: ConstructorParameters<typeof Aid>[0] = {}) {
  const { key, url } = accessOf(context, options);
  return new Aid({ key, url, ...others });
}
