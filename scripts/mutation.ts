import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startDynamoDb } from '#local/engines/dynamodb-engine.ts';
import { makeTemporaryFolder } from '#local/state/temporary-folder.ts';
import { failUsage, readCommandLine } from '#testing/command-line.ts';

const RUNS = ['rules', 'rows'];

/** Runs the mutation tests of rules, of rows, or both: `npm run test:mutation`. See: docs/tests.md#mutation-tests. */
const { positionals } = readCommandLine({
  name: 'test:mutation',
  usage: `npm run test:mutation [-- rules | rows]

Changes the code in many small ways, one at a time, and names the changes that no test notices.

  rules   the rules of the log, deliveries, permissions, keys and the vault
  rows    their rows and the commit, with an engine; takes longer`,
  allowPositionals: true,
});

const wanted: readonly string[] = positionals;
const unknown = wanted.find((name) => !RUNS.includes(name));
if (unknown !== undefined) failUsage('test:mutation', `there is no run ${unknown}`);

// One engine for the whole run: each test process creates a table of its own.
const folder = makeTemporaryFolder(tmpdir(), 'aid-mutation');
const engine = await startDynamoDb(folder, undefined);
const env = { ...process.env, AID_DYNAMODB_ENDPOINT: engine.endpoint };
try {
  for (const run of RUNS.filter((name) => wanted.length === 0 || wanted.includes(name))) {
    const args = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', `test/mutation/${run}.config.mjs`];
    const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit', env }), 'exit');
    process.exitCode ||= code ?? 1;
  }
} finally {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
}
