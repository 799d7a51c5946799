import { parseArgs } from 'node:util';
import { SESClient } from '@aws-sdk/client-ses';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { readConfig } from '../lib/config.ts';
import { configurationSetNameOf, ruleSetNameOf, serviceStackNameOf } from '../lib/settings.ts';
import { approvalProblem } from './stage/approval.ts';
import { deactivateRuleSet } from './stage/inbound-mail.ts';
import { runCdk } from './stage/run-cdk.ts';
import { releaseFromTenants } from './stage/tenants.ts';

/**
 * Deletes the service stack of the stage in the environment: `npm run undeploy`, in a pipeline `npm run undeploy --
 * --yes`. Before that it undoes what was done outside of the stack, and what would make the deletion fail: the
 * activation of its receipt rules, and the tenants that organizations send by. The stacks of the data and of the domains stay.
 *
 * See: docs/deployment.md#taking-a-stage-down.
 */
const { values } = parseArgs({ options: { yes: { type: 'boolean', short: 'y', default: false } } });

async function undeploy(): Promise<number> {
  const config = readConfig(process.env);
  const problem = approvalProblem(process.stdin.isTTY, values.yes, 'npm run undeploy');
  if (problem !== undefined) throw new Error(problem);
  console.error(await deactivateRuleSet(new SESClient(), ruleSetNameOf(config)));
  const ses = new SESv2Client();
  const { Arn = '', Account } = await new STSClient().send(new GetCallerIdentityCommand({}));
  const prefix = `arn:${Arn.split(':')[1]}:ses:${await ses.config.region()}:${Account}`;
  for (const name of [`identity/${config.mailDomain}`, `configuration-set/${configurationSetNameOf(config)}`]) {
    console.error(`${name}: removed from ${await releaseFromTenants(ses, `${prefix}:${name}`)} tenants`);
  }
  return runCdk(['destroy', serviceStackNameOf(config), ...(values.yes ? ['--force'] : [])]);
}

try {
  process.exitCode = await undeploy();
} catch (error) {
  console.error(`undeploy: ${(error as Error).message}`);
  process.exitCode = 1;
}
