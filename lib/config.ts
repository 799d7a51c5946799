import { z } from 'zod';
import {
  DEFAULT_DELIVERY_DELAYS,
  deliveryDelaysSchema,
  type Limits,
  LOCAL_LIMITS,
  limitsSchema,
} from '#shared/domain/limits.ts';
import { TOPIC_ARN } from '#shared/domain/mail/topic.ts';
import { FIRST_SES_RATE, reservationProblem, reservedForWaits, sendConcurrencyFor } from './concurrency.ts';
import { DOMAIN, DOMAIN_VARIABLES, domainProblem, domainsOf, type StageDomains } from './domain-settings.ts';
import { FUNCTIONS } from './functions.ts';
import { type RestoredTable, restoredTableSchema } from './restored-table.ts';

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
  /** How long an attempt to send an email with an unknown result is left alone. */
  readonly sendingLeaseSeconds: number;
  /** How a deployment replaces the code of the functions: at once, or first for a tenth of the invocations. */
  readonly release: 'all-at-once' | 'canary';
  /** Whether X-Ray records sampled requests to the API and runs of the functions. */
  readonly xray: boolean;
  readonly alarmEmail: string | undefined;
  /** A table that was restored from a backup, which the stage uses instead of the one that its data stack created. */
  readonly restoredTable: RestoredTable | undefined;
  /** The vault of AWS Backup, of another account or region, that gets a daily copy of the table; absent for none. */
  readonly backupVaultArn: string | undefined;
}

/** A problem of the stage configuration, in one line that names the variable. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** The retention periods that CloudWatch Logs accepts. Source: API reference, PutRetentionPolicy. */
const LOG_RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** The mail domain of the local profile, which resolves on the machine itself only. */
const LOCAL_MAIL_DOMAIN = 'agents.localhost';

