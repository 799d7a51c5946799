import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type CfnConfigurationSet, ConfigurationSet, EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { Aws, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { QUEUE_URL_VARIABLES } from '#shared/contract/jobs.ts';
import type { StageConfig } from '../config.ts';
import { codeConfigurationSetNameOf, configurationSetNameOf } from '../settings.ts';
import { JobQueue } from './job-queue.ts';
import { MailOutcomes } from './mail-outcomes.ts';
import { ServiceFunction } from './service-function.ts';

export interface MailOutProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly storageKey: IKey;
}

/**
 * Outgoing mail: the jobs, the worker that sends them, the domain that they are sent from, and the outcomes. SES limits
 * the mails per second of the whole account, and its rate sizes the concurrency.
 *
 * The configuration set of messages says nothing about suppression: that would override the tenants of organizations,
 * each of which has a list of its own. Codes have a configuration set without suppression.
 */
export class MailOut extends Construct {
  readonly worker: ServiceFunction;
  readonly jobs: JobQueue;
  readonly identity: EmailIdentity;
  readonly outcomes: MailOutcomes;

  constructor(scope: Construct, id: string, { config, assetRoot, storageKey }: MailOutProps) {
    super(scope, id);
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-send-mail' });
    this.jobs = new JobQueue(this, 'Jobs', { config, name: 'outbound-mail', consumer: 'worker-send-mail' });
    this.jobs.addConsumer(this.worker, { batchSize: 5, maxConcurrency: config.sendConcurrency });
    // A mail that SES throttles waits in the queue as a new message with a delay.
    this.grantSendTo(this.worker);

    const configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: configurationSetNameOf(config),
      reputationMetrics: true,
    });
    const codes = new ConfigurationSet(this, 'CodeConfigurationSet', {
      configurationSetName: codeConfigurationSetNameOf(config),
      reputationMetrics: true,
    });
    // The construct knows no empty list, which means that nothing is suppressed.
    (codes.node.defaultChild as CfnConfigurationSet).suppressionOptions = { suppressedReasons: [] };
    this.identity = new EmailIdentity(this, 'Domain', {
      identity: Identity.domain(config.mailDomain),
      configurationSet,
      // Each bounce and complaint would also arrive as an email.
      feedbackForwarding: false,
    });
    this.worker.addEnvironment('CONFIGURATION_SET', configurationSet.configurationSetName);
    this.worker.addEnvironment('CODE_CONFIGURATION_SET', codes.configurationSetName);
    // Tenants are associated with the resources that they may use, by ARN.
    this.worker.addEnvironment('SES_ARN_PREFIX', `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}`);
    const configurationSets = [configurationSet, codes];
    this.allowSending(configurationSets.map((one) => this.sesArn('configuration-set', one.configurationSetName)));
    this.outcomes = new MailOutcomes(this, 'Outcomes', { config, assetRoot, storageKey, configurationSets });
  }

  grantSendTo(fn: ServiceFunction): void {
    this.jobs.grantSendTo(fn, QUEUE_URL_VARIABLES.mail);
  }

  /**
   * Sending needs permission for the sender's identity and the configuration set. A tenant is not a resource of the
   * sending action: SES itself compares the mail with the resources of the tenant.
   *
   * Source: Service Authorization Reference, Amazon SES v2 (resource types of SendEmail, CreateTenant and
   * CreateTenantResourceAssociation).
   */
  private allowSending(configurationSetArns: readonly string[]): void {
    const identities = this.sesArn('identity', '*');
    const tenants = this.sesArn('tenant', '*');
    this.worker.allow({
      actions: ['ses:SendEmail', 'ses:SendRawEmail'],
      resources: [identities, ...configurationSetArns],
    });
    this.worker.allow({ actions: ['ses:CreateTenant'], resources: [tenants] });
    this.worker.allow({
      actions: ['ses:CreateTenantResourceAssociation'],
      resources: [tenants, identities, ...configurationSetArns],
    });
    this.acceptEvery('identity', 'Customers bring their own domains: which ones is known only when they are added.');
    this.acceptEvery('tenant', 'Each organization is a tenant of its own, made with its first mail; SES adds an id.');
  }

  private acceptEvery(resource: string, reason: string): void {
    this.worker.acceptWildcard(`arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:${resource}/*`, reason);
  }

  private sesArn(resource: string, resourceName: string): string {
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
  }
}
