/**
 * The settings of a stage, as a program gives them. Each is a variable of docs/settings.md under a name of its own:
 * `sesRate` is `AID_SES_RATE`. What is absent has the default of that table.
 */
export interface AidSettings {
  /** The name of the stage, part of every resource's name. By default `dev`. */
  readonly stage?: string;
  /** The domain of the agents' addresses, for example `agents.example.com`. */
  readonly mailDomain: string;
  /** Seconds before attempts 2 to n of a delivery. */
  readonly deliveryDelays?: readonly number[];
  /** Limits over the defaults of the contract, by name, for example `{ verifiedAgents: 500 }`. */
  readonly limits?: Readonly<Record<string, number>>;
  /** ARNs of SNS topics that may submit mail. */
  readonly inboundTopics?: readonly string[];
  /** Origins of web pages that may call the MCP server. */
  readonly mcpOrigins?: readonly string[];
  /** The domain name of the API. */
  readonly apiDomain?: string;
  /** The ARN of its certificate. */
  readonly apiCertificate?: string;
  /** The domain name of the WebSocket API. */
  readonly socketDomain?: string;
  /** The ARN of its certificate. */
  readonly socketCertificate?: string;
  /** The domain name below which each tunnel has a host. */
  readonly tunnelDomain?: string;
  /** The ARN of its certificate, for `*.` and the domain. */
  readonly tunnelCertificate?: string;
  /** The domain name of the web console. */
  readonly consoleDomain?: string;
  /** The ARN of its certificate. */
  readonly consoleCertificate?: string;
  /** The id of the zone of Route 53 that gets the records of these names. */
  readonly hostedZone?: string;
  /** Records of the mail domain that this zone gets too. None of them may exist. */
  readonly mailRecords?: 'all' | readonly ('mail_from' | 'spf' | 'dmarc' | 'mx')[];
  /** The address of the API, if something other than `apiDomain` leads to it. */
  readonly publicUrl?: string;
  /** The public address of tunnels, if something other than `tunnelDomain` leads to it. */
  readonly tunnelUrl?: string;
  /** Where operators read the runbook; the dashboard links to its sections. */
  readonly runbookUrl?: string;
  /** Public requests to all tunnels per second. */
  readonly tunnelRequestsPerSecond?: number;
  /** Events of all WebSocket connections per second. */
  readonly socketRate?: number;
  /** Handshakes of them per second. */
  readonly handshakeRate?: number;
  /** The log level of the functions. By default `info`. */
  readonly log?: 'debug' | 'info' | 'warn' | 'error';
  readonly logRetentionDays?: number;
  readonly mailRetentionDays?: number;
  readonly deliveryRetentionDays?: number;
  /** Days for which every attempt at a webhook endpoint may fail before the endpoint is disabled. */
  readonly webhookFailingDays?: number;
  /** `false` keeps nothing of what webhook receivers respond. */
  readonly keepResponses?: boolean;
  /** Lambda's quota of concurrent executions in the account. */
  readonly accountConcurrency?: number;
  /** Concurrency reserved for waits, and the same again for streams. */
  readonly waitConcurrency?: number;
  /** Requests per second that API Gateway accepts of all callers together. */
  readonly apiRate?: number;
  /** Requests per second to each operation that writes without a key. */
  readonly openApiRate?: number;
  /** Adds a web ACL, which blocks a network address above this number of requests in five minutes. */
  readonly webAclRate?: number;
  /** Batches of deliveries that may run at once. */
  readonly deliveryConcurrency?: number;
  /** Batches of pushes to event streams that may run at once. */
  readonly streamConcurrency?: number;
  /** `false` for a stage that is to receive no mail. */
  readonly inboundMail?: boolean;
  /** Batches of received emails that may run at once. */
  readonly inboundConcurrency?: number;
  /** Emails per second that SES sends for the account. */
  readonly sesRate?: number;
  /** `false` sends without tenants of SES. */
  readonly sesTenants?: boolean;
  /** Batches of emails to be sent that may run at once. */
  readonly sendConcurrency?: number;
  /** Seconds for which an attempt to send an email with an unknown result is left alone. */
  readonly sendingLeaseSeconds?: number;
  /** Recipients of an organization's new domain on its first day, doubled each day. By default 0: no limit. */
  readonly domainRamp?: number;
  /** How a deployment replaces the code of the functions. By default `all-at-once`. */
  readonly release?: 'all-at-once' | 'canary';
  /** `true` records sampled traces in X-Ray. */
  readonly xray?: boolean;
  /** `true` serves the web console. */
  readonly console?: boolean;
  /** `kms` has KMS sign identity tokens, with keys that never leave it; `table-after-kms` is the way back. */
  readonly signingKeys?: 'table' | 'kms' | 'table-after-kms';
  /** The address that alarms are mailed to. */
  readonly alarmEmail?: string;
  /** The ARN of an SNS topic of yours that alarms are published to as well. */
  readonly alarmTopic?: string;
  /** `false` sends the heartbeat through the queues only, not through every function and public address. */
  readonly heartbeatWays?: boolean;
  /** The ARN of the stream of a restored table, which the stage uses instead of its own. */
  readonly restoredTable?: string;
  /** The ARN of a vault of AWS Backup that gets a daily copy of the table. */
  readonly backupVault?: string;
}

/**
 * The variables that say the same as these settings.
 *
 * @example variablesOf({ mailDomain: 'agents.example.com', sesRate: 14 }) // { AID_MAIL_DOMAIN: …, AID_SES_RATE: '14' }
 */
export function variablesOf(settings: AidSettings): Record<string, string> {
  const present = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [variableOf(name), textOf(value)]));
}

/** The name of the setting that a variable is: `sesRate` for `AID_SES_RATE`. */
export function settingNameOf(variable: string): string {
  const words = variable.replace('AID_', '').toLowerCase();
  return words.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function variableOf(name: string): string {
  return `AID_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
