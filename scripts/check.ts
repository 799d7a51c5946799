import { availableParallelism } from 'node:os';
import { readCommandLine } from '#testing/command-line.ts';
import { runChecks } from './test-run/checks.ts';

readCommandLine({
  name: 'check',
  usage: `npm run check

Checks types, format, lint, imports, unused code, generated pages and clients, references, wording, and the synthesis
with cdk-nag. npm test does the same while its tests run.`,
});

const failed = await runChecks(availableParallelism());
if (failed.length > 0) {
  console.error(`check: failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
