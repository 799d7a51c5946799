import { readConfig } from '#lib/config.ts';
import { readCommandLine } from '#testing/command-line.ts';
import { openAccount } from './preflight/account.ts';
import { SWITCH_TABLE } from './preflight/check-table.ts';
import { lineOf } from './preflight/finding.ts';
import { guard, preflight } from './preflight/preflight.ts';
import { approvalProblem } from './stage/approval.ts';
import { inboundMailFinding } from './stage/inbound-mail.ts';
import { runCdk } from './stage/run-cdk.ts';

/**
 * Deploys the stage in the environment: `npm run deploy`, in a pipeline `npm run deploy -- --yes`. It checks the
 * account first, and stops where the deployment would fail, or where it would switch the stage to another table;
 * `--skip-preflight` leaves out the first, and `--switch-table` allows the second. The outputs of the stack are written
 * to `.build/outputs.json` too. It ends with a warning if the stage receives no mail.
 *
 * See: docs/deployment.md.
 */
const { values } = readCommandLine({
  name: 'deploy',
  usage: `npm run deploy -- [options]

Checks the account and deploys the stage in the environment.

  --yes, -y           deploys without asking: for pipelines
  --skip-preflight    does not check the account first
  --${SWITCH_TABLE}      allows the deployment to switch the stage to another table`,
  options: {
    yes: { type: 'boolean', short: 'y', default: false },
    'skip-preflight': { type: 'boolean', default: false },
    [SWITCH_TABLE]: { type: 'boolean', default: false },
  },
});

async function deploy(): Promise<number> {
  const config = readConfig(process.env);
  const problem = approvalProblem(process.stdin.isTTY, values.yes, 'npm run deploy');
  if (problem !== undefined) throw new Error(problem);
  const account = await openAccount();
  const check = values['skip-preflight'] ? guard : preflight;
  const findings = await check(account, config, { maySwitchTable: values[SWITCH_TABLE] });
  for (const finding of findings) console.error(lineOf(finding));
  if (findings.some(({ level }) => level === 'fail')) throw new Error('nothing was changed');
  const approval = values.yes ? 'never' : 'broadening';
  const code = runCdk(['deploy', '--all', '--require-approval', approval, '--outputs-file', '.build/outputs.json']);
  if (code === 0 && config.inboundMail) {
    const finding = await inboundMailFinding(account.receiving, config);
    if (finding !== undefined) console.error(lineOf(finding));
  }
  return code;
}

try {
  process.exitCode = await deploy();
} catch (error) {
  console.error(`deploy: ${(error as Error).message}`);
  process.exitCode = 1;
}
