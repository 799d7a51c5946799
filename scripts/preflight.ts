import { operatorContext, qualifierIn } from '#lib/cdk-context.ts';
import { readConfig } from '#lib/config.ts';
import { ConfigError } from '#lib/config-error.ts';
import { readCommandLine } from '#testing/command-line.ts';
import { openAccount } from './preflight/account.ts';
import { SWITCH_TABLE } from './preflight/check-table.ts';
import { lineOf } from './preflight/finding.ts';
import { preflight } from './preflight/preflight.ts';

/**
 * Tells an operator what will fail before a deployment: `npm run preflight`, with the settings of the stage and the
 * credentials of the account in the environment. It only reads. Exits with 1 if the deployment will fail.
 * `--switch-table` is for a deployment with the same option.
 *
 * See: docs/deployment.md.
 */
const { values } = readCommandLine({
  name: 'preflight',
  usage: `npm run preflight -- [--${SWITCH_TABLE}]

Says what a deployment of the stage in the environment would meet. Changes nothing.

  --${SWITCH_TABLE}   for a deployment with the same option, which switches the stage to another table`,
  options: { [SWITCH_TABLE]: { type: 'boolean', default: false } },
});

try {
  const config = readConfig(process.env);
  const account = await openAccount();
  console.log(`stage ${config.stage} (${config.mailDomain}) in ${account.region} of the account ${account.id}`);
  const qualifier = qualifierIn(operatorContext());
  const findings = await preflight(account, config, { maySwitchTable: values[SWITCH_TABLE], qualifier });
  for (const finding of findings) console.log(lineOf(finding));
  process.exitCode = findings.some(({ level }) => level === 'fail') ? 1 : 0;
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `preflight: ${(error as Error).message}`);
  process.exitCode = 1;
}
