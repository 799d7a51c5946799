import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { failUsage, readCommandLine } from '#testing/command-line.ts';
import { withEngine } from '#testing/separate-stack.ts';

const RUNS = ['rules', 'rows'];

/**
 * Runs the mutation tests of rules, of rows, or both: `npm run test:mutation`, or of single files: `npm run
 * test:mutation -- rows shared/data/unit-of-work.ts`. See: docs/tests.md#mutation-tests.
 */
const { positionals } = readCommandLine({
  name: 'test:mutation',
  usage: `npm run test:mutation [-- rules | rows [<file>…]]

Changes the code in many small ways, one at a time, and names the changes that no test notices.

  rules    the rules of the log, deliveries, permissions, keys and the vault
  rows     their rows and the commit, with an engine; takes longer
  <file>   only this file of them; the results of the others are kept`,
  allowPositionals: true,
});

const files = positionals.filter((name) => name.endsWith('.ts'));
const named = positionals.filter((name) => !files.includes(name));
const unknown = named.find((name) => !RUNS.includes(name)) ?? files.find((file) => !existsSync(file));
if (unknown !== undefined) failUsage('test:mutation', `there is no run or file ${unknown}`);
if (files.length > 0 && named.length !== 1) failUsage('test:mutation', 'files need the name of their run');

for (const run of RUNS.filter((name) => named.length === 0 || named.includes(name))) {
  if (run === 'rules') await mutate(run);
  // One engine for the whole run: each test process creates a table of its own.
  else await withEngine(({ endpoint }) => mutate(run, { AID_DYNAMODB_ENDPOINT: endpoint }));
}

async function mutate(run: string, settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const args = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', `test/mutation/${run}.config.mjs`];
  if (files.length > 0) args.push('--mutate', files.join());
  const env = { ...process.env, ...settings };
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit', env }), 'exit');
  process.exitCode ||= code ?? 1;
}
