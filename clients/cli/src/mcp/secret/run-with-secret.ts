import type { Aid, PrivateKey } from '../../../../typescript/src/index.ts';
import { childEnvironment, hostsFor, onlyHost } from '../../proxy/child-environment.ts';
import type { Credential } from '../../proxy/credential.ts';
import { LeasedSecret } from '../../proxy/leased-secret.ts';
import { SecretProxy } from '../../proxy/secret-proxy.ts';
import { localError } from '../local-error.ts';
import { isObject, type Params, type ToolResult } from '../messages.ts';
import { MIN_SECRET_CHARACTERS } from './redactor.ts';
import { type RunArguments, readArguments, WrongArguments } from './run-arguments.ts';
import { type Command, type CommandResult, runCommand } from './run-command.ts';
import { resultOf } from './run-result.ts';
import { RUN_WITH_SECRET } from './tool-definition.ts';

export interface SecretRunnerOptions {
  readonly client: Aid;
  /** The programs that may be run, as named on the command line. */
  readonly programs: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** The id of the agent, if the key belongs to an organization. */
  readonly identityId: () => Promise<string | undefined>;
  /** The private key of the agent, if it has a keypair. */
  readonly privateKey: PrivateKey | undefined;
}

/** Finding longer values in an output would need many copies of them in memory. */
const MAX_SECRET_CHARACTERS = 16_384;
const WITHHELD = [
  '[withheld: a value of the secret is too short or too long to be redacted reliably;',
  'use the field argument to pass a single value of an object secret]',
].join(' ');

const PROXY_USES = 100;
/** A lease lasts at least 30 s, and somewhat longer than the program may run. */
const SECONDS_MORE = 30;

/**
 * Runs programs that use secrets: with the value in their environment, of which the output is a summary, or by a proxy
 * that puts the value into their requests, so that they do not have it.
 */
export class SecretRunner {
  readonly #options: SecretRunnerOptions;

  constructor(options: SecretRunnerOptions) {
    this.#options = options;
  }

  async call(given: Params, signal: AbortSignal): Promise<ToolResult> {
    try {
      const args = readArguments(given, this.#options.programs);
      const identityId = await this.#options.identityId();
      const { proxy } = args;
      return proxy === undefined
        ? await this.#useInEnvironment(args, identityId, signal)
        : await this.#useByProxy({ ...args, ...proxy }, identityId, signal);
    } catch (error) {
      signal.throwIfAborted();
      return localError(RUN_WITH_SECRET, error as Error, 'list_secrets has those of secrets');
    }
  }

  #useInEnvironment(args: RunArguments, identityId: string | undefined, signal: AbortSignal): Promise<ToolResult> {
    const { client, privateKey } = this.#options;
    return client.vault.use(args.secretId, (value) => this.#runWithValue(args, value, signal), {
      signal,
      ...(args.purpose !== undefined && { purpose: args.purpose }),
      ...(identityId !== undefined && { identityId }),
      ...(privateKey !== undefined && { privateKey }),
    });
  }

  async #runWithValue(args: RunArguments, value: unknown, signal: AbortSignal): Promise<ToolResult> {
    const { field, showLines } = args;
    const secret = field === undefined ? value : isObject(value) ? value[field] : undefined;
    if (secret === undefined || secret === null) throw new WrongArguments(`The secret has no field ${field}.`);
    const text = typeof secret === 'string' ? secret : JSON.stringify(secret);
    if (text.includes('\0'))
      throw new WrongArguments('The secret contains a character that an environment variable cannot hold.');
    // Each value that the program gets, because it may print one of them alone.
    const isFindable =
      text.length <= MAX_SECRET_CHARACTERS &&
      [text, ...leavesOf(secret).filter((leaf) => leaf.trim() !== '')].every(isLongEnough);
    const environment = { ...this.#options.environment, AID_KEY: undefined, [args.variable]: text };
    const result = await this.#run(args, environment, signal, {
      secrets: isFindable ? [text, ...leavesOf(value)] : [],
      show: isFindable ? showLines : [],
    });
    const withheld = showLines.length > 0 && !isFindable;
    return resultOf(withheld ? { ...result, ...withheldOf(result) } : result);
  }

  async #useByProxy(
    args: RunArguments & { readonly host: string | undefined; readonly credential: Credential },
    identityId: string | undefined,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const { secretId, field, program, variable, purpose, timeoutMs, credential } = args;
    const { client, privateKey } = this.#options;
    const { hosts: allowed = [] } = await client.vault.secrets.get(secretId, { signal });
    // A model may have been made to name a host, so the owner of the secret names them.
    if (allowed.length === 0) {
      throw new WrongArguments(
        'The secret has no hosts. Its owner has to name them: aid vault secrets rotate --hosts.',
      );
    }
    const host = onlyHost(hostsFor(args.host === undefined ? [] : [args.host], allowed, 'host'));
    if (host === undefined) throw new WrongArguments(`Name one host without a wildcard of: ${allowed.join(', ')}.`);
    const terms = {
      secretId,
      field,
      identityId,
      privateKey,
      maxUses: PROXY_USES,
      ttlSeconds: Math.ceil(timeoutMs / 1000) + SECONDS_MORE,
      purpose: purpose ?? `${RUN_WITH_SECRET} ${program}: requests to ${host}`.slice(0, 2_000),
    };
    const lease = await LeasedSecret.create(client, terms, signal);
    try {
      const proxy = await SecretProxy.start({ lease, credential, hosts: [host], onRefusal: () => {} });
      try {
        const environment = childEnvironment(this.#options.environment, proxy.url, [{ variable, place: host }]);
        return resultOf(await this.#run(args, environment, signal, { secrets: [], show: 'all' }));
      } finally {
        await proxy.close();
      }
    } finally {
      await lease.end();
    }
  }

  /** Runs the program. Its environment must not have this program's own key. */
  async #run(
    { program, args, timeoutMs }: RunArguments,
    environment: Command['environment'],
    signal: AbortSignal,
    output: Pick<Command, 'secrets' | 'show'>,
  ): Promise<CommandResult> {
    const { folder } = this.#options;
    const result = await runCommand({ program, args, environment, folder, timeoutMs, signal, ...output }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new WrongArguments(`${program} cannot be started: ${error.code ?? 'it failed'}.`);
      },
    );
    signal.throwIfAborted();
    return result;
  }
}

const isLongEnough = (text: string) => text.trim().length >= MIN_SECRET_CHARACTERS;

function withheldOf({ stdout, stderr }: CommandResult): Pick<CommandResult, 'stdout' | 'stderr'> {
  return { stdout: { ...stdout, text: WITHHELD }, stderr: { ...stderr, text: WITHHELD } };
}

/** The strings and numbers in a value, each of which a program may print alone. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
