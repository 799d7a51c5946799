import { Effect } from 'aws-cdk-lib/aws-iam';
import { Aws, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { QUEUE_URL_VARIABLES } from '../../shared/contract/jobs.ts';
import type { StageConfig } from '../config.ts';
import { JobQueue } from './job-queue.ts';
import { ServiceFunction } from './service-function.ts';

export interface DomainChecksProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
}

/** What every action below takes: a domain is named by whoever brings it. */
const REASON = 'Customers bring their own domains: which ones is known only when they are added.';

/**
 * The mail domains of organizations: jobs to make them known to SES, to look for their records and to forget them, and
 * the one worker that may. It works slowly, because SES takes about one such call a second from an account.
 *
 * Each of the actions can be bounded to identities, and to no less than all of them. The stage's own domain is held
 * back: it is the template's, and no job may touch it.
 *
 * Source: Service Authorization Reference, Amazon SES v2 (CreateEmailIdentity, GetEmailIdentity, DeleteEmailIdentity,
 * PutEmailIdentityMailFromAttributes, TagResource, ListResourceTenants, DeleteTenantResourceAssociation).
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
        'ses:PutEmailIdentityMailFromAttributes',
        // An identity is made with the tag that says whose it is.
        'ses:TagResource',
      ],
      resources: [this.identityArn('*')],
    });
    this.worker.allow({
      effect: Effect.DENY,
      actions: ['ses:DeleteEmailIdentity', 'ses:PutEmailIdentityMailFromAttributes'],
      resources: [this.identityArn(config.mailDomain)],
    });
    this.acceptEvery(this.worker);
    // A domain that is given up is taken from the tenants that send from it: SES does not delete it before.
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

  /** May send jobs. */
  grantSendTo(fn: ServiceFunction): void {
    this.jobs.grantSendTo(fn, QUEUE_URL_VARIABLES.domain);
  }

  /** May look at what SES knows of a domain, and at nothing else. */
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
