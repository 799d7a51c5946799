import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../../support/tools/run-command.ts';

/** A change of the description that breaks a client, as oasdiff finds it. */
export interface BreakingChange {
  /** The rule of oasdiff, such as `response-required-property-removed`. */
  readonly id: string;
  readonly operation: string;
  /** The path, or `webhook:` and the name of what the service sends. */
  readonly path: string;
  readonly text: string;
}

type Found = BreakingChange & { readonly level: number };

/** The level of what surely breaks a client; below it is what may. */
const ERROR = 3;

const WEBHOOK = 'webhook:';

/**
 * The changes from one description to another that break a client. Of an operation both levels count. What the service
 * sends to receivers is compared the other way round, because there the service is the client: a receiver breaks where
 * something is missing that it got before. Additions are warnings in that direction, and break no receiver.
 */
export async function breakingChanges(
  oasdiff: string,
  folder: string,
  before: object,
  after: object,
): Promise<BreakingChange[]> {
  const [old, present] = (
    [
      ['before', before],
      ['after', after],
    ] as const
  ).map(([name, description]) => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(description));
    return path;
  }) as [string, string];
  const operations = (await compare(oasdiff, old, present)).filter(({ path }) => !path.startsWith(WEBHOOK));
  const sent = (await compare(oasdiff, present, old)).filter(
    ({ path, level }) => path.startsWith(WEBHOOK) && level >= ERROR,
  );
  return [...operations, ...sent].map(({ id, operation, path, text }) => ({ id, operation, path, text }));
}

/** Without `--flatten-allof` it compares the parts of a record, and takes a rearrangement of them for a change. */
async function compare(oasdiff: string, base: string, revision: string): Promise<Found[]> {
  const options = ['--flatten-allof', '--allow-external-refs=false', '--format', 'json'];
  const { stdout } = await mustRun(oasdiff, ['breaking', base, revision, ...options]);
  return stdout.trim() === '' ? [] : (JSON.parse(stdout) as Found[]);
}
