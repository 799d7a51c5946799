import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  type CfnConfigurationSet,
  ConfigurationSet,
  EmailIdentity,
  Identity,
  MailFromBehaviorOnMxFailure,
} from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { codeConfigurationSetNameOf, configurationSetNameOf, mailFromDomainOf } from '../settings.ts';
import { MailStatus } from './mail-status.ts';
import { QueueWorker } from './queue-worker.ts';

export interface OutboundMailProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly storageKey: IKey;
}

/**
 * Outbound mail: the jobs, the worker that sends them, the domain that they are sent from, and the status of what was
 * sent. SES limits the messages per second of the whole account, and its rate sizes the concurrency.
 *
 * The configuration set of messages says nothing about suppression: that would override the tenants of organizations,
 * each of which has a list of its own. Codes have a configuration set without suppression. So have messages in a stage
 * without tenants, where the service's own lists alone suppress.
 */
export class OutboundMail extends QueueWorker {
  readonly identity: EmailIdentity;
  readonly configurationSets: { readonly messages: ConfigurationSet; readonly codes: ConfigurationSet };
  readonly status: MailStatus;

  constructor(scope: Construct, id: string, { config, assetRoot, storageKey }: OutboundMailProps) {
    super(scope, id, { config, assetRoot, queue: 'outbound-mail' });
    const messages = new ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: configurationSetNameOf(config),
      reputationMetrics: true,
    });
    const codes = new ConfigurationSet(this, 'CodeConfigurationSet', {
      configurationSetName: codeConfigurationSetNameOf(config),
      reputationMetrics: true,
    });
    // Without tenants the list of the account would apply, by which one organization decides what others can reach.
    for (const set of config.sesTenants ? [codes] : [codes, messages]) suppressNothing(set);
    this.configurationSets = { messages, codes };
    this.identity = new EmailIdentity(this, 'Domain', {
      identity: Identity.domain(config.mailDomain),
      configurationSet: messages,
      // Each bounce and complaint would also arrive as an email.
      feedbackForwarding: false,
      mailFromDomain: mailFromDomainOf(config),
      // Without its records SES uses a domain of its own, as before.
      mailFromBehaviorOnMxFailure: MailFromBehaviorOnMxFailure.USE_DEFAULT_VALUE,
    });
    this.status = new MailStatus(this, 'Outcomes', {
      config,
      assetRoot,
      storageKey,
      configurationSets: [messages, codes],
    });
  }
}

/** The construct knows no empty list, which means that nothing is suppressed. */
function suppressNothing(set: ConfigurationSet): void {
  (set.node.defaultChild as CfnConfigurationSet).suppressionOptions = { suppressedReasons: [] };
}
