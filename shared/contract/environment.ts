import { z } from 'zod';
import { deliveryDelaysSchema, limitsSchema } from '#shared/domain/limits/limits.ts';

const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'expected JSON' });
    return z.NEVER;
  }
});

const text = z.string().min(1);

/**
 * The settings of a stage that a function can read. `lib/settings.ts` produces their values; the functions parse them
 * with these schemas.
 */
const SETTING_VARIABLES = {
  LIMITS: json.pipe(limitsSchema),
  DELIVERY_DELAYS: json.pipe(deliveryDelaysSchema),
  /** How long the record of an ended delivery is kept. */
  DELIVERY_RETENTION_DAYS: z.coerce.number().int().positive(),
  /** How long an endpoint may fail before it is disabled. */
  WEBHOOK_FAILING_DAYS: z.coerce.number().int().positive(),
  /** `false` if the stage keeps nothing of what receivers respond. */
  KEEP_RESPONSES: z.literal('false').optional(),
  MAIL_DOMAIN: text,
  MAIL_RETENTION_DAYS: z.coerce.number().int().positive(),
  PUBLIC_URL: z.string().optional(),
  ALLOW_LOOPBACK_RECEIVERS: z.literal('true').optional(),
  /** ARNs of the SNS topics that may submit mail over HTTPS. */
  INBOUND_TOPICS: json.pipe(z.array(z.string())),
  /** Origins of web pages that may call the MCP server. */
  MCP_ORIGINS: json.pipe(z.array(z.string())),
  SENDING_LEASE_SECONDS: z.coerce.number().int().positive(),
  /** The recipients of a new domain on its first day; absent if the stage does not limit new domains. */
  DOMAIN_RAMP: z.coerce.number().int().positive().optional(),
  /** `false` if the stage sends without tenants of SES. */
  SES_TENANTS: z.literal('false').optional(),
  /** The receipt rule set that must be active; absent if the stage receives no mail. */
  RECEIPT_RULE_SET: text.optional(),
  /** Whether the heartbeat goes every way through the stage; absent if it goes those through the queues only. */
  HEARTBEAT_WAYS: z.literal('true').optional(),
  /**
   * How many waiting or streaming calls a function may hold open at once; absent if the stage reserves no concurrency.
   */
  STAGE_LONG_CALLS: z.coerce.number().int().positive().optional(),
  /** How many of them may belong to unverified organizations that call from one network address. */
  STAGE_ADDRESS_CALLS: z.coerce.number().int().positive().optional(),
} as const;

export type SettingName = keyof typeof SETTING_VARIABLES;

/** The variables that name the resources of a stage. A construct sets them when it grants a function access. */
export const RESOURCE_VARIABLES = {
  STAGE: text,
  TABLE_NAME: text,
  KEY_ID: text,
  /** Where new signing keys are; absent if they are wrapped in the table, and none has been in KMS. */
  SIGNING_KEYS: z.enum(['kms', 'table-after-kms']).optional(),
  MAIL_BUCKET: text,
  CONTENT_BUCKET: text,
  DELIVERY_QUEUE_URL: text,
  OUTBOUND_MAIL_QUEUE_URL: text,
  DOMAIN_CHECKS_QUEUE_URL: text,
  INBOUND_MAIL_QUEUE_URL: text,
  EVENT_STREAMS_QUEUE_URL: text,
  MAIL_STATUS_QUEUE_URL: text,
  /** The address of the WebSocket API, with its stage and without a query. */
  SOCKET_URL: text,
  /** The address of the API up to `/v1`, without a trailing slash, for the console and the heartbeat. */
  API_URL: text,
  /** URLs of the API, separated by spaces: its public address, and that of API Gateway. */
  OWN_URLS: text.transform((urls) => urls.split(' ')),
  /** The origin of the console's page, which may call the API; absent if the stage has none. */
  CONSOLE_ORIGIN: text.optional(),
  /**
   * The functions that the heartbeat invokes: their names without that of the stage, with the alias if there is one.
   */
  HEARTBEAT_FUNCTIONS: text.transform((names) => names.split(' ')),
  /** The ARNs of the topics of received emails and of outcomes, which the heartbeat passes through. */
  INBOUND_MAIL_TOPIC: text,
  MAIL_STATUS_TOPIC: text,
  /** The ARNs of the topics that alarms are published to, separated by spaces; absent if there is none. */
  ALARM_TOPICS: text.transform((arns) => arns.split(' ')).optional(),
  /** The ARN of the topic among them that is mailed to a person, which may get texts; absent if there is none. */
  NOTICE_TOPIC: text.optional(),
  /** The endpoint of the WebSocket API's connections for the AWS SDK, which reads the variable itself. */
  AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI: text,
  RELAY_FAILURES_QUEUE_URL: text,
  /** The URLs of all failure queues, separated by spaces. */
  FAILURE_QUEUE_URLS: text.transform((urls) => urls.split(' ')),
  /** The address of the public side of tunnels, without a trailing slash; with `*` in place of a tunnel's own label. */
  TUNNEL_URL: text,
  TUNNEL_BUCKET: text,
  CONFIGURATION_SET: text,
  /** The configuration set of emails with codes, and the name of their SES tenant. */
  CODE_CONFIGURATION_SET: text,
  /** The prefix of the ARNs of SES resources: `arn:<partition>:ses:<region>:<account>`. */
  SES_ARN_PREFIX: text,
} as const;

type ResourceVariable = keyof typeof RESOURCE_VARIABLES;

/** The variables that a function gets from its runtime. */
const PLATFORM_VARIABLES = {
  /** Set by Lambda. */
  AWS_REGION: text,
  /** The memory of the function in MB, set by Lambda. */
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: z.coerce.number().int().positive().default(1024),
  /** The DNS server as `address:port`, set by the local profile only. Without it the system's resolver is used. */
  DNS_SERVER: z.string().optional(),
} as const;

/** Every environment variable of the functions. */
export const VARIABLES = { ...SETTING_VARIABLES, ...RESOURCE_VARIABLES, ...PLATFORM_VARIABLES } as const;

/** A variable that the infrastructure sets. */
export type VariableName = SettingName | ResourceVariable;
