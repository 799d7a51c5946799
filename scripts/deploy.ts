import { operatorContext, qualifierIn } from '#lib/cdk-context.ts';
import { readConfig } from '#lib/config.ts';
import { dataStackNameOf, domainsStackNameOf, serviceStackNameOf } from '#lib/settings.ts';
import { readCommandLine } from '#testing/command-line.ts';
import { openAccount } from './preflight/account.ts';
import { SWITCH_TABLE } from './preflight/check-table.ts';
import { lineOf } from './preflight/finding.ts';
import { guard, preflight } from './preflight/preflight.ts';
import { deployProblem } from './stage/approval.ts';
import { contextOf, deployArguments, hasOption, splitArguments, valuesOf } from './stage/cdk-options.ts';
import { inboundMailFinding } from './stage/inbound-mail.ts';
import { runCdk, summarizeCdk } from './stage/run-cdk.ts';

/**
 * Deploys the stage in the environment: `npm run deploy`, in a pipeline `npm run deploy -- --yes`. It checks the
 * account first, and stops where the deployment would fail, or where it would switch the stage to another table;
 * `--skip-preflight` leaves out the first, and `--switch-table` allows the second. Options that are not its own are
 * passed to the CDK. Where no person watches, it says in some lines what happened; `--full-log` prints everything. The
 * outputs of the stack are written to `.build/outputs.json` too. It ends with a warning if the stage receives no mail.
 *
 * See: docs/deployment.md.
 */
const OWN = ['--yes', '-y', '--skip-preflight', `--${SWITCH_TABLE}`, '--full-log', '--help'];
const { own, cdk } = splitArguments(process.argv.slice(2), OWN);
const { values } = readCommandLine({
  name: 'deploy',
  args: own,
  usage: `npm run deploy -- [options]

Checks the account and deploys the stage in the environment.

  --yes, -y           deploys without asking: for pipelines
  --skip-preflight    does not check the account first
  --${SWITCH_TABLE}      allows the deployment to switch the stage to another table
  --full-log          prints every line of the CDK where there is no terminal, too

All other options are those of cdk deploy, such as --role-arn, --tags, --profile and -c.`,
  options: {
    yes: { type: 'boolean', short: 'y', default: false },
    'skip-preflight': { type: 'boolean', default: false },
    [SWITCH_TABLE]: { type: 'boolean', default: false },
    'full-log': { type: 'boolean', default: false },
  },
});

async function deploy(): Promise<number> {
  const config = readConfig(process.env);
  const problem = deployProblem(process.stdin.isTTY, values.yes || hasOption(cdk, '--require-approval'));
  if (problem !== undefined) throw new Error(problem);
  // The checks are about the account that the CDK deploys to.
  const [profile] = valuesOf(cdk, '--profile');
  if (profile !== undefined) process.env.AWS_PROFILE = profile;
  const account = await openAccount();
  const check = values['skip-preflight'] ? guard : preflight;
  const qualifier = qualifierIn({ ...operatorContext(), ...contextOf(cdk) });
  const findings = await check(account, config, { maySwitchTable: values[SWITCH_TABLE], qualifier });
  for (const finding of findings) console.error(lineOf(finding));
  if (findings.some(({ level }) => level === 'fail')) throw new Error('nothing was changed');
  const stacks = [dataStackNameOf(config), serviceStackNameOf(config), domainsStackNameOf(config)];
  const args = deployArguments(cdk, stacks, values.yes);
  // A person who may be asked needs the terminal, wherever the output goes.
  const isWatched = process.stdin.isTTY && (process.stderr.isTTY || !values.yes);
  const code = isWatched || values['full-log'] ? runCdk(args) : await summarizeCdk(args);
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
