import { Aws } from 'aws-cdk-lib/core';
import type { ServiceFunction } from './service-function.ts';

/** Names of roles that customers create for this service. `PROVIDER_ROLE_ARN` refuses others in the API. */
const PROVIDER_ROLES = 'role/aid-*';

/**
 * Allows assuming the roles by which customers let the service send with their own SES. Their accounts are not known
 * here. The names are restricted, roles of our own account are excluded, and each role itself trusts this account under
 * an external id.
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

/** Allows asking the stage's own SES whether sending is enabled, for accounts without a role. */
export function grantProviderLook(fn: ServiceFunction): void {
  fn.allow({ actions: ['ses:GetAccount'], resources: ['*'] });
  fn.acceptWildcard('*', 'ses:GetAccount knows no resources (Service Authorization Reference, Amazon SES v2).');
}
