import type { Violation } from '#testing/faults/checker/violation.ts';
import type { FaultOptions } from '#testing/faults/options.ts';
import { runSeed, type SeedResult } from '#testing/faults/run-seed.ts';
import { copySources } from '#testing/faults/variants/patched-sources.ts';
import { VARIANTS, type VariantName } from '#testing/faults/variants/variants.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { type BenchmarkRun, info, type Measurement } from './support/measurement.ts';

/** How long the service has to finish its work. What a broken variant has lost, it never finishes. */
const SETTLE_MS = 120_000;
const BROKEN_SETTLE_MS = 25_000;

const MAX_SHOWN = 5;
const MAX_LINE = 300;

type Say = (line: string) => void;

/**
 * Runs thousands of operations against a stack in which calls fail, workers are killed and frozen, clocks jump,
 * messages are repeated and receivers misbehave. Then checks that nothing was lost, doubled or left undone.
 *
 * See: docs/decisions/0027-fault-runs.md.
 */
export function faults(options: FaultOptions): BenchmarkRun {
  return options.broken === undefined
    ? (say) => runAll(options, say)
    : (say) => runBroken(options.broken as VariantName, options, say);
}

async function runAll(options: FaultOptions, say: Say): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (let seed = options.seed; seed < options.seed + options.seeds; seed++) {
    say(`seed ${seed}: repeat it with npm run bench -- faults --seed ${seed} --operations ${options.operations}`);
    const result = await runSeed({ ...options, seed, settleMs: SETTLE_MS, say });
    show(result.violations, say);
    const count = result.violations.length;
    measurements.push(
      {
        claim: `seed ${seed}`,
        figure: `${summary(result)}, ${count} violations`,
        target: '0 violations',
        met: count === 0,
      },
      info('', faultsOf(result)),
    );
  }
  return measurements;
}

async function runBroken(name: VariantName, options: FaultOptions, say: Say): Promise<Measurement[]> {
  const { what, patches, expected } = VARIANTS[name];
  say(`${name}: ${what}; seed ${options.seed}`);
  return withTemporaryFolder(async (root) => {
    copySources(root, patches);
    const result = await runSeed({ ...options, root, settleMs: BROKEN_SETTLE_MS, say });
    show(result.violations, say);
    const names = [...Map.groupBy(result.violations, (one) => one.name)].map(([key, all]) => `${all.length} ${key}`);
    return [
      {
        claim: `${name}, seed ${options.seed}`,
        figure: `${summary(result)}: ${names.join(', ') || 'no violation'}`,
        target: expected.join(' or '),
        met: result.violations.some((one) => (expected as readonly string[]).includes(one.name)),
      },
    ];
  });
}

/** Prints the violations by name, with the ids of the first ones. */
function show(violations: readonly Violation[], say: Say): void {
  for (const [name, all] of Map.groupBy(violations, (one) => one.name)) {
    say(`${name}: ${all.length}`);
    for (const { text } of all.slice(0, MAX_SHOWN)) say(`  ${text.slice(0, MAX_LINE)}`);
  }
}

function summary({ history, seconds }: SeedResult): string {
  const done = history.operations.filter(({ outcome }) => outcome.kind === 'acknowledged').length;
  const events = history.organizations.reduce((sum, organization) => sum + organization.events.length, 0);
  return `${history.operations.length} operations (${done} acknowledged), ${events} events, ${history.arrivals.length} deliveries in ${seconds.toFixed(0)} s`;
}

function faultsOf({ history, counts, redriven }: SeedResult): string {
  const calls = Object.entries(counts).filter(([name]) => name !== 'messages repeated');
  const failed = calls.reduce((sum, [, count]) => sum + count, 0);
  const disturbances = history.incidents.flatMap((incident) =>
    'disturbance' in incident ? [incident.disturbance.kind] : [],
  );
  const kinds = [...Map.groupBy(disturbances, (kind) => kind)].map(([kind, all]) => `${all.length} × ${kind}`);
  const repeated = counts['messages repeated'] ?? 0;
  return `${failed} calls disturbed, ${repeated} messages repeated, ${kinds.join(', ')}, ${redriven} jobs redriven`;
}
