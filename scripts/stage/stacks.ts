import {
  type CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';

/** A stack without resources of a finished deployment: its first one has not ended, failed, or was deleted. */
const NEVER_DEPLOYED = /^(?:REVIEW_IN_PROGRESS|CREATE_IN_PROGRESS|CREATE_FAILED|ROLLBACK_\w+|DELETE_COMPLETE)$/;

/** A resource of a stack, with its physical id. */
export interface StackResource {
  readonly logicalId: string;
  readonly type: string;
  readonly id: string;
}

/** The resources of a stack; `undefined` if there is no such stack. */
export async function resourcesOf(
  client: CloudFormationClient,
  StackName: string,
): Promise<StackResource[] | undefined> {
  const resources: StackResource[] = [];
  try {
    for await (const page of paginateListStackResources({ client }, { StackName })) {
      for (const one of page.StackResourceSummaries ?? []) {
        const { LogicalResourceId, ResourceType, PhysicalResourceId, ResourceStatus } = one;
        // A deletion that failed leaves the stack, which still lists what was deleted.
        if (ResourceStatus === 'DELETE_COMPLETE') continue;
        if (LogicalResourceId !== undefined && ResourceType !== undefined && PhysicalResourceId !== undefined)
          resources.push({ logicalId: LogicalResourceId, type: ResourceType, id: PhysicalResourceId });
      }
    }
    return resources;
  } catch (error) {
    if (isUnknown(error)) return undefined;
    throw error;
  }
}

/** The outputs of a stack by name; `undefined` if there is no such stack, or its first deployment has not succeeded. */
export async function outputsOf(
  client: CloudFormationClient,
  StackName: string,
): Promise<Record<string, string> | undefined> {
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    if (stack === undefined || NEVER_DEPLOYED.test(stack.StackStatus ?? '')) return undefined;
    return Object.fromEntries(
      (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
    );
  } catch (error) {
    if (isUnknown(error)) return undefined;
    throw error;
  }
}

/** The name of the stack that a resource with this physical id belongs to; `undefined` if it belongs to none. */
export async function ownerOf(client: CloudFormationClient, PhysicalResourceId: string): Promise<string | undefined> {
  try {
    const { StackResources = [] } = await client.send(new DescribeStackResourcesCommand({ PhysicalResourceId }));
    return StackResources.find((one) => one.PhysicalResourceId === PhysicalResourceId)?.StackName;
  } catch (error) {
    if (isUnknown(error)) return undefined;
    throw error;
  }
}

/** CloudFormation has no other error for a stack or a resource that it does not know. */
function isUnknown(error: unknown): boolean {
  return error instanceof Error && error.name === 'ValidationError';
}
