import type { SettingName } from '#shared/contract/environment.ts';
import { GROUPS, type RouteGroup } from '#shared/contract/groups.ts';
import type { Route } from '#shared/contract/route.ts';
import { LONG_CALL_TIMEOUT_SECONDS } from '#shared/domain/limits/limits.ts';

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
  /** Whether it reads files of strangers, in processes of their own that load a third module. */
  readonly readsFiles?: true;
}

/** API Gateway ends a buffered response after 29 s, so a longer run would have no reader. */
const HTTP_TIMEOUT_SECONDS = 25;

/** What the request pipeline reads for every route. */
const PIPELINE_SETTINGS = ['LIMITS', 'MAIL_DOMAIN', 'PUBLIC_URL'] as const;

/** What a function reads that bounds how many of its calls last at once. */
const LONG_CALL_SETTINGS = ['STAGE_LONG_CALLS', 'STAGE_ADDRESS_CALLS'] as const;

/**
 * What a function that serves a group has unless `HTTP_OVERRIDES` says otherwise. A function's share of the processor
 * grows with its memory, so 512 MB is chosen for start-up time and not for space.
 */
const HTTP_DEFAULTS = { memoryMb: 512, timeoutSeconds: HTTP_TIMEOUT_SECONDS, settings: PIPELINE_SETTINGS } as const;

/**
 * A page of 70 MB is in memory as rows, as text and in pieces, and a slow client takes its time to read it: the
 * function has to outlive API Gateway's 60 s, or the client gets a part of the page.
 */
const STREAMED_PAGES = { memoryMb: 1024, timeoutSeconds: 65 } as const;

/**
 * The groups that need something else. Waits and streams idle and are paid by the second: they get the least memory.
 * The process of a wait needs 106 MB, and 121 MB after hundreds of waits, with the heap flags that Lambda sets. The
 * client of S3, for events in the bucket, is 7 MB of them.
 */
const HTTP_OVERRIDES: Readonly<Partial<Record<RouteGroup, Partial<FunctionSpec>>>> = {
  events: STREAMED_PAGES,
  webhooks: { settings: [...PIPELINE_SETTINGS, 'ALLOW_LOOPBACK_RECEIVERS'] },
  domains: { settings: [...PIPELINE_SETTINGS, 'DOMAIN_RAMP'] },
  wait: {
    memoryMb: 160,
    timeoutSeconds: 65,
    settings: [...PIPELINE_SETTINGS, ...LONG_CALL_SETTINGS],
    longLived: true,
  },
  'a2a-protocol': { settings: [...PIPELINE_SETTINGS, 'ALLOW_LOOPBACK_RECEIVERS'] },
  mail: {
    ...STREAMED_PAGES,
    settings: [...PIPELINE_SETTINGS, 'MAIL_RETENTION_DAYS'],
    readsMail: true,
    readsFiles: true,
  },
  // An edit of the HTML of a held email is read.
  approvals: { ...STREAMED_PAGES, settings: [...PIPELINE_SETTINGS, 'MAIL_RETENTION_DAYS'], readsMail: true },
  // A tool that waits gets its result before API Gateway ends the request.
  mcp: { timeoutSeconds: 65, settings: [...PIPELINE_SETTINGS, 'MCP_ORIGINS'], readsMail: true },
  // It fetches the metadata documents of clients, and lets the pages of the MCP server's origins call it.
  oauth: { settings: [...PIPELINE_SETTINGS, 'ALLOW_LOOPBACK_RECEIVERS', 'MCP_ORIGINS'], resolvesHosts: true },
  'provider-accounts': { settings: [...PIPELINE_SETTINGS, 'ALLOW_LOOPBACK_RECEIVERS'], resolvesHosts: true },
  tokens: { settings: [...PIPELINE_SETTINGS, 'ALLOW_LOOPBACK_RECEIVERS'], resolvesHosts: true },
  'inbound-mail': {
    memoryMb: 1024,
    settings: [...PIPELINE_SETTINGS, 'INBOUND_TOPICS', 'MAIL_RETENTION_DAYS'],
    readsMail: true,
  },
};

/**
 * The functions of the long-lived routes of groups that also have quick ones, so that streams and blocking calls cannot
 * use up the concurrency of the quick ones. Their code is that of the group. API Gateway routes by path, and some quick
 * calls share the path of a long one, so the code bounds the long ones.
 *
 * See: docs/decisions/0024-event-streams.md#long-calls.
 */
const LONG_LIVED = {
  'a2a-streams': {
    group: 'a2a-protocol',
    description: 'A2A protocol: streams, blocking calls, and quick ones that share a path with them',
    memoryMb: 256,
    timeoutSeconds: LONG_CALL_TIMEOUT_SECONDS,
    settings: [...PIPELINE_SETTINGS, 'ALLOW_LOOPBACK_RECEIVERS', ...LONG_CALL_SETTINGS],
    longLived: true,
  },
} as const satisfies Record<string, FunctionSpec & { group: RouteGroup }>;

type LongLivedName = keyof typeof LONG_LIVED;

