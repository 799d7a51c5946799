import type { z } from 'zod';
import type { SigningKeyCustody } from '#shared/contract/kms-signing-key.ts';
import { type Limits, limitsSchema } from '#shared/domain/limits/limits.ts';
import { queueMaxima, reservationProblem, reservedForWaits } from './concurrency.ts';
import { ConfigError } from './config-error.ts';
import { domainProblem, domainsOf, type StageDomains } from './domain-settings.ts';
import { FUNCTIONS } from './functions.ts';
import type { RestoredTable } from './restored-table.ts';
import { environmentSchema, LOCAL_MAIL_DOMAIN, localEnvironmentSchema } from './stage-variables.ts';
import { nearestSpelling, unknownVariable } from './unknown-variable.ts';

/**
 * The settings of one stage, which only the synthesis reads from the environment. Each difference between AWS and one
 * machine is a value here, so that both run the same templates.
 *
 * See: docs/contract/local-profile.md#stage-configuration.
 */
export interface StageConfig {
  readonly profile: 'aws' | 'local';
  readonly stage: string;
  readonly mailDomain: string;
  readonly limits: Limits;
  readonly deliveryDelays: readonly number[];
  /** Deliveries to loopback addresses, over plain http too. Refused for AWS. */
  readonly allowLoopbackReceivers: boolean;
  /** ARNs of SNS topics that may submit mail over HTTPS. */
  readonly inboundTopics: readonly string[];
  /** Origins of web pages that may call the MCP server. */
  readonly mcpOrigins: readonly string[];
  /** The domain names of the stage. */
  readonly domains: StageDomains | undefined;
  readonly publicUrl: string | undefined;
  /** The public address of tunnels, if it is not that of API Gateway. See: shared/services/tunnels/public-url.ts. */
  readonly tunnelUrl: string | undefined;
  /** Where operators read docs/runbook.md; the dashboard links to its sections. */
  readonly runbookUrl: string | undefined;
  /** Public requests to all tunnels: per second, and at once. */
  readonly tunnelThrottle: { readonly rate: number; readonly burst: number };
  /** Events of all WebSocket connections: per second, and at once. */
  readonly socketThrottle: { readonly rate: number; readonly burst: number };
  /** The throttle of handshakes, which are among the events of connections. */
  readonly handshakeThrottle: { readonly rate: number; readonly burst: number };
  readonly logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
  readonly logRetentionDays: number;
  readonly mailRetentionDays: number;
  /** How long the record of an ended delivery is kept. */
  readonly deliveryRetentionDays: number;
  /** How long an endpoint may fail before it is disabled. */
  readonly webhookFailingDays: number;
  /** Whether the beginning of what receivers respond is kept for a week. */
  readonly keepResponses: boolean;
  /** Lambda's quota of the account, as far as it is configured. */
  readonly accountConcurrency: number | undefined;
  /**
   * Concurrency reserved for each function that waits or streams, which keeps it from using up the account's. 0
   * reserves nothing: such a function then shares the account's concurrency with all others.
   */
  readonly waitConcurrency: number;
  /** Requests in a second, of all callers together, above which API Gateway responds with 429. */
  readonly apiRate: number;
  /** Requests per second to each operation that needs no key and writes. */
  readonly openApiRate: number;
  /**
   * Requests of one network address in five minutes above which a web ACL blocks it; without it there is no web ACL.
   */
  readonly webAclRate: number | undefined;
  /** Batches of deliveries, of received emails, and of emails to be sent that may run at once. */
  readonly deliveryConcurrency: number;
  /** Batches of event streams that may be pushed at once. */
  readonly streamConcurrency: number;
  readonly inboundConcurrency: number;
  /** Whether the stage is to receive mail. It can while its receipt rules are the active ones of the region. */
  readonly inboundMail: boolean;
  /** Emails per second that SES sends for the account. */
  readonly sesRate: number;
  readonly sendConcurrency: number;
  /** Whether each organization that sends is a tenant of SES. */
  readonly sesTenants: boolean;
  /** How long an attempt to send an email with an unknown result is left alone. */
  readonly sendingLeaseSeconds: number;
  /** The recipients of an organization's new domain on its first day; 0 does not limit new domains. */
  readonly domainRamp: number;
  /** How a deployment replaces the code of the functions: at once, or first for a tenth of the invocations. */
  readonly release: 'all-at-once' | 'canary';
  /** Whether X-Ray records sampled requests to the API and runs of the functions. */
  readonly xray: boolean;
  /** Whether the stage serves the web console, on an origin of its own. */
  readonly console: boolean;
  readonly alarmEmail: string | undefined;
  /** Where the private halves of new signing keys are. */
  readonly signingKeys: SigningKeyCustody;
  /** The ARN of a topic of the operators' own that gets the alarms too. */
  readonly alarmTopicArn: string | undefined;
  /** Whether the heartbeat goes every way through the stage, and not only those through the queues. */
  readonly heartbeatWays: boolean;
  /** A table that was restored from a backup, which the stage uses instead of the one that its data stack created. */
  readonly restoredTable: RestoredTable | undefined;
  /** The vault of AWS Backup, of another account or region, that gets a daily copy of the table; absent for none. */
  readonly backupVaultArn: string | undefined;
}