/** Source: AWS Backup developer guide, CreateBackupVault. */
const BACKUP_VAULT_ARN = /^arn:aws[\w-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/;

const wholeNumberBetween = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `expected a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `expected a whole number from ${from} to ${to}`);

const wholeNumber = (from: number, to: number, fallback: number) => wholeNumberBetween(from, to).default(fallback);

const address = z
  .url({ protocol: /^https?$/, error: 'expected an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''));

/** A JSON text that holds a value of `schema`. */
const jsonOf = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'expected JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

const delays = z
  .string()
  .transform((text) => text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))))
  .pipe(deliveryDelaysSchema.min(1));

/** The limits of a stage: a JSON object over the defaults of its profile. */
const limitsOver = (defaults: Partial<Limits>) => {
  const over = z.record(z.string(), z.unknown()).transform((own) => ({ ...defaults, ...own }));
  return jsonOf(over.pipe(limitsSchema)).default(limitsSchema.parse(defaults));
};

const environmentSchema = z.object({
  AID_PROFILE: z.enum(['aws', 'local']).default('aws'),
  AID_STAGE: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,19}$/, 'expected 1 to 20 of a-z, 0-9 and -, a letter first')
    .default('dev'),
  AID_MAIL_DOMAIN: z.string().regex(DOMAIN, 'expected a domain name in lower case').default(LOCAL_MAIL_DOMAIN),
  AID_DELIVERY_DELAYS: delays.default([...DEFAULT_DELIVERY_DELAYS]),
  AID_LIMITS: limitsOver({}),
  AID_ALLOW_LOOPBACK_RECEIVERS: z.enum(['true', 'false']).optional(),
  AID_INBOUND_TOPICS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.string().regex(TOPIC_ARN, 'expected ARNs of SNS topics, with commas between them')))
    .default([]),
  ...DOMAIN_VARIABLES,
  AID_PUBLIC_URL: address.optional(),
  AID_TUNNEL_URL: address.optional(),
  AID_RUNBOOK_URL: address.optional(),
  AID_TUNNEL_REQUESTS_PER_SECOND: wholeNumber(1, 10_000, 100),
  AID_SOCKET_RATE: wholeNumber(1, 100_000, 500),
  AID_HANDSHAKE_RATE: wholeNumber(1, 100_000, 50),
  AID_LOG: z.enum(['debug', 'info', 'warn', 'error']).optional(),
  AID_LOG_RETENTION_DAYS: wholeNumber(1, 3653, 30).refine(
    (days) => LOG_RETENTION_DAYS.includes(days),
    `expected one of ${LOG_RETENTION_DAYS.join(', ')}`,
  ),
  AID_MAIL_RETENTION_DAYS: wholeNumber(1, 36_500, 365),
  AID_DELIVERY_RETENTION_DAYS: wholeNumber(1, 36_500, 90),
  AID_ACCOUNT_CONCURRENCY: wholeNumberBetween(1, 1_000_000).optional(),
  AID_WAIT_CONCURRENCY: wholeNumberBetween(0, 100_000).optional(),
  AID_API_RATE: wholeNumber(1, 100_000, 500),
  AID_OPEN_API_RATE: wholeNumber(1, 100_000, 20),
  AID_WEB_ACL_RATE: wholeNumberBetween(10, 100_000_000).optional(),
  AID_DELIVERY_CONCURRENCY: wholeNumber(2, 1000, 50),
  AID_STREAM_CONCURRENCY: wholeNumber(2, 1000, 50),
  AID_INBOUND_MAIL: z.enum(['true', 'false']).default('true'),
  AID_INBOUND_CONCURRENCY: wholeNumber(2, 1000, 5),
  AID_SES_RATE: wholeNumber(1, 3000, FIRST_SES_RATE),
  AID_SEND_CONCURRENCY: wholeNumberBetween(2, 1000).optional(),
  AID_SENDING_LEASE_SECONDS: wholeNumber(1, 900, 300),
  AID_RELEASE: z.enum(['all-at-once', 'canary']).default('all-at-once'),
  AID_XRAY: z.enum(['true', 'false']).default('false'),
  AID_ALARM_EMAIL: z.email('expected an e-mail address').optional(),
  AID_RESTORED_TABLE: restoredTableSchema.optional(),
  AID_BACKUP_VAULT: z.string().regex(BACKUP_VAULT_ARN, 'expected the ARN of a vault of AWS Backup').optional(),
});

const localEnvironmentSchema = environmentSchema.extend({ AID_LIMITS: limitsOver(LOCAL_LIMITS) });

/** Reads the stage configuration, or throws a `ConfigError`. An empty variable counts as absent. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): StageConfig {
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
    accountConcurrency: read.AID_ACCOUNT_CONCURRENCY,
    waitConcurrency: reservedForWaits(reservation),
    apiRate: read.AID_API_RATE,
    openApiRate: read.AID_OPEN_API_RATE,
    webAclRate: read.AID_WEB_ACL_RATE,
    deliveryConcurrency: read.AID_DELIVERY_CONCURRENCY,
    streamConcurrency: read.AID_STREAM_CONCURRENCY,
    inboundMail: read.AID_INBOUND_MAIL === 'true',
    inboundConcurrency: read.AID_INBOUND_CONCURRENCY,
    sesRate: read.AID_SES_RATE,
    sendConcurrency: read.AID_SEND_CONCURRENCY ?? sendConcurrencyFor(read.AID_SES_RATE),
    sendingLeaseSeconds: read.AID_SENDING_LEASE_SECONDS,
    release: read.AID_RELEASE,
    xray: read.AID_XRAY === 'true',
    alarmEmail: read.AID_ALARM_EMAIL,
    restoredTable: read.AID_RESTORED_TABLE,
    backupVaultArn: read.AID_BACKUP_VAULT,
  };
}

function firstProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'the stage configuration is not valid';
  const name = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `${name}: ${issue.message}`;
  const unknown = issue.keys.map((key) => JSON.stringify(key)).join(', ');
  return `${name}: unknown key ${unknown}; known are ${Object.keys(limitsSchema.shape).join(', ')}`;
}
