import { GetAccountCommand } from '@aws-sdk/client-api-gateway';
import type { StageConfig } from '#lib/config.ts';
import { serviceStackNameOf } from '#lib/settings.ts';
import { resourcesOf } from '../stage/stacks.ts';
import type { Account } from './account.ts';
import { type Finding, ok, warn } from './finding.ts';

const LOGS = 'api logs';

/**
 * Checks the role by which API Gateway writes the logs of all APIs of an account in a region. The deployment of a stage
 * sets it once: if another program unsets it later, CloudFormation does not notice, and refuses changes of the stages.
 */
export async function checkLogRole(
  { gateway, stacks, id, partition, region }: Account,
  config: StageConfig,
): Promise<Finding> {
  const { cloudwatchRoleArn } = await gateway.send(new GetAccountCommand({}));
  if (cloudwatchRoleArn !== undefined) return ok(LOGS, `API Gateway writes them by ${cloudwatchRoleArn}`);
  const resources = (await resourcesOf(stacks, serviceStackNameOf(config))) ?? [];
  const role = resources.find(({ type, logicalId }) => type === 'AWS::IAM::Role' && /CloudWatchRole/.test(logicalId));
  if (role === undefined) return ok(LOGS, `API Gateway has no role for them in ${region}; the deployment sets one`);
  return warn(
    LOGS,
    `the role by which API Gateway writes them was removed from the account in ${region}, so changes of the stages of ` +
      'the APIs fail; run: aws apigateway update-account ' +
      `--patch-operations op=replace,path=/cloudwatchRoleArn,value=arn:${partition}:iam::${id}:role/${role.id} --region ${region}`,
  );
}
