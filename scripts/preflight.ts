import { ConfigError, readConfig } from '../lib/config.ts';
import { openAccount } from './preflight/account.ts';
import { lineOf } from './preflight/finding.ts';
import { preflight } from './preflight/preflight.ts';

/**
 * Tells an operator what will fail before a deployment: `npm run preflight`, with the settings of the stage and the
 * credentials of the account in the environment. It only reads. Exits with 1 if the deployment will fail.
 *
 * See: docs/deployment.md.
 */
try {
  const config = readConfig(process.env);
  const account = await openAccount();
  console.log(`stage ${config.stage} (${config.mailDomain}) in ${account.region}`);
  const findings = await preflight(account, config);
  for (const finding of findings) console.log(lineOf(finding));
  process.exitCode = findings.some(({ level }) => level === 'fail') ? 1 : 0;
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `preflight: ${(error as Error).message}`);
  process.exitCode = 1;
}
