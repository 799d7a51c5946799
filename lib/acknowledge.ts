import { Stack, Validations } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/**
 * Accepts one finding of cdk-nag on one construct, for a reason. Rules that can find several things on a resource
 * want the thing named: `AwsSolutions-IAM5[Resource::*]`.
 */
export function acknowledge(construct: IConstruct, id: `AwsSolutions-${string}`, reason: string): void {
  Validations.of(construct).acknowledge({ id, reason });
}

/** The name under which another stack sees `value` of `owner`: findings in that other stack spell it so. */
export function exportNameOf(owner: IConstruct, value: string): string {
  const stack = Stack.of(owner);
  const imported = stack.resolve(stack.exportValue(value)) as { 'Fn::ImportValue': string };
  return imported['Fn::ImportValue'];
}
