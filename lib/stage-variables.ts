import { z } from 'zod';
import { SIGNING_KEY_CUSTODIES } from '#shared/contract/kms-signing-key.ts';
import {
  DEFAULT_DELIVERY_DELAYS,
  deliveryDelaysSchema,
  type Limits,
  LOCAL_LIMITS,
  limitsSchema,
} from '#shared/domain/limits/limits.ts';
import { TOPIC_ARN } from '#shared/domain/mail/topic.ts';
import { FIRST_SES_RATE } from './concurrency.ts';
import { DOMAIN, DOMAIN_VARIABLES } from './domain-settings.ts';
import { restoredTableSchema } from './restored-table.ts';
import { address, jsonOf, listOf, wholeNumber, wholeNumberBetween } from './setting-schemas.ts';

/** The retention periods that CloudWatch Logs accepts. Source: API reference, PutRetentionPolicy. */
const LOG_RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** The mail domain of the local profile, which resolves on the machine itself only. */
export const LOCAL_MAIL_DOMAIN = 'agents.localhost';

/** Source: AWS Backup developer guide, CreateBackupVault. */
const BACKUP_VAULT_ARN = /^arn:aws[\w-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/;

/** A scheme, a host and possibly a port, as browsers send them. See: RFC 6454, section 6.2. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

const delays = z
  .string()
  .transform((text) => text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))))
  .pipe(deliveryDelaysSchema.min(1));

/** The limits of a stage: a JSON object over the defaults of its profile. */
const limitsOver = (defaults: Partial<Limits>) => {
  const over = z.record(z.string(), z.unknown()).transform((own) => ({ ...defaults, ...own }));
  return jsonOf(over.pipe(limitsSchema)).default(limitsSchema.parse(defaults));
};

/**
 * What docs/settings.md says about a variable, with links from there. `shown`: its default, where that is not a value
 * of the schema.
 */
const setting = <S extends z.ZodType>(schema: S, meaning: string, shown?: string): S =>
  schema.meta({ description: meaning, ...(shown !== undefined && { shown }) });

/**
 * The variables of a stage, in the order of the table of docs/settings.md, which is generated from them. An absent
 * variable has its default.
 */
export const STAGE_VARIABLES = {
  AID_PROFILE: setting(
    z.enum(['aws', 'local']).default('aws'),
    '`local` for the stack on one machine; `npm start` sets it',
  ),
  AID_STAGE: setting(
    z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,19}$/, 'expected 1 to 20 of a-z, 0-9 and -, a letter first')
      .default('dev'),
    "name of the stage, part of every resource's name",
  ),
  AID_MAIL_DOMAIN: setting(
    z.string().regex(DOMAIN, 'expected a domain name in lower case').default(LOCAL_MAIL_DOMAIN),
    "domain of the agents' addresses; a stage on AWS needs one",
    '`agents.localhost` on this machine',
  ),
  AID_DELIVERY_DELAYS: setting(
    delays.default([...DEFAULT_DELIVERY_DELAYS]),
    'seconds before attempts 2 to n of a delivery',
  ),
  AID_LIMITS: setting(
    limitsOver({}),
    'JSON over the defaults, for example `{"verifiedAgents": 500, "codeMailsPerHour": 20}`; the keys are those of `shared/domain/limits/limits.ts`, and an unknown one stops the start',
    'the [limits](contract/limits.md) of the contract',
  ),
  AID_ALLOW_LOOPBACK_RECEIVERS: setting(
    z.enum(['true', 'false']).optional(),
    '`false` refuses webhooks to loopback addresses and over plain http on this machine too; on AWS they are always refused',
    '`true` on this machine',
  ),
  AID_INBOUND_TOPICS: setting(
    listOf(z.string().regex(TOPIC_ARN, 'expected ARNs of SNS topics, with commas between them')),
    'ARNs of SNS topics that may submit mail, separated by commas',
    'none',
  ),
  AID_MCP_ORIGINS: setting(
    listOf(z.string().refine(isOrigin, 'expected origins such as https://app.example.com, with commas between')),
    'origins of web pages that may call the [MCP server](contract/mcp.md), separated by commas; programs send none and need none',
    'none but its own',
  ),
  ...DOMAIN_VARIABLES,
  AID_PUBLIC_URL: setting(
    address.optional(),
    'address of the API, if something other than `AID_API_DOMAIN` leads to it',
    "the API's own address",
  ),
  AID_TUNNEL_URL: setting(
    address.optional(),
    'the public address of tunnels, if something other than `AID_TUNNEL_DOMAIN` leads to it',
    'the API Gateway address',
  ),
  AID_RUNBOOK_URL: setting(
    address.optional(),
    'the address at which operators read `docs/runbook.md`; the dashboard links to its sections',
  ),
  AID_TUNNEL_REQUESTS_PER_SECOND: setting(
    wholeNumber(1, 10_000, 100),
    'public requests to all tunnels; twice as many at once',
  ),
  AID_SOCKET_RATE: setting(
    wholeNumber(1, 100_000, 500),
    'events of all WebSocket connections per second; twice as many at once',
  ),
  AID_HANDSHAKE_RATE: setting(
    wholeNumber(1, 100_000, 50),
    'handshakes among them; twice as many at once. API Gateway accepts 500 handshakes per second for an account and region',
  ),
  AID_LOG: setting(
    z.enum(['debug', 'info', 'warn', 'error']).optional(),
    'log level of the functions: `debug`, `info`, `warn` or `error`',
    '`info`; `error` on this machine',
  ),
  AID_LOG_RETENTION_DAYS: setting(
    wholeNumber(1, 3653, 30).refine(
      (days) => LOG_RETENTION_DAYS.includes(days),
      `expected one of ${LOG_RETENTION_DAYS.join(', ')}`,
    ),
    'how long logs are kept',
  ),
  AID_MAIL_RETENTION_DAYS: setting(wholeNumber(1, 36_500, 365), 'how long mail files are kept'),
  AID_DELIVERY_RETENTION_DAYS: setting(wholeNumber(1, 36_500, 90), 'how long the records of ended deliveries are kept'),
  AID_WEBHOOK_FAILING_DAYS: setting(
    wholeNumber(1, 365, 5),
    'how long every attempt at a webhook endpoint may fail before the endpoint is disabled',
  ),
  AID_KEEP_RESPONSES: setting(
    z.enum(['true', 'false']).default('true'),
    '`false` keeps nothing of what webhook receivers [respond](contract/webhooks.md#responses), which saves [a write](cost.md#responses-of-receivers) for each attempt',
  ),
  AID_ACCOUNT_CONCURRENCY: setting(
    wholeNumberBetween(1, 1_000_000).optional(),
    "Lambda's quota of concurrent executions in the account",
    '`10`, the quota of a new account',
  ),
  AID_WAIT_CONCURRENCY: setting(
    wholeNumberBetween(0, 100_000).optional(),
    'concurrency reserved for waits, and the same again for streams and blocking calls of A2A, which occupy at most three quarters of it; `0` reserves nothing',
    'a tenth of that quota if it is at least 500, otherwise `0`',
  ),
  AID_API_RATE: setting(
    wholeNumber(1, 100_000, 500),
    'requests per second that API Gateway accepts of all callers together',
  ),
  AID_OPEN_API_RATE: setting(
    wholeNumber(1, 100_000, 20),
    'requests per second to each operation that writes without a key',
  ),
  AID_WEB_ACL_RATE: setting(
    wholeNumberBetween(10, 100_000_000).optional(),
    'adds a web ACL, which blocks a network address above this number of requests in five minutes',
  ),
  AID_DELIVERY_CONCURRENCY: setting(
    wholeNumberBetween(2, 1000).optional(),
    'batches of deliveries that may run at once',
    '`50`, or what [the quota](deployment.md#the-workers-and-the-quota) allows',
  ),
  AID_STREAM_CONCURRENCY: setting(
    wholeNumberBetween(2, 1000).optional(),
    'batches of pushes to event streams that may run at once',
    '`50`, or what the quota allows',
  ),
  AID_INBOUND_MAIL: setting(
    z.enum(['true', 'false']).default('true'),
    '`false` for a stage that is to receive no mail, so that no alarm fires for inactive [receipt rules](deployment.md#two-stages-in-one-account)',
  ),
  AID_INBOUND_CONCURRENCY: setting(
    wholeNumberBetween(2, 1000).optional(),
    'batches of received emails that may run at once',
    '`5`, or what the quota allows',
  ),
  AID_SES_RATE: setting(
    wholeNumber(1, 3000, FIRST_SES_RATE),
    'emails per second that SES sends for the account, which `npm run preflight` prints: it sizes the sending of mail',
  ),
  AID_SEND_CONCURRENCY: setting(
    wholeNumberBetween(2, 1000).optional(),
    'batches of emails to be sent that may run at once',
    'a third of `AID_SES_RATE`, or what the quota allows',
  ),
  AID_SES_TENANTS: setting(
    z.enum(['true', 'false']).default('true'),
    '`false` sends without tenants of SES, which have [a monthly price](cost.md#tenants-of-ses) each: all organizations then share one reputation',
  ),
  AID_SENDING_LEASE_SECONDS: setting(
    wholeNumber(1, 900, 300),
    'how long an attempt to send an email with an unknown result is left alone',
  ),
  AID_DOMAIN_RAMP: setting(
    wholeNumber(0, 1_000_000, 0),
    "recipients to which an organization's [new domain](contract/domains.md#new-domains) sends on its first day, twice as many on each of the 13 days after it; `0` does not limit new domains",
  ),
  AID_RELEASE: setting(
    z.enum(['all-at-once', 'canary']).default('all-at-once'),
    '`canary` gives new code a tenth of the invocations, a tenth more every two minutes, and rolls it back when an alarm fires ([deployment](deployment.md#releasing-by-versions))',
  ),
  AID_XRAY: setting(
    z.enum(['true', 'false']).default('false'),
    '`true` records sampled traces of the API and the functions in X-Ray ([price](prices.md)), after 100,000 free ones each month',
  ),
  AID_CONSOLE: setting(
    z.enum(['true', 'false']).default('false'),
    '`true` serves the [web console](deployment.md#the-console) on an origin of its own, and lets its page call the API',
  ),
  AID_SIGNING_KEYS: setting(
    z.enum(SIGNING_KEY_CUSTODIES).default('table'),
    '`kms` has KMS sign identity tokens with keys that never leave it, at [a monthly price](cost.md#signing-keys-in-kms) each; `table-after-kms` is [the way back](deployment.md#signing-keys-in-kms)',
  ),
  AID_ALARM_EMAIL: setting(z.email('expected an email address').optional(), 'the address that alarms are mailed to'),
  AID_ALARM_TOPIC: setting(
    z.string().regex(TOPIC_ARN, 'expected the ARN of an SNS topic').optional(),
    'ARN of an SNS topic of yours that gets the alarms too, for pagers and chats ([deployment](deployment.md#alarms-for-pagers-and-chats))',
  ),
  AID_HEARTBEAT_WAYS: setting(
    z.enum(['true', 'false']).optional(),
    '`true` sends the [heartbeat](runbook.md#heartbeat) through every function and public address, which keeps all functions loaded; `false` through the queues only',
    '`true`; `false` on this machine',
  ),
  AID_RESTORED_TABLE: setting(
    restoredTableSchema.optional(),
    'ARN of the stream of a restored table, which the stage uses instead of its own ([runbook](runbook.md#restoring-the-table))',
  ),
  AID_BACKUP_VAULT: setting(
    z.string().regex(BACKUP_VAULT_ARN, 'expected the ARN of a vault of AWS Backup').optional(),
    'ARN of a vault of AWS Backup, in another account or region, that gets a daily copy of the table ([deployment](deployment.md#backups-outside-the-account))',
  ),
} as const;

export const environmentSchema = z.object(STAGE_VARIABLES);

export const localEnvironmentSchema = environmentSchema.extend({ AID_LIMITS: limitsOver(LOCAL_LIMITS) });
