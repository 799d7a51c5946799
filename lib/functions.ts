import type { SettingName } from '../shared/contract/environment.ts';
import { GROUPS, type RouteGroup } from '../shared/contract/groups.ts';

export interface FunctionSpec {
  /** What an operator reads in the AWS console. */
  readonly description: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly settings: readonly SettingName[];
  /** Whether one response may occupy the function for minutes, mostly idle. */
  readonly longLived?: true;
  /** Whether it sends jobs to the queue that it consumes. */
  readonly selfEnqueues?: true;
  /** Whether it connects to hosts that customers name, and so waits for their name servers. */
  readonly resolvesHosts?: true;
  /** Whether it parses mail, in worker threads that load a second module from next to its bundle. */
  readonly readsMail?: true;
}

/** API Gateway ends a buffered response after 29 s, so a longer run would have no reader. */
const HTTP_TIMEOUT_SECONDS = 25;

/** What the request pipeline reads for every route. */
const PIPELINE_SETTINGS = ['LIMITS', 'MAIL_DOMAIN', 'PUBLIC_URL'] as const;

/**
 * What a function that serves a group has unless `HTTP_OVERRIDES` says otherwise. A function's share of the processor
 * grows with its memory, so 512 MB is chosen for start-up time and not for space.
 */
const HTTP_DEFAULTS = { memoryMb: 512, timeoutSeconds: HTTP_TIMEOUT_SECONDS, settings: PIPELINE_SETTINGS } as const;

/**
 * The groups that need something else. Waits and streams idle and are paid by the second: they get the least memory.
 */
const HTTP_OVERRIDES: Readonly<Partial<Record<RouteGroup, Partial<FunctionSpec>>>> = {
  webhooks: { settings: [...PIPELINE_SETTINGS, 'ALLOW_LOOPBACK_RECEIVERS'] },
  wait: { memoryMb: 256, timeoutSeconds: 65, longLived: true },
  mail: { settings: [...PIPELINE_SETTINGS, 'MAIL_RETENTION_DAYS'], readsMail: true },
  'provider-accounts': { settings: [...PIPELINE_SETTINGS, 'ALLOW_LOOPBACK_RECEIVERS'], resolvesHosts: true },
  'inbound-mail': { memoryMb: 1024, settings: [...PIPELINE_SETTINGS, 'INBOUND_TOPICS'], readsMail: true },
  'a2a-protocol': {
    memoryMb: 256,
    timeoutSeconds: 180,
    settings: [...PIPELINE_SETTINGS, 'ALLOW_LOOPBACK_RECEIVERS'],
    longLived: true,
  },
};

/** The functions behind queues, streams and schedules. */
const WORKERS = {
  relay: {
    description: 'From the table stream to deliveries and mail jobs',
    memoryMb: 512,
    timeoutSeconds: 60,
    settings: [],
  },
  'deliver-webhook': {
    description: 'One signed POST for each due delivery',
    memoryMb: 512,
    timeoutSeconds: 30,
    settings: ['LIMITS', 'DELIVERY_DELAYS', 'DELIVERY_RETENTION_DAYS', 'ALLOW_LOOPBACK_RECEIVERS'],
    selfEnqueues: true,
    resolvesHosts: true,
  },
  sweep: {
    description: 'Releases due work and recovers abandoned work',
    memoryMb: 512,
    timeoutSeconds: 55,
    settings: [],
  },
  'receive-mail': {
    description: 'From a stored e-mail to a message and its event',
    memoryMb: 1024,
    timeoutSeconds: 60,
    settings: [],
    readsMail: true,
  },
  'send-mail': {
    description: 'From a mail job to SES, or to the provider account that carries the organization’s mail',
    memoryMb: 512,
    timeoutSeconds: 120,
    settings: ['MAIL_DOMAIN', 'ALLOW_LOOPBACK_RECEIVERS', 'SENDING_LEASE_SECONDS'],
    selfEnqueues: true,
    resolvesHosts: true,
  },
  'mail-status': {
    description: 'From SES notifications about a mail to its status and events',
    memoryMb: 512,
    timeoutSeconds: 30,
    settings: [],
  },
  'check-domains': {
    description: 'Registers mail domains with SES and checks their DNS records',
    memoryMb: 256,
    timeoutSeconds: 120,
    settings: [],
  },
} as const satisfies Record<string, FunctionSpec>;

export type WorkerName = keyof typeof WORKERS;

export type FunctionName = `http-${RouteGroup}` | `worker-${WorkerName}`;

/**
 * Every function of the service. The bundler takes its entries from here and the stacks their resources, so both have
 * the same functions.
 */
export const FUNCTIONS = Object.fromEntries([
  ...Object.entries(GROUPS).map(([group, { serves }]) => [
    `http-${group}`,
    { ...HTTP_DEFAULTS, ...HTTP_OVERRIDES[group as RouteGroup], description: serves },
  ]),
  ...Object.entries(WORKERS).map(([name, spec]) => [`worker-${name}`, spec]),
]) as Readonly<Record<FunctionName, FunctionSpec>>;

export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[];

/** The folder of the bundles, from the root of the repository. */
export const BUNDLE_ROOT = '.build/functions';

/** The source file of a function's handler. */
export function entryOf(name: FunctionName): string {
  const [kind, folder] = name.startsWith('http-')
    ? ['http', name.slice('http-'.length)]
    : ['workers', name.slice('worker-'.length)];
  return `functions/${kind}/${folder}/index.ts`;
}

/** The source file of the mail parser's worker thread. Functions that parse mail look for it under this name. */
export const MAIL_READER_ENTRY = 'shared/services/mail-reader/mail-reader-thread.ts';
