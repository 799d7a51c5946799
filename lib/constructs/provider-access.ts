import { Aws } from 'aws-cdk-lib/core';
import type { ServiceFunction } from './service-function.ts';

/** Names of roles that customers make for this service. `PROVIDER_ROLE_ARN` lets no other through the API. */
const PROVIDER_ROLES = 'role/aid-*';

/**
 * May assume the roles through which customers let the service send with their own SES. The account is theirs, so it
 * is not known here; the name is bound, a role of our own account is none of them, and each role says for itself that
 * it trusts us and under which external id.
 *
 * See: IAM user guide, The confused deputy problem.
 */
export function grantProviderRoles(fn: ServiceFunction): void {
  fn.allow({
    actions: ['sts:AssumeRole'],
    resources: [`arn:${Aws.PARTITION}:iam::*:${PROVIDER_ROLES}`],
    conditions: { StringNotEquals: { 'aws:ResourceAccount': Aws.ACCOUNT_ID } },
  });
  fn.acceptWildcard(
    `arn:<AWS::Partition>:iam::*:${PROVIDER_ROLES}`,
    'Roles of customers, in their accounts: each trusts this service by its own policy, under an external id.',
  );
}

/** May ask the stage's own SES whether it sends: an account without a role is the stage's. */
export function grantProviderLook(fn: ServiceFunction): void {
  fn.allow({ actions: ['ses:GetAccount'], resources: ['*'] });
  fn.acceptWildcard('*', 'ses:GetAccount knows no resources (Service Authorization Reference, Amazon SES v2).');
}
