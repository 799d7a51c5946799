import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { clientOptions } from '#shared/runtime/client-options.ts';

/** Whether CloudFormation is rolling back a stack update. See: AWS CloudFormation user guide, Stack status codes. */
export async function isRollingBack(stackId: string): Promise<boolean> {
  const client = new CloudFormationClient(clientOptions({ maxAttempts: 5 }));
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stackId }));
  return Stacks.some(({ StackStatus = '' }) => StackStatus.includes('ROLLBACK'));
}
