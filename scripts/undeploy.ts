import { createInterface } from 'node:readline/promises';
import { S3Client } from '@aws-sdk/client-s3';
import { SESClient } from '@aws-sdk/client-ses';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { readConfig } from '#lib/config.ts';
import {
  codeConfigurationSetNameOf,
  configurationSetNameOf,
  ruleSetNameOf,
  serviceStackNameOf,
} from '#lib/settings.ts';
import { readCommandLine } from '#testing/command-line.ts';
import { type DeployedStage, openStage } from './ops/deployed-stage.ts';
import { explainAwsError } from './ops/explain-aws-error.ts';
import { OpsError } from './ops/ops-error.ts';
import { stageQueues } from './ops/stage-queues.ts';
import { undeployProblem } from './stage/approval.ts';
import { splitArguments, valuesOf } from './stage/cdk-options.ts';
import { emptyBucket } from './stage/empty-bucket.ts';
import { deactivateRuleSet } from './stage/inbound-mail.ts';
import { remainingMessages } from './stage/remaining-messages.ts';
import { runCdk } from './stage/run-cdk.ts';
import { releaseFromTenants } from './stage/tenants.ts';

/**
 * Deletes the service stack of the stage in the environment: `npm run undeploy`, in a pipeline `npm run undeploy --
 * --yes`. Before that it shows which queues are not empty, and asks, because their messages are deleted with them. It
 * undoes what was done outside of the stack, and what would make the deletion fail: the activation of its receipt
 * rules, the tenants that organizations send by, and the objects in the bucket of tunnels. The stacks of the data,
 * which has the logs too, and of the domains stay.
 *
 * See: docs/deployment.md#taking-a-stage-down.
 */
const { own, cdk } = splitArguments(process.argv.slice(2), ['--yes', '-y', '--help']);
const { values } = readCommandLine({
  name: 'undeploy',
  args: own,
  usage: `npm run undeploy -- [--yes]

Deletes the service stack of the stage in the environment. The data stays.

  --yes, -y   deletes without asking, messages in queues included: for pipelines

All other options are those of cdk destroy, such as --role-arn and --profile.`,
  options: { yes: { type: 'boolean', short: 'y', default: false } },
});

async function undeploy(): Promise<number> {
  const config = readConfig(process.env);
  const problem = undeployProblem(process.stdin.isTTY, values.yes, serviceStackNameOf(config));
  if (problem !== undefined) throw new Error(problem);
  const [profile] = valuesOf(cdk, '--profile');
  if (profile !== undefined) process.env.AWS_PROFILE = profile;
  const stage = await deployedStage(config.stage);
  if (stage !== undefined && !(await mayDiscard(stage))) throw new Error('nothing was changed');
  console.error(await deactivateRuleSet(new SESClient(), ruleSetNameOf(config)));
  const ses = new SESv2Client();
  const { Arn = '', Account } = await new STSClient().send(new GetCallerIdentityCommand({}));
  const prefix = `arn:${Arn.split(':')[1]}:ses:${await ses.config.region()}:${Account}`;
  const configurationSets = [configurationSetNameOf(config), codeConfigurationSetNameOf(config)];
  for (const name of [
    `identity/${config.mailDomain}`,
    ...configurationSets.map((name) => `configuration-set/${name}`),
  ]) {
    console.error(`${name}: removed from ${await releaseFromTenants(ses, `${prefix}:${name}`)} tenants`);
  }
  const s3 = new S3Client();
  for (const bucket of stage?.buckets ?? [])
    console.error(`${bucket}: ${await emptyBucket(s3, bucket)} objects deleted`);
  return runCdk(['destroy', serviceStackNameOf(config), ...(values.yes ? ['--force'] : []), ...cdk]);
}

/** The stage as it is deployed; `undefined` if it has no service stack any more. */
async function deployedStage(name: string): Promise<DeployedStage | undefined> {
  try {
    return await openStage(name);
  } catch (error) {
    if (error instanceof OpsError) return undefined;
    throw error;
  }
}

/** Shows the queues that are not empty, and asks whether their messages may be discarded. `--yes` is the reply. */
async function mayDiscard(stage: DeployedStage): Promise<boolean> {
  const lines = remainingMessages(await stageQueues(stage));
  for (const line of lines) console.error(line);
  if (lines.length === 0 || values.yes) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await terminal.question('Discard these messages with their queues? (y/N) ');
  terminal.close();
  return /^y(?:es)?$/i.test(reply.trim());
}

try {
  process.exitCode = await undeploy();
} catch (error) {
  console.error(`undeploy: ${explainAwsError(error)}`);
  process.exitCode = 1;
}
