import { Effect } from 'aws-cdk-lib/aws-iam';
import { Aws, Stack } from 'aws-cdk-lib/core';
import type { Access, MailAction } from '../access.ts';
import type { StageConfig } from '../config.ts';
import type { Grantor } from './grantor.ts';
import type { OutboundMail } from './outbound-mail.ts';
import type { ServiceFunction } from './service-function.ts';

/** Names of roles that customers create for this service. `PROVIDER_ROLE_ARN` refuses others in the API. */
const PROVIDER_ROLES = 'role/aid-*';

/** The reasons for the wildcards in ARNs of SES. */
const REASONS = {
  identity: 'Customers bring their own domains: which ones is known only when they are added.',
  tenant: 'Each organization is a tenant of its own, made with its first mail; SES adds an id to its name.',
} as const;

export interface MailAccessProps {
  readonly config: StageConfig;
  readonly outboundMail: OutboundMail;
}

/**
 * What functions may do at SES, and with the roles by which customers let the service send with their own.
 *
 * Source: Service Authorization Reference, Amazon SES v2.
 */
export class MailAccess implements Grantor {
  readonly #stack: Stack;
  readonly #config: StageConfig;
  readonly #configurationSets: OutboundMail['configurationSets'];
  readonly #grants: Readonly<Record<MailAction, (fn: ServiceFunction) => void>> = {
    send: (fn) => this.#grantSend(fn),
    'manage domains': (fn) => this.#grantManageDomains(fn),
    'read domains': (fn) => this.#grantReadDomains(fn),
    'read own domain': (fn) => this.#grantReadOwnDomain(fn),
    'read receipt rules': (fn) => this.#grantReadReceiptRules(fn),
    'read sending status': grantReadSendingStatus,
    'assume provider roles': grantProviderRoles,
  };

  constructor({ config, outboundMail }: MailAccessProps) {
    this.#stack = Stack.of(outboundMail);
    this.#config = config;
    this.#configurationSets = outboundMail.configurationSets;
  }

  grantTo(fn: ServiceFunction, { mail = [] }: Access): void {
    for (const action of mail) this.#grants[action](fn);
  }

  /**
   * Sending needs permission for the sender's identity and the configuration set. A tenant is not a resource of the
   * sending action: SES itself compares the mail with the resources of the tenant. A stage without tenants creates
   * none.
   */
  #grantSend(fn: ServiceFunction): void {
    const { messages, codes } = this.#configurationSets;
    fn.addEnvironment('CONFIGURATION_SET', messages.configurationSetName);
    fn.addEnvironment('CODE_CONFIGURATION_SET', codes.configurationSetName);
    tellArnPrefix(fn);
    const identities = this.#arn('identity', '*');
    const tenants = this.#arn('tenant', '*');
    const sets = [messages, codes].map((set) => this.#arn('configuration-set', set.configurationSetName));
    fn.allow({ actions: ['ses:SendEmail', 'ses:SendRawEmail'], resources: [identities, ...sets] });
    acceptEvery(fn, 'identity');
    if (!this.#config.sesTenants) return;
    fn.allow({ actions: ['ses:CreateTenant'], resources: [tenants] });
    fn.allow({ actions: ['ses:CreateTenantResourceAssociation'], resources: [tenants, identities, ...sets] });
    acceptEvery(fn, 'tenant');
  }

  /**
   * The actions can be limited to identities, but only to all of them. The stage's own domain is denied: the template
   * manages it, and no job may change it.
   */
  #grantManageDomains(fn: ServiceFunction): void {
    const identities = this.#arn('identity', '*');
    fn.allow({
      actions: [
        'ses:CreateEmailIdentity',
        'ses:DeleteEmailIdentity',
        'ses:GetEmailIdentity',
        'ses:PutEmailIdentityFeedbackAttributes',
        'ses:PutEmailIdentityMailFromAttributes',
        // The worker tags each identity that it creates.
        'ses:TagResource',
      ],
      resources: [identities],
    });
    fn.allow({
      effect: Effect.DENY,
      actions: [
        'ses:DeleteEmailIdentity',
        'ses:PutEmailIdentityFeedbackAttributes',
        'ses:PutEmailIdentityMailFromAttributes',
      ],
      resources: [this.#arn('identity', this.#config.mailDomain)],
    });
    acceptEvery(fn, 'identity');
    // SES deletes a domain only after it has been removed from the tenants that send from it.
    tellArnPrefix(fn);
    fn.allow({
      actions: ['ses:ListResourceTenants', 'ses:DeleteTenantResourceAssociation'],
      resources: [identities, this.#arn('tenant', '*')],
    });
    acceptEvery(fn, 'tenant');
  }

  /** The state of domains at SES, and nothing else. */
  #grantReadDomains(fn: ServiceFunction): void {
    fn.allow({ actions: ['ses:GetEmailIdentity'], resources: [this.#arn('identity', '*')] });
    acceptEvery(fn, 'identity');
  }

  /** The state of the domain that the template manages. */
  #grantReadOwnDomain(fn: ServiceFunction): void {
    fn.allow({ actions: ['ses:GetEmailIdentity'], resources: [this.#arn('identity', this.#config.mailDomain)] });
  }

  /** Only reads: which set is active is the decision of an operator. Nothing where the stage is to receive no mail. */
  #grantReadReceiptRules(fn: ServiceFunction): void {
    if (!this.#config.inboundMail) return;
    fn.allow({ actions: ['ses:DescribeActiveReceiptRuleSet'], resources: ['*'] });
    fn.acceptWildcard('*', 'Receipt rules are no resources (Service Authorization Reference, Amazon SES).');
  }

  #arn(resource: string, resourceName: string): string {
    return this.#stack.formatArn({ service: 'ses', resource, resourceName });
  }
}

/** SES names resources by ARN where a tenant is associated with them. */
function tellArnPrefix(fn: ServiceFunction): void {
  fn.addEnvironment('SES_ARN_PREFIX', `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}`);
}

function acceptEvery(fn: ServiceFunction, resource: keyof typeof REASONS): void {
  fn.acceptWildcard(`arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:${resource}/*`, REASONS[resource]);
}

/** Whether sending is enabled in the stage's own SES: for provider accounts without a role, and for the heartbeat. */
function grantReadSendingStatus(fn: ServiceFunction): void {
  fn.allow({ actions: ['ses:GetAccount'], resources: ['*'] });
  fn.acceptWildcard('*', 'ses:GetAccount knows no resources (Service Authorization Reference, Amazon SES v2).');
}

/**
 * The accounts of customers are not known here. The names of their roles are restricted, roles of our own account are
 * excluded, and each role itself trusts this account under an external id.
 *
 * See: IAM user guide, The confused deputy problem.
 */
function grantProviderRoles(fn: ServiceFunction): void {
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
