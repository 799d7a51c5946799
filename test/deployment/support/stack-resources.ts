import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { resourcesOf } from '#scripts/stage/stacks.ts';
import type { Account } from './engine.ts';
import { STAGE } from './stage.ts';

/** The stack of the stage that keeps its data. */
export const DATA = `aid-${STAGE}-data`;

/** A bucket by its logical id in a stack. */
export function bucketOf(account: Account, stack: string, named: RegExp): Promise<string> {
  return resourceOf(account, stack, 'AWS::S3::Bucket', named);
}

/** The table of the data stack, which the stage uses until it switches to a restored one. */
export function firstTable(account: Account): Promise<string> {
  return resourceOf(account, DATA, 'AWS::DynamoDB::Table', /./);
}

async function resourceOf(account: Account, stack: string, type: string, named: RegExp): Promise<string> {
  const resources = (await resourcesOf(new CloudFormationClient(account.client), stack)) ?? [];
  const found = resources.find((resource) => resource.type === type && named.test(resource.logicalId));
  if (found === undefined) throw new Error(`${stack} has no ${type} named ${named}`);
  return found.id;
}