/**
 * Reads the stage configuration, or throws a `ConfigError`, also for a variable that begins with `AID_` and that no
 * program reads. An empty variable counts as absent.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): StageConfig {
  const unknown = unknownVariable(environment);
  if (unknown !== undefined) throw new ConfigError(unknown);
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = (present.AID_PROFILE === 'local' ? localEnvironmentSchema : environmentSchema).safeParse(present);
  if (!parsed.success) throw new ConfigError(firstProblem(parsed.error));
  const read = parsed.data;
  const local = read.AID_PROFILE === 'local';
  if (!local && read.AID_ALLOW_LOOPBACK_RECEIVERS === 'true') {
    throw new ConfigError('AID_ALLOW_LOOPBACK_RECEIVERS: never on AWS; it belongs to AID_PROFILE=local');
  }
  if (!local && read.AID_MAIL_DOMAIN === LOCAL_MAIL_DOMAIN) {
    throw new ConfigError(
      'AID_MAIL_DOMAIN: expected a domain of yours, for example agents.example.com; ' +
        `no mail reaches ${LOCAL_MAIL_DOMAIN}, the default on one machine, from outside`,
    );
  }
  if (local && read.AID_RESTORED_TABLE !== undefined) {
    throw new ConfigError('AID_RESTORED_TABLE: only on AWS; a stack on one machine has its state folder');
  }
  if (local && read.AID_BACKUP_VAULT !== undefined) {
    throw new ConfigError('AID_BACKUP_VAULT: only on AWS; copy the state folder of a stack on one machine');
  }
  const reservation = { quota: read.AID_ACCOUNT_CONCURRENCY, configured: read.AID_WAIT_CONCURRENCY };
  const problem = domainProblem(read) ?? reservationProblem(reservation);
  if (problem !== undefined) throw new ConfigError(problem);
  const domains = domainsOf(read);
  // One machine has no quota of Lambda.
  const maxima = queueMaxima(
    local ? { ...reservation, quota: Number.MAX_SAFE_INTEGER } : reservation,
    read.AID_SES_RATE,
  );
  const { timeoutSeconds } = FUNCTIONS['worker-outbound-mail'];
  if (!local && read.AID_SENDING_LEASE_SECONDS < timeoutSeconds) {
    throw new ConfigError(
      `AID_SENDING_LEASE_SECONDS: expected at least ${timeoutSeconds}, as long as an attempt may take`,
    );
  }
  return {
    profile: read.AID_PROFILE,
    stage: read.AID_STAGE,
    mailDomain: read.AID_MAIL_DOMAIN,
    limits: read.AID_LIMITS,
    deliveryDelays: read.AID_DELIVERY_DELAYS,
    allowLoopbackReceivers: local && read.AID_ALLOW_LOOPBACK_RECEIVERS !== 'false',
    inboundTopics: read.AID_INBOUND_TOPICS,
    mcpOrigins: read.AID_MCP_ORIGINS,
    domains,
    publicUrl: domains?.api === undefined ? read.AID_PUBLIC_URL : `https://${domains.api.name}`,
    tunnelUrl: domains?.tunnels === undefined ? read.AID_TUNNEL_URL : `https://*.${domains.tunnels.name}`,
    runbookUrl: read.AID_RUNBOOK_URL,
    socketThrottle: { rate: read.AID_SOCKET_RATE, burst: 2 * read.AID_SOCKET_RATE },
    handshakeThrottle: { rate: read.AID_HANDSHAKE_RATE, burst: 2 * read.AID_HANDSHAKE_RATE },
    tunnelThrottle: { rate: read.AID_TUNNEL_REQUESTS_PER_SECOND, burst: 2 * read.AID_TUNNEL_REQUESTS_PER_SECOND },
    logLevel: (read.AID_LOG ?? (local ? 'error' : 'info')).toUpperCase() as StageConfig['logLevel'],
    logRetentionDays: read.AID_LOG_RETENTION_DAYS,
    mailRetentionDays: read.AID_MAIL_RETENTION_DAYS,
    deliveryRetentionDays: read.AID_DELIVERY_RETENTION_DAYS,
    webhookFailingDays: read.AID_WEBHOOK_FAILING_DAYS,
    keepResponses: read.AID_KEEP_RESPONSES === 'true',
    accountConcurrency: read.AID_ACCOUNT_CONCURRENCY,
    waitConcurrency: reservedForWaits(reservation),
    apiRate: read.AID_API_RATE,
    openApiRate: read.AID_OPEN_API_RATE,
    webAclRate: read.AID_WEB_ACL_RATE,
    deliveryConcurrency: read.AID_DELIVERY_CONCURRENCY ?? maxima.delivery,
    streamConcurrency: read.AID_STREAM_CONCURRENCY ?? maxima.streams,
    inboundMail: read.AID_INBOUND_MAIL === 'true',
    inboundConcurrency: read.AID_INBOUND_CONCURRENCY ?? maxima.inbound,
    sesRate: read.AID_SES_RATE,
    sendConcurrency: read.AID_SEND_CONCURRENCY ?? maxima.send,
    sesTenants: read.AID_SES_TENANTS === 'true',
    sendingLeaseSeconds: read.AID_SENDING_LEASE_SECONDS,
    domainRamp: read.AID_DOMAIN_RAMP,
    release: read.AID_RELEASE,
    xray: read.AID_XRAY === 'true',
    console: read.AID_CONSOLE === 'true',
    signingKeys: read.AID_SIGNING_KEYS,
    alarmEmail: read.AID_ALARM_EMAIL,
    alarmTopicArn: read.AID_ALARM_TOPIC,
    heartbeatWays: read.AID_HEARTBEAT_WAYS === undefined ? !local : read.AID_HEARTBEAT_WAYS === 'true',
    restoredTable: read.AID_RESTORED_TABLE,
    backupVaultArn: read.AID_BACKUP_VAULT,
  };
}

function firstProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'the stage configuration is not valid';
  const name = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `${name}: ${issue.message}`;
  const known = Object.keys(limitsSchema.shape);
  const unknown = issue.keys.map((key) => {
    const nearest = nearestSpelling(key, known);
    return JSON.stringify(key) + (nearest === undefined ? '' : ` (did you mean "${nearest}"?)`);
  });
  return `${name}: unknown key ${unknown.join(', ')}; known are ${known.join(', ')}`;
}
