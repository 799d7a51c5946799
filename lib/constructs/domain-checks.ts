import { Effect } from 'aws-cdk-lib/aws-iam';
import { Aws, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { QUEUE_URL_VARIABLES } from '#shared/contract/jobs.ts';
import type { StageConfig } from '../config.ts';
import { JobQueue } from './job-queue.ts';
import { ServiceFunction } from './service-function.ts';

export interface DomainChecksProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
}

/** The reason for the wildcard of every action below. */
const REASON = 'Customers bring their own domains: which ones is known only when they are added.';

/**
 * The mail domains of organizations: jobs to register them with SES, to check their records and to delete them, and the
 * one worker that may do so. It works slowly, because SES accepts about one such call per second from an account.
 *
 * The actions can be limited to identities, but only to all of them. The stage's own domain is denied: the template
 * manages it, and no job may change it.
 *
 * Source: Service Authorization Reference, Amazon SES v2 (CreateEmailIdentity, GetEmailIdentity, DeleteEmailIdentity,
 * PutEmailIdentityFeedbackAttributes, PutEmailIdentityMailFromAttributes, TagResource, ListResourceTenants,
 * DeleteTenantResourceAssociation).
 */
export class DomainChecks extends Construct {
  readonly worker: ServiceFunction;
  readonly jobs: JobQueue;

  constructor(scope: Construct, id: string, { config, assetRoot }: DomainChecksProps) {
    super(scope, id);
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-check-domains' });
    this.jobs = new JobQueue(this, 'Jobs', { config, name: 'domain-checks', consumer: 'worker-check-domains' });
    this.jobs.addConsumer(this.worker, { batchSize: 5, maxConcurrency: 2 });

    this.worker.allow({
      actions: [
        'ses:CreateEmailIdentity',
        'ses:DeleteEmailIdentity',
        'ses:GetEmailIdentity',
        'ses:PutEmailIdentityFeedbackAttributes',
        'ses:PutEmailIdentityMailFromAttributes',
        // The worker tags each identity that it creates.
        'ses:TagResource',
      ],
      resources: [this.identityArn('*')],
    });
    this.worker.allow({
      effect: Effect.DENY,
      actions: [
        'ses:DeleteEmailIdentity',
        'ses:PutEmailIdentityFeedbackAttributes',
        'ses:PutEmailIdentityMailFromAttributes',
      ],
      resources: [this.identityArn(config.mailDomain)],
    });
    this.acceptEvery(this.worker);
    // SES deletes a domain only after it has been removed from the tenants that send from it.
    this.worker.addEnvironment('SES_ARN_PREFIX', `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}`);
    const tenants = Stack.of(this).formatArn({ service: 'ses', resource: 'tenant', resourceName: '*' });
    this.worker.allow({
      actions: ['ses:ListResourceTenants', 'ses:DeleteTenantResourceAssociation'],
      resources: [this.identityArn('*'), tenants],
    });
    this.worker.acceptWildcard(
      'arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:tenant/*',
      'Each organization is a tenant of its own, and SES adds an id to its name.',
    );
  }

  /** Allows sending jobs. */
  grantSendTo(fn: ServiceFunction): void {
    this.jobs.grantSendTo(fn, QUEUE_URL_VARIABLES.domain);
  }

  /** Allows reading the state of a domain at SES, and nothing else. */
  grantCheckTo(fn: ServiceFunction): void {
    fn.allow({ actions: ['ses:GetEmailIdentity'], resources: [this.identityArn('*')] });
    this.acceptEvery(fn);
  }

  private acceptEvery(fn: ServiceFunction): void {
    fn.acceptWildcard('arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*', REASON);
  }

  private identityArn(name: string): string {
    return Stack.of(this).formatArn({ service: 'ses', resource: 'identity', resourceName: name });
  }
}
