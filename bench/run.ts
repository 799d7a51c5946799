import { availableParallelism, loadavg } from 'node:os';
import { endWithOutput, failUsage, orFail } from '#testing/command-line.ts';
import { readFaultOptions } from '#testing/faults/options.ts';
import { killGroups } from '#testing/process-group.ts';
import type { BenchmarkRun, Measurement } from './support/measurement.ts';

/**
 * `npm run bench` runs all benchmarks but `hour` and `against`, one after the other, and says which targets are met.
 * `npm run bench -- <name>…` runs only the named ones, and `npm run bench -- against <commit>` compares this checkout
 * with another commit. The options are those of the fault run: `--seed`, `--seeds`, `--operations`, `--concurrency`,
 * `--broken`.
 */
const MEASUREMENTS: Readonly<Record<string, () => Promise<BenchmarkRun>>> = {
  capacity: async () => (await import('./capacity.ts')).capacity,
  latency: async () => (await import('./latency.ts')).latency,
  drain: async () => (await import('./drain.ts')).drain,
  inbound: async () => (await import('./inbound.ts')).inbound,
  reading: async () => (await import('./reading.ts')).reading,
  'received-mail': async () => (await import('./received-mail.ts')).receivedMail,
  isolation: async () => (await import('./isolation.ts')).isolation,
  a2a: async () => (await import('./a2a.ts')).a2a,
  mcp: async () => (await import('./mcp.ts')).mcp,
  vault: async () => (await import('./vault.ts')).vault,
  writers: async () => (await import('./writers.ts')).writers,
  followers: async () => (await import('./followers.ts')).followers,
  waits: async () => (await import('./waits.ts')).waits,
  processor: async () => (await import('./processor.ts')).processor,
  popular: async () => (await import('./popular.ts')).popular,
  crash: async () => (await import('./crash.ts')).crash,
  streams: async () => (await import('./streams.ts')).streams,
  tunnels: async () => (await import('./tunnels.ts')).tunnels,
  'slow-tunnels': async () => (await import('./slow-tunnels.ts')).slowTunnels,
  addresses: async () => (await import('./addresses.ts')).addresses,
  reflector: async () => (await import('./reflector.ts')).reflector,
  strangers: async () => (await import('./strangers.ts')).strangers,
  search: async () => (await import('./search.ts')).search,
  sealing: async () => (await import('./sealing.ts')).sealing,
  'typescript-sdk': async () => (await import('./typescript-sdk.ts')).typescriptSdk,
  workers: async () => (await import('./workers.ts')).workers,
  'command-line': async () => (await import('./command-line.ts')).commandLine,
  console: async () => (await import('./console.ts')).consoleLog,
  faults: async () => (await import('./faults.ts')).faults(faultOptions),
  alarms: async () => (await import('./alarms.ts')).alarms,
  endpoints: async () => (await import('./endpoints.ts')).endpoints,
  memory: async () => (await import('./memory.ts')).memory,
  footprint: async () => (await import('./footprint.ts')).footprint,
  imports: async () => (await import('./imports.ts')).imports,
  hour: async () => (await import('./hour.ts')).hour,
  against: async () => (await import('./against/against.ts')).against(otherCommit),
};

/** Run only when they are named: one takes an hour, the other needs a commit to compare with. */
const ONLY_BY_NAME = ['hour', 'against'];

endWithOutput();
if (process.argv.includes('--help')) {
  console.log(`npm run bench -- [<name>…] [options]

Measures what the pages claim, and fails if a claim does not hold.

Names: ${Object.keys(MEASUREMENTS).join(', ')}
Against what: against <commit> compares with that commit, and against alone with the last release
Options of faults: --seed <n>, --seeds <n>, --operations <n>, --concurrency <n>, --broken <variant>`);
  process.exit(0);
}
const { options: faultOptions, names } = orFail('bench', () => readFaultOptions(process.argv.slice(2)));
const [asked, otherCommit] = names[0] === 'against' ? [names.slice(0, 1), names[1]] : [names, undefined];
const unknown = asked.filter((name) => !(name in MEASUREMENTS));
if (unknown.length > 0) failUsage('bench', `no such measurement: ${unknown.join(', ')}`);

const say = (line: string) => void process.stderr.write(`${line}\n`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killGroups();
    process.exit(1);
  });
}
process.once('exit', killGroups);

let missed = 0;
const all = Object.keys(MEASUREMENTS).filter((name) => !ONLY_BY_NAME.includes(name));
for (const name of asked.length > 0 ? asked : all) {
  const started = performance.now();
  const [load = 0] = loadavg();
  say(`${name}: measuring; ${availableParallelism()} processors, load ${load.toFixed(1)}`);
  const measure = await MEASUREMENTS[name]?.();
  const measurements = (await measure?.((line) => say(`  ${line}`))) ?? [];
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(`\n${name} (${seconds} s, load at its start ${load.toFixed(1)})\n${tableOf(measurements)}\n\n`);
  missed += measurements.filter(({ met }) => met === false).length;
}
process.stdout.write(missed === 0 ? 'every claim holds\n' : `${missed} claims do not hold\n`);
process.exitCode = missed === 0 ? 0 : 1;

function tableOf(measurements: readonly Measurement[]): string {
  const rows = [
    ['claim', 'measured', 'target', 'result'],
    ...measurements.map(({ claim, figure, target = '–', met }) => [claim, figure, target, resultOf(met)]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

function resultOf(met: boolean | undefined): string {
  if (met === undefined) return '';
  return met ? 'holds' : 'MISSED';
}
