import { z } from 'zod';
import { deliveryDelaysSchema, limitsSchema } from '../domain/limits.ts';

/**
 * The environment of a function, each variable parsed once. A function names what it needs; a missing or wrong
 * one stops it at its start, with the variable's name.
 */
const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'JSON' });
    return z.NEVER;
  }
});

const VARIABLES = {
  STAGE: z.string().min(1),
  TABLE_NAME: z.string().min(1),
  KEY_ID: z.string().min(1),
  MAIL_BUCKET: z.string().min(1),
  MAIL_RETENTION_DAYS: z.coerce.number().int().positive(),
  MAIL_DOMAIN: z.string().min(1),
  DELIVERY_QUEUE_URL: z.string().min(1),
  DELIVERY_DEAD_LETTER_QUEUE_URL: z.string().min(1),
  MAIL_QUEUE_URL: z.string().min(1),
  DOMAIN_QUEUE_URL: z.string().min(1),
  CONFIGURATION_SET: z.string().min(1),
  /** `arn:<partition>:ses:<region>:<account>`, to name SES resources by. */
  SES_ARN_PREFIX: z.string().min(1),
  /** Set by Lambda itself. */
  AWS_REGION: z.string().min(1),
  /** Megabytes that the function has; set by Lambda itself. */
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: z.coerce.number().int().positive().default(1024),
  DELIVERY_DELAYS: json.pipe(deliveryDelaysSchema),
  LIMITS: json.pipe(limitsSchema),
  SENDING_LEASE_SECONDS: z.coerce.number().int().positive(),
  ALLOW_LOOPBACK_RECEIVERS: z.literal('true').optional(),
  /** ARNs of the SNS topics that may hand mail in over HTTPS. */
  INBOUND_TOPICS: json.pipe(z.array(z.string())),
  PUBLIC_URL: z.string().optional(),
  /** Only the local profile names one, as `address:port`; elsewhere the system's resolver is asked. */
  DNS_SERVER: z.string().optional(),
} as const;

type Variables = typeof VARIABLES;

/** What was parsed of which text: a variable is read at every request and changes never. */
const cache = new Map<keyof Variables, { text: string | undefined; value: unknown }>();

export function readEnv<K extends keyof Variables>(...names: K[]): { [N in K]: z.output<Variables[N]> } {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as { [N in K]: z.output<Variables[N]> };
}

function read(name: keyof Variables): unknown {
  const text = process.env[name];
  const known = cache.get(name);
  if (known !== undefined && known.text === text) return known.value;
  const parsed = VARIABLES[name].safeParse(text);
  if (!parsed.success) throw new Error(`environment variable ${name}: ${parsed.error.issues[0]?.message}`);
  cache.set(name, { text, value: parsed.data });
  return parsed.data;
}
