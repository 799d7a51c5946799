import { UsageError } from '../usage-error.ts';
import { exchange } from './exchange.ts';
import { ExchangeError } from './exchange-error.ts';

/** An identity token as the service returns it. */
export interface IdentityToken {
  readonly token: string;
  readonly expires_at: string;
}

/** The options of a provider by name, such as `roleArn`; empty ones are absent. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** What a command prints: the text for the tools of the provider, and the same as a row for `--json` and `--fields`. */
export interface Printed {
  readonly text: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** A service that gives access for an identity token. See: docs/identity-tokens.md. */
export interface Provider {
  /** Its name in messages. */
  readonly title: string;
  /**
   * The options that it takes, each with the variables of the environment that its own tools read: they apply where the
   * option is not given.
   */
  readonly options: Readonly<Record<string, readonly string[]>>;
  /** Those without which it exchanges nothing. */
  readonly required: readonly string[];
  /** How long its token is valid, where what it gives for it never lives longer; otherwise as the service has it. */
  readonly ttlSeconds?: number;
  /** The audience that its documents recommend, or require. */
  readonly audience: (settings: Settings) => string;
  /** Exchanges a token for access. Throws `ExchangeError`. */
  readonly exchange: (token: IdentityToken, settings: Settings, signal: AbortSignal) => Promise<Printed>;
  /** The file that its tools read instead of one with the identity token. */
  readonly file?: (settings: Settings, command: readonly string[]) => object;
  /** What its tools read if the command fails. */
  readonly failure?: (error: unknown) => object;
}

/** The settings of a provider: its options, or else the variables of its tools. */
export function settingsOf(
  { options }: Provider,
  given: Readonly<Record<string, unknown>>,
  environment: Settings,
): Settings {
  const settings = Object.entries(options).map(([name, variables]) => {
    const value = given[name] ?? variables.map((variable) => environment[variable]).find(isGiven);
    return [name, isGiven(value) ? value : undefined];
  });
  return Object.fromEntries(settings);
}

function isGiven(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The flag of an option: `--role-arn` of `roleArn`. */
export function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The value of an option that a provider needs. Throws `UsageError` without one. */
export function needed({ options, title }: Provider, settings: Settings, name: string): string {
  const value = settings[name];
  if (value !== undefined) return value;
  const variables = (options[name] ?? []).map((variable) => `, or ${variable} in the environment`).join('');
  throw new UsageError(`${title} needs ${flagOf(name)}${variables}`);
}

/** The characters of a token. See: RFC 6750, section 2.1. */
const TOKEN = /^[\w.~+/-]+=*$/;

/** What a token endpoint of OAuth returns. See: RFC 6749, section 5.1. */
interface TokenResponse {
  readonly access_token?: unknown;
  readonly token_type?: unknown;
  readonly expires_in?: unknown;
  readonly scope?: unknown;
}

/** Exchanges a token at an endpoint of OAuth. What is printed is the access token alone, for `$(…)` of a shell. */
export async function exchangeForAccessToken(request: Parameters<typeof exchange>[0]): Promise<Printed> {
  const text = await exchange(request);
  const { access_token: token, token_type, expires_in: seconds, scope } = parsed(text);
  if (typeof token !== 'string' || !TOKEN.test(token))
    throw new ExchangeError(`${request.provider} gave no access token`);
  const expires_at =
    typeof seconds === 'number' && Number.isFinite(seconds)
      ? new Date(Date.now() + seconds * 1000).toISOString()
      : undefined;
  return { text: token, row: { access_token: token, token_type, expires_at, scope } };
}

function parsed(text: string): TokenResponse {
  try {
    return (JSON.parse(text) as TokenResponse | null) ?? {};
  } catch {
    return {};
  }
}
