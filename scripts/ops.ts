import { endWithOutput, orFail } from '#testing/command-line.ts';
import { COMMANDS } from './ops/commands.ts';
import { runOps } from './ops/run-ops.ts';
import { stageNameIn } from './stage/stage-name.ts';

/**
 * What an operator does with a deployed stage: `npm run ops` lists the commands. It uses the credentials of the account
 * in the environment.
 *
 * See: docs/runbook.md#the-ops-commands.
 */
endWithOutput();
process.exitCode = await runOps(process.argv.slice(2), COMMANDS, {
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
  defaultStage: orFail('ops', () => stageNameIn(process.env)),
});
