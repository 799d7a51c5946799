import { parseArgs } from 'node:util';
import { SESClient } from '@aws-sdk/client-ses';
import { readConfig } from '../lib/config.ts';
import { ruleSetNameOf } from '../lib/settings.ts';
import { activateRuleSet, activeRuleSet, deactivateRuleSet } from './stage/inbound-mail.ts';

/**
 * Shows, activates or deactivates the receipt rules of the stage in the environment. An account has one active set of
 * rules in a region, so no stack activates its own.
 *
 * See: docs/deployment.md#after-the-deployment.
 */
const USAGE = 'npm run inbound-mail -- status | activate [--replace] | deactivate';

const { values, positionals } = parseArgs({
  options: { replace: { type: 'boolean', default: false } },
  allowPositionals: true,
});

async function run(): Promise<string> {
  const own = ruleSetNameOf(readConfig(process.env));
  const ses = new SESClient();
  switch (positionals[0]) {
    case 'status':
      return `active: ${(await activeRuleSet(ses)) ?? 'none'}; of this stage: ${own}`;
    case 'activate':
      return activateRuleSet(ses, own, values.replace);
    case 'deactivate':
      return deactivateRuleSet(ses, own);
    default:
      throw new Error(`expected ${USAGE}`);
  }
}

try {
  console.log(await run());
} catch (error) {
  console.error(`inbound-mail: ${(error as Error).message}`);
  process.exitCode = 1;
}
