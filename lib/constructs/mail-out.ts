import { ConfigurationSet, EmailIdentity, Identity, SuppressionReasons } from 'aws-cdk-lib/aws-ses';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import { JobQueue } from './job-queue.ts';
import { ServiceFunction } from './service-function.ts';

export interface MailOutProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
}

/**
 * Mail out: jobs, who sends them, and the domain they are sent from. The concurrency is low because SES counts mails
 * a second for the whole account, 14 to begin with.
 */
export class MailOut extends Construct {
  readonly worker: ServiceFunction;
  readonly jobs: JobQueue;
  readonly identity: EmailIdentity;

  constructor(scope: Construct, id: string, { config, assetRoot }: MailOutProps) {
    super(scope, id);
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-send-mail' });
    this.jobs = new JobQueue(this, 'Jobs', { config, name: 'outbound-mail', consumer: 'worker-send-mail' });
    this.jobs.feed(this.worker, { batchSize: 5, maxConcurrency: 5 });

    const configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: serviceNameOf(config, 'outbound'),
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.identity = new EmailIdentity(this, 'Domain', {
      identity: Identity.domain(config.mailDomain),
      configurationSet,
    });
    this.worker.provide('CONFIGURATION_SET', configurationSet.configurationSetName);
    this.worker.allow({
      actions: ['ses:SendEmail', 'ses:SendRawEmail'],
      resources: [
        this.identity.emailIdentityArn,
        Stack.of(this).formatArn({
          service: 'ses',
          resource: 'configuration-set',
          resourceName: configurationSet.configurationSetName,
        }),
      ],
    });
  }

  grantSendTo(fn: ServiceFunction): void {
    this.jobs.grantSendTo(fn, 'MAIL_QUEUE_URL');
  }
}
