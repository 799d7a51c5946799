import { SESClient } from '@aws-sdk/client-ses';
import { readConfig } from '#lib/config.ts';
import { ruleSetNameOf } from '#lib/settings.ts';
import { failUsage, readCommandLine } from '#testing/command-line.ts';
import { activateRuleSet, activeRuleSet, deactivateRuleSet } from './stage/inbound-mail.ts';

/**
 * Shows, activates or deactivates the receipt rules of the stage in the environment. An account has one active set of
 * rules in a region, so no stack activates its own.
 *
 * See: docs/deployment.md#after-the-deployment.
 */
const USAGE = `npm run inbound-mail -- status | activate [--replace] | deactivate

  status       shows the active set of receipt rules, and that of the stage
  activate     makes the set of the stage the active one; --replace takes the place of another active set
  deactivate   makes no set active, if that of the stage is`;

const ACTIONS = ['status', 'activate', 'deactivate'] as const;

const { values, positionals } = readCommandLine({
  name: 'inbound-mail',
  usage: USAGE,
  options: { replace: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const action = ACTIONS.find((one) => one === positionals[0]);
if (action === undefined || positionals.length > 1)
  failUsage('inbound-mail', `expected one of ${ACTIONS.join(', ')}, got "${positionals.join(' ')}"`);

async function run(chosen: (typeof ACTIONS)[number]): Promise<string> {
  const own = ruleSetNameOf(readConfig(process.env));
  const ses = new SESClient();
  switch (chosen) {
    case 'status':
      return `active: ${(await activeRuleSet(ses)) ?? 'none'}; of this stage: ${own}`;
    case 'activate':
      return activateRuleSet(ses, own, values.replace);
    case 'deactivate':
      return deactivateRuleSet(ses, own);
  }
}

try {
  console.log(await run(action));
} catch (error) {
  console.error(`inbound-mail: ${(error as Error).message}`);
  process.exitCode = 1;
}
