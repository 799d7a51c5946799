import { Stack, Validations } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/**
 * Accepts one finding of cdk-nag on one construct, with a reason. Rules that can have several findings on a resource
 * require the finding's name: `AwsSolutions-IAM5[Resource::*]`.
 */
export function acknowledge(construct: IConstruct, id: `AwsSolutions-${string}`, reason: string): void {
  Validations.of(construct).acknowledge({ id, reason });
}

/** The name that another stack has for `value` of `owner`, as findings in that stack spell it. */
export function exportNameOf(owner: IConstruct, value: string): string {
  const stack = Stack.of(owner);
  const imported = stack.resolve(stack.exportValue(value)) as { 'Fn::ImportValue': string };
  return imported['Fn::ImportValue'];
}