/** The functions behind queues, streams, schedules and the WebSocket API. */
const WORKERS = {
  relay: {
    description: 'From the table stream to deliveries and mail jobs',
    // One whole processor: its time is what bounds the events that one shard can pass on.
    memoryMb: 1769,
    timeoutSeconds: 60,
    settings: [],
  },
  'tunnel-ingress': {
    description: 'Public requests to tunnels, streamed',
    memoryMb: 256,
    timeoutSeconds: 130,
    settings: ['LIMITS', ...LONG_CALL_SETTINGS],
    longLived: true,
  },
  delivery: {
    description: 'One signed POST for each due delivery',
    memoryMb: 512,
    timeoutSeconds: 30,
    settings: [
      'LIMITS',
      'DELIVERY_DELAYS',
      'DELIVERY_RETENTION_DAYS',
      'WEBHOOK_FAILING_DAYS',
      'KEEP_RESPONSES',
      'ALLOW_LOOPBACK_RECEIVERS',
    ],
    selfEnqueues: true,
    resolvesHosts: true,
  },
  sweep: {
    description: 'Releases due work, and goes the ways through the stage to see that they work',
    memoryMb: 512,
    timeoutSeconds: 55,
    settings: ['LIMITS', 'MAIL_DOMAIN', 'RECEIPT_RULE_SET', 'HEARTBEAT_WAYS'],
  },
  'inbound-mail': {
    description: 'From a stored email to a message and its event',
    memoryMb: 1024,
    timeoutSeconds: 60,
    settings: ['LIMITS', 'MAIL_DOMAIN', 'MAIL_RETENTION_DAYS'],
    selfEnqueues: true,
    readsMail: true,
  },
  'outbound-mail': {
    description: 'From a mail job to SES, or to the provider account that carries the organization’s mail',
    memoryMb: 512,
    timeoutSeconds: 120,
    settings: ['MAIL_DOMAIN', 'ALLOW_LOOPBACK_RECEIVERS', 'SENDING_LEASE_SECONDS', 'DOMAIN_RAMP', 'SES_TENANTS'],
    selfEnqueues: true,
    resolvesHosts: true,
  },
  'mail-status': {
    description: 'From SES notifications about a message to its status and events',
    memoryMb: 512,
    timeoutSeconds: 30,
    settings: [],
  },
  connections: {
    description: 'Connections of the WebSocket API: handshakes and messages of clients',
    memoryMb: 512,
    timeoutSeconds: 15,
    settings: ['LIMITS'],
  },
  'tunnel-messages': {
    description: 'Responses of the clients of tunnels',
    memoryMb: 512,
    timeoutSeconds: 15,
    settings: [],
  },
  'event-streams': {
    description: 'Sends event streams what is new in the log',
    memoryMb: 512,
    // Short, because the jobs of a run that crashed return after six times as long.
    timeoutSeconds: 10,
    settings: [],
    selfEnqueues: true,
  },
  'domain-checks': {
    description: 'Registers mail domains with SES and checks their DNS records',
    memoryMb: 256,
    timeoutSeconds: 120,
    settings: ['DOMAIN_RAMP'],
  },
  console: {
    description: 'The web console: its page, script and style',
    memoryMb: 256,
    timeoutSeconds: 10,
    settings: [],
  },
  'layout-guard': {
    description: 'Refuses a deployment that cannot read the table, and creates the logs of the others',
    memoryMb: 256,
    timeoutSeconds: 90,
    settings: [],
  },
} as const satisfies Record<string, FunctionSpec>;

type WorkerName = keyof typeof WORKERS;

export type FunctionName = `http-${RouteGroup}` | `http-${LongLivedName}` | `worker-${WorkerName}`;

/**
 * Every function that a stage may have. The bundler takes its entries from here and the stacks their resources, so both
 * have the same functions.
 */
export const FUNCTIONS = Object.fromEntries([
  ...Object.entries(GROUPS).map(([group, { serves }]) => [
    `http-${group}`,
    { ...HTTP_DEFAULTS, ...HTTP_OVERRIDES[group as RouteGroup], description: serves },
  ]),
  ...Object.entries(LONG_LIVED).map(([name, { group: _group, ...spec }]) => [`http-${name}`, spec]),
  ...Object.entries(WORKERS).map(([name, spec]) => [`worker-${name}`, spec]),
]) as Readonly<Record<FunctionName, FunctionSpec>>;

export const ALL_FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[];

/** The functions of a stage with default settings. */
export const FUNCTION_NAMES = functionNamesOf({ console: false });

/** The functions of a stage. */
export function functionNamesOf(settings: { readonly console: boolean }): FunctionName[] {
  return ALL_FUNCTION_NAMES.filter((name) => settings.console || name !== 'worker-console');
}

/** The function that serves a route. */
export function functionOf({ group, longLived }: Pick<Route, 'group' | 'longLived'>): FunctionName {
  const name = longLived && longLivedNames().find((one) => LONG_LIVED[one].group === group);
  return `http-${name || group}`;
}

function longLivedNames(): LongLivedName[] {
  return Object.keys(LONG_LIVED) as LongLivedName[];
}

/** The source file of a function's handler. */
export function entryOf(name: FunctionName): string {
  const [kind, folder] = name.startsWith('http-')
    ? ['http', groupOf(name.slice('http-'.length))]
    : ['workers', name.slice('worker-'.length)];
  return `functions/${kind}/${folder}/index.ts`;
}

function groupOf(name: string): string {
  return Object.hasOwn(LONG_LIVED, name) ? LONG_LIVED[name as LongLivedName].group : name;
}
