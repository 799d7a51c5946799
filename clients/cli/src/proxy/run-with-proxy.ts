import { agentNamed } from '../agent-named.ts';
import { type Context, clientOf, outputOf } from '../context.ts';
import { DryRun } from '../dry-run.ts';
import { oneLine } from '../output/printable.ts';
import { ProgramExit } from '../program-exit.ts';
import { UsageError } from '../usage-error.ts';
import { readText } from '../values.ts';
import { type BaseUrl, baseUrlOf, childEnvironment, hostsFor } from './child-environment.ts';
import { type Credential, credentialOf } from './credential.ts';
import { LeasedSecret, type LeaseTerms, leaseBody } from './leased-secret.ts';
import { runChild } from './run-child.ts';
import { type LeaseNumber, type RunOptions, SECONDS, USES } from './run-options.ts';
import { secretNamed } from './secret-named.ts';
import { SecretProxy } from './secret-proxy.ts';

/** As the service limits it. */
const MAX_PURPOSE_CHARACTERS = 2_000;

/** What a run needs, before anything is leased. */
interface Run {
  readonly terms: LeaseTerms;
  readonly credential: Credential;
  readonly hosts: readonly string[];
  readonly baseUrls: readonly BaseUrl[];
  readonly command: readonly string[];
}

/** Runs a program with the address of a proxy that has a secret. Throws `ProgramExit` with its exit code. */
export async function runWithProxy(context: Context, command: readonly string[], options: RunOptions): Promise<void> {
  const run = await prepare(context, command, options);
  if (options.dryRun === true) return printRun(context, run, options);
  const { terms, credential, hosts, baseUrls } = run;
  const lease = await LeasedSecret.create(clientOf(context, options), terms, context.signal);
  try {
    const onRefusal = (line: string) => context.errors.write(`aid: refused ${oneLine(line)}\n`);
    const proxy = await SecretProxy.start({ lease, credential, hosts, onRefusal });
    try {
      context.signal.throwIfAborted();
      const environment = childEnvironment(context.environment, proxy.url, baseUrls);
      throw new ProgramExit(await runChild(command, { environment, isOnTerminal: isOnTerminal(context) }));
    } finally {
      await proxy.close();
    }
  } finally {
    await lease.end();
  }
}

async function prepare(context: Context, command: readonly string[], options: RunOptions): Promise<Run> {
  const { secret: named, host = [], baseUrl = [], purpose, field, privateKeyFile } = options;
  const { signal } = context;
  if (named === undefined) throw new UsageError('--secret is required: name=<name> or id=<id>');
  const credential = credentialOf(options, { header: '--header', basic: '--basic' });
  const maxUses = numberIn(USES, '--max-uses', options.maxUses);
  const ttlSeconds = numberIn(SECONDS, '--ttl-seconds', options.ttlSeconds);
  const privateKey = privateKeyFile === undefined ? undefined : readText('--private-key-file', privateKeyFile);
  const client = clientOf(context, options);
  const identityId = await agentNamed(client, options.agent, signal);
  const secret = await secretNamed(client, named, { identityId, signal });
  const hosts = hostsFor(host, secret.hosts ?? [], '--host');
  const terms = {
    secretId: secret.id,
    field,
    maxUses,
    ttlSeconds,
    purpose: purpose ?? `aid run ${nameOf(command)}: requests to ${hosts.join(', ')}`.slice(0, MAX_PURPOSE_CHARACTERS),
    identityId,
    privateKey,
  };
  return { terms, credential, hosts, baseUrls: baseUrl.map((one) => baseUrlOf(one, hosts)), command };
}

/** Prints what a run would do. Nothing is leased or started. */
async function printRun(context: Context, run: Run, options: RunOptions): Promise<void> {
  const { terms, credential, hosts, baseUrls, command } = run;
  const dryRun = new DryRun();
  const client = clientOf(context, options, { fetch: dryRun.fetch });
  await client.vault.leases.create(leaseBody(terms), { identityId: terms.identityId, signal: context.signal });
  outputOf(context, options).record({
    ...dryRun.request,
    hosts,
    header: credential.template,
    base_urls: Object.fromEntries(baseUrls.map(({ variable, place }) => [variable, `https://${place}`])),
    command,
  });
}

function numberIn(range: LeaseNumber, flag: string, given: string | undefined): number {
  if (given === undefined) return range.usual;
  const value = /^\d{1,6}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  throw new UsageError(`${flag}: expected a number from ${range.min} to ${range.max}, got "${given}"`);
}

/** The name of a program without its folder. Arguments may be secret, so the service does not get them. */
function nameOf([program = '']: readonly string[]): string {
  return (program.split(/[\\/]/).at(-1) ?? '').slice(0, 100);
}

function isOnTerminal({ input, output, errors }: Context): boolean {
  return input.isTerminal || output.isTerminal || errors.isTerminal;
}
