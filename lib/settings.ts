import type { SettingName } from '#shared/contract/environment.ts';
import type { StageConfig } from './config.ts';

/**
 * Turns the settings of the stage into environment variables. This is the only place where the local profile differs
 * from AWS. An absent setting is an absent variable, never an empty one.
 */
export function settingsOf(config: StageConfig): Readonly<Record<SettingName, string | undefined>> {
  return {
    LIMITS: JSON.stringify(config.limits),
    DELIVERY_DELAYS: JSON.stringify(config.deliveryDelays),
    DELIVERY_RETENTION_DAYS: String(config.deliveryRetentionDays),
    WEBHOOK_FAILING_DAYS: String(config.webhookFailingDays),
    KEEP_RESPONSES: config.keepResponses ? undefined : 'false',
    MAIL_DOMAIN: config.mailDomain,
    MAIL_RETENTION_DAYS: String(config.mailRetentionDays),
    PUBLIC_URL: config.publicUrl,
    INBOUND_TOPICS: JSON.stringify(config.inboundTopics),
    MCP_ORIGINS: JSON.stringify(config.mcpOrigins),
    SENDING_LEASE_SECONDS: String(config.sendingLeaseSeconds),
    DOMAIN_RAMP: config.domainRamp === 0 ? undefined : String(config.domainRamp),
    SES_TENANTS: config.sesTenants ? undefined : 'false',
    RECEIPT_RULE_SET: config.inboundMail ? ruleSetNameOf(config) : undefined,
    HEARTBEAT_WAYS: config.heartbeatWays ? 'true' : undefined,
    STAGE_LONG_CALLS: shareOf(config, LONG_CALLS_SHARE),
    STAGE_ADDRESS_CALLS: shareOf(config, ADDRESS_CALLS_SHARE),
    ALLOW_LOOPBACK_RECEIVERS: config.allowLoopbackReceivers ? 'true' : undefined,
  };
}

/** The share of a function's reserved concurrency that long calls may occupy. The rest is for its quick calls. */
const LONG_CALLS_SHARE = 0.75;

/** The share of it that unverified organizations may occupy from one network address. */
const ADDRESS_CALLS_SHARE = 0.1;

/** Absent where the stage reserves no concurrency, so that there is nothing to share. */
function shareOf({ waitConcurrency }: StageConfig, share: number): string | undefined {
  return waitConcurrency > 0 ? String(Math.max(1, Math.floor(waitConcurrency * share))) : undefined;
}

/** The value of the `service` dimension and of the log's service field: one for each function of a stage. */
export function serviceNameOf(config: Pick<StageConfig, 'stage'>, functionName: string): string {
  return `aid-${config.stage}-${functionName}`;
}

/** The MAIL FROM domain of a stage, which gets the bounces of its mail. SES refuses one that receives other mail. */
export function mailFromDomainOf({ mailDomain }: Pick<StageConfig, 'mailDomain'>): string {
  return `mail-from.${mailDomain}`;
}

/** What the names of all logs of a stage begin with, but for the log in which API Gateway notes its errors. */
export function logPrefixOf({ stage }: Pick<StageConfig, 'stage'>): string {
  return `/aid/${stage}/`;
}

/** The name of the stack with the data of a stage. */
export function dataStackNameOf({ stage }: Pick<StageConfig, 'stage'>): string {
  return `aid-${stage}-data`;
}

/** The name of the stack with the domain names of a stage. */
export function domainsStackNameOf({ stage }: Pick<StageConfig, 'stage'>): string {
  return `aid-${stage}-domains`;
}

/** The name of the stack that can be deleted and created again. */
export function serviceStackNameOf({ stage }: Pick<StageConfig, 'stage'>): string {
  return `aid-${stage}-service`;
}

/** The name of the set of receipt rules, which an operator activates. */
export function ruleSetNameOf(config: StageConfig): string {
  return serviceNameOf(config, 'inbound');
}

/** The name of SES's configuration set for the mail of the stage. */
export function configurationSetNameOf(config: StageConfig): string {
  return serviceNameOf(config, 'outbound');
}

/** The name of SES's configuration set and tenant for the emails with codes. */
export function codeConfigurationSetNameOf(config: StageConfig): string {
  return serviceNameOf(config, 'codes');
}
