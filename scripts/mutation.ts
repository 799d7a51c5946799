import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { failUsage, readCommandLine } from '#testing/command-line.ts';
import { ROW_PARTS } from '#testing/row-parts.ts';
import { withEngine } from '#testing/with-engine.ts';
import { noticedShare, readMutationResults } from './test-run/mutation-results.ts';

const PARTS = Object.keys(ROW_PARTS);

/** The lowest share of the changes to rules that the tests have to notice, in percent. */
const RULES_NOTICED = 96;

/**
 * Runs the mutation tests of rules, of rows, or both: `npm run test:mutation`, of a part of the rows: `npm run
 * test:mutation -- log`, or of single files: `npm run test:mutation -- rows shared/data/unit-of-work.ts`. See:
 * docs/tests.md#mutation-tests.
 */
const { positionals } = readCommandLine({
  name: 'test:mutation',
  usage: `npm run test:mutation [-- rules | rows | <part> [<file>…]]

Changes the code in many small ways, one at a time, and names the changes that no test notices.

  rules    the rules of the log, deliveries, permissions, keys and the vault
  rows     their rows and the commit, with an engine, one part after the other; takes longer
  <part>   one part of the rows: ${PARTS.join(', ')}
  <file>   only this file of them; the results of the others are kept`,
  allowPositionals: true,
});

const files = positionals.filter((name) => name.endsWith('.ts'));
const named = positionals.filter((name) => !files.includes(name));
const unknown = named.find((name) => !['rules', 'rows', ...PARTS].includes(name));
if (unknown !== undefined) failUsage('test:mutation', `there is no run or part ${unknown}`);
if (files.length > 0 && named.length !== 1) failUsage('test:mutation', 'files need the name of their run or part');

const wanted = named.length === 0 ? ['rules', 'rows'] : named;
const parts = PARTS.filter((part) => wanted.includes('rows') || wanted.includes(part)).map(partOf);
const foreign = files.find((file) => !existsSync(file) || (parts.length > 0 && !parts.some(has(file))));
if (foreign !== undefined) failUsage('test:mutation', `${named.join()} has no file ${foreign}`);

if (wanted.includes('rules')) {
  await mutate('rules', files.length > 0 ? ['--mutate', files.join()] : []);
  judge('rules', RULES_NOTICED);
}
const chosen = parts.filter(({ sources }) => sources.length > 0);
// One engine for all parts: each test process creates a table of its own.
if (chosen.length > 0)
  await withEngine(async ({ endpoint }) => {
    for (const { name, sources, tests, noticed } of chosen) {
      console.log(`\nThe rows: ${name}`);
      const options = ['--mutate', sources.join(), '--testFiles', tests.join()];
      const results = ['--incrementalFile', `.build/mutation/${name}.json`];
      await mutate('rows', [...options, ...results], { AID_DYNAMODB_ENDPOINT: endpoint });
      judge(name, noticed);
    }
  });

/** A part by its name, with the files of it that are wanted. Stryker splits lists at commas, also within braces. */
function partOf(name: string) {
  const { mutate: sources = [], tests = [], noticed = 100 } = ROW_PARTS[name] ?? {};
  const all = globSync([...sources]);
  return {
    name,
    sources: files.length === 0 ? all : files.filter((file) => all.includes(file)),
    tests: globSync([...tests]),
    noticed,
  };
}

/** Prints the share of the changes that the tests of a run or part notice, and fails below the lowest allowed share. */
function judge(name: string, lowest: number): void {
  const share = noticedShare(readMutationResults(name));
  console.log(`${name}: ${share.toFixed(1)} % of the changes are noticed; at least ${lowest} % have to be`);
  if (share < lowest) process.exitCode = 1;
}

function has(file: string) {
  return ({ sources }: { sources: readonly string[] }) => sources.includes(file);
}

async function mutate(
  run: string,
  options: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const args = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', `test/mutation/${run}.config.mjs`];
  const env = { ...process.env, ...settings };
  const [code] = await once(spawn(process.execPath, [...args, ...options], { stdio: 'inherit', env }), 'exit');
  process.exitCode ||= code ?? 1;
}
