import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REGION } from '#local/assembly/aws-identifiers.ts';
import { sharedStack } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { seedOfRun } from '#testing/seed.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { sizeOf, testSize } from '#testing/test-size.ts';
import type { Fixture } from '../../contract/support/fixture.ts';
import { runCommand } from '../../support/tools/run-command.ts';
import { pythonTools } from './description-tools.ts';
import type { ExamplePool, KeyKind } from './example-pool.ts';
import { readFailures } from './junit-report.ts';
import { makeSigningAccount } from './signing-account.ts';

const CONFIG = join(import.meta.dirname, '..', 'schemathesis', 'schemathesis.toml');
const HOOKS = join(import.meta.dirname, '..', 'schemathesis', 'hooks.py');

const SEED = String(seedOfRun());

/** How many requests are generated for each operation in each phase. */
const EXAMPLES = sizeOf({ usual: 4, full: 12 });

/** The phase `coverage` derives some fifty requests for each operation from its schema: before a release. */
export const PHASES = ['examples', ...(testSize() === 'full' ? ['coverage'] : []), 'fuzzing', 'stateful'];

/** Additional arguments, for a more thorough run: `-n 200`, for example. */
const MORE_ARGUMENTS = (process.env.AID_SCHEMATHESIS_ARGS ?? '').split(' ').filter((argument) => argument !== '');

/** What schemathesis reports about a run. */
interface Report {
  readonly stop_reason: string;
  readonly operations: { readonly selected: number; readonly tested: number; readonly errored: number };
  readonly phases: Readonly<Record<string, { readonly status: string; readonly skip_reason: string | null }>>;
  readonly test_cases: { readonly generated: number; readonly with_failures: number };
  readonly errors: readonly { readonly title: string; readonly count: number }[];
}

/** How many replies had each status. */
type StatusCounts = Readonly<Record<string, number>>;

export interface SchemathesisRun {
  readonly report: Report;
  /** The failures by operation. A failure outside of any operation is under the name of its phase. */
  readonly failures: ReadonlyMap<string, readonly string[]>;
  readonly output: string;
  /** How often an operation answered a positive request with each status. */
  statuses(name: OperationName): StatusCounts;
}

/** The name that schemathesis gives an operation. */
export function labelOf(name: OperationName): string {
  const { method, path } = routeOf(name);
  return `${method} ${path}`;
}

/**
 * Runs schemathesis over the whole description with one of the keys of the fixture. It revokes none of the protected
 * keys.
 */
export async function runSchemathesis(
  fixture: Fixture,
  keyKind: KeyKind,
  examples: ExamplePool,
  protectedKeys: readonly string[],
): Promise<SchemathesisRun> {
  return withTemporaryFolder(async (folder) => {
    const examplesFile = join(folder, 'examples.json');
    writeFileSync(examplesFile, JSON.stringify(examples));
    const statusesFile = join(folder, 'statuses.json');
    const account = await makeSigningAccount(fixture.organization);

    const args = ['--config-file', CONFIG, 'run', `${sharedStack().baseUrl}/v1/openapi.json`, '--seed', SEED];
    const reports = ['--report', 'json,junit', '--report-dir', folder];
    const amount = ['-n', String(EXAMPLES), '--phases', PHASES.join()];
    const command = join(await pythonTools(), 'schemathesis');
    const { output } = await runCommand(command, [...args, ...reports, ...amount, ...MORE_ARGUMENTS], {
      cwd: folder,
      env: {
        AID_HOOKS: HOOKS,
        // Where hooks.py finds the module next to it.
        PYTHONPATH: dirname(HOOKS),
        AID_REGION: REGION,
        AID_KEY: keyKind === 'org' ? fixture.organization.key : fixture.agent.key,
        AID_EXAMPLES: examplesFile,
        AID_STATUSES: statusesFile,
        AID_PROTECTED_KEYS: protectedKeys.join(','),
        AID_MAIL_ACCOUNT: `${account.id}:${account.secret}`,
      },
    });
    const report: Report = JSON.parse(readReport(folder, 'json', output));
    const statuses: Readonly<Record<string, StatusCounts>> = JSON.parse(readFileSync(statusesFile, 'utf8'));
    return {
      report,
      failures: readFailures(readReport(folder, 'junit', output)),
      output,
      statuses: (name) => statuses[labelOf(name)] ?? {},
    };
  });
}

function readReport(folder: string, kind: string, output: string): string {
  const name = readdirSync(folder).find((file) => file.startsWith(`${kind}-`));
  if (name === undefined) throw new Error(`schemathesis wrote no ${kind} report:\n${output}`);
  return readFileSync(join(folder, name), 'utf8');
}
