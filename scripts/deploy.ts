import { parseArgs } from 'node:util';
import { readConfig } from '../lib/config.ts';
import { openAccount } from './preflight/account.ts';
import { lineOf } from './preflight/finding.ts';
import { preflight } from './preflight/preflight.ts';
import { approvalProblem } from './stage/approval.ts';
import { runCdk } from './stage/run-cdk.ts';

/**
 * Deploys the stage in the environment: `npm run deploy`, in a pipeline `npm run deploy -- --yes`. It checks the account
 * first, and stops where the deployment would fail; `--skip-preflight` leaves that out. The outputs of the stack are
 * written to `.build/outputs.json` too.
 *
 * See: docs/deployment.md.
 */
const { values } = parseArgs({
  options: {
    yes: { type: 'boolean', short: 'y', default: false },
    'skip-preflight': { type: 'boolean', default: false },
  },
});

async function deploy(): Promise<number> {
  const config = readConfig(process.env);
  const problem = approvalProblem(process.stdin.isTTY, values.yes, 'npm run deploy');
  if (problem !== undefined) throw new Error(problem);
  if (!values['skip-preflight']) {
    const findings = await preflight(await openAccount(), config);
    for (const finding of findings) console.error(lineOf(finding));
    if (findings.some(({ level }) => level === 'fail'))
      throw new Error('the deployment would fail; nothing was changed');
  }
  const approval = values.yes ? 'never' : 'broadening';
  return runCdk(['deploy', '--all', '--require-approval', approval, '--outputs-file', '.build/outputs.json']);
}

try {
  process.exitCode = await deploy();
} catch (error) {
  console.error(`deploy: ${(error as Error).message}`);
  process.exitCode = 1;
}
