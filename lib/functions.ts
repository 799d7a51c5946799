import type { SettingName } from '../shared/contract/environment.ts';
import type { RouteGroup } from '../shared/contract/route.ts';

/** The functions behind queues, streams and schedules. */
export type WorkerName =
  | 'relay'
  | 'deliver-webhook'
  | 'sweep'
  | 'receive-mail'
  | 'send-mail'
  | 'mail-status'
  | 'check-domains';

export type FunctionName = `http-${RouteGroup}` | `worker-${WorkerName}`;

export interface FunctionSpec {
  /** What an operator reads in the console. */
  readonly description: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly settings: readonly SettingName[];
  /** Whether an answer may hold it for minutes, most of which it idles. */
  readonly longLived?: true;
  /** Whether it sends jobs to the queue that it works off. */
  readonly selfEnqueues?: true;
  /** Whether it reads mail, which threads of its own do, from a module next to its bundle. */
  readonly readsMail?: true;
}

/** API Gateway gives up on a buffered answer after 29 s: a function that runs longer runs for nobody. */
const HTTP_TIMEOUT_SECONDS = 25;

/** What the request pipeline reads at every route, whatever the group. */
const PIPELINE_SETTINGS = ['LIMITS', 'MAIL_DOMAIN', 'PUBLIC_URL'] as const;

const HTTP = { memoryMb: 512, timeoutSeconds: HTTP_TIMEOUT_SECONDS, settings: PIPELINE_SETTINGS } as const;

/**
 * Every function of the service, once. The bundler takes its entries from here and the stacks their resources,
 * so that neither can know a function that the other does not.
 *
 * Memory: a function's share of the processor grows with it, so 512 MB is chosen for start-up time, not for space.
 * The wait function idles while it waits and is paid by the second: it gets the least that starts well.
 */
export const FUNCTIONS: Readonly<Record<FunctionName, FunctionSpec>> = {
  'http-system': { ...HTTP, description: 'Health, readiness, description' },
  'http-accounts': { ...HTTP, description: 'Organizations, API keys, the actor' },
  'http-auth': { ...HTTP, description: 'Signup, login, claim, verification' },
  'http-identities': { ...HTTP, description: 'Agent identities' },
  'http-webhooks': {
    ...HTTP,
    description: 'Webhook endpoints and their deliveries',
    settings: [...PIPELINE_SETTINGS, 'ALLOW_LOOPBACK_RECEIVERS'],
  },
  'http-events': { ...HTTP, description: 'Event history and replay, streamed' },
  'http-wait': {
    description: 'Long poll for one event, streamed',
    memoryMb: 256,
    timeoutSeconds: 65,
    settings: PIPELINE_SETTINGS,
    longLived: true,
  },
  'http-mail': {
    ...HTTP,
    description: 'Mail messages, streamed',
    settings: [...PIPELINE_SETTINGS, 'MAIL_RETENTION_DAYS'],
    readsMail: true,
  },
  'http-contacts': { ...HTTP, description: 'Contacts and contact rules' },
  'http-domains': { ...HTTP, description: 'Mail domains and mailboxes' },
  'http-provider-accounts': {
    ...HTTP,
    description: 'Provider accounts that carry an organization’s mail',
    settings: [...PIPELINE_SETTINGS, 'ALLOW_LOOPBACK_RECEIVERS'],
  },
  'http-inbound-mail': {
    ...HTTP,
    description: 'Mail handed in over HTTP',
    memoryMb: 1024,
    settings: [...PIPELINE_SETTINGS, 'INBOUND_TOPICS'],
    readsMail: true,
  },
  'http-a2a': { ...HTTP, description: 'Agent-to-agent tasks, settings, rules, invitations, directory' },
  // A stream idles most of its time, as a wait does.
  'http-a2a-protocol': {
    description: 'A2A protocol: JSON-RPC and HTTP+JSON, streamed',
    memoryMb: 256,
    timeoutSeconds: 180,
    settings: [...PIPELINE_SETTINGS, 'ALLOW_LOOPBACK_RECEIVERS'],
    longLived: true,
  },
  'worker-relay': {
    description: 'From the table stream to deliveries and mail jobs',
    memoryMb: 512,
    timeoutSeconds: 60,
    settings: [],
  },
  'worker-deliver-webhook': {
    description: 'One signed POST for each due delivery',
    memoryMb: 512,
    timeoutSeconds: 30,
    settings: ['LIMITS', 'DELIVERY_DELAYS', 'ALLOW_LOOPBACK_RECEIVERS'],
    selfEnqueues: true,
  },
  'worker-sweep': {
    description: 'Releases what is due and picks up what was left behind',
    memoryMb: 512,
    timeoutSeconds: 55,
    settings: [],
  },
  'worker-receive-mail': {
    description: 'From a stored e-mail to a message and its event',
    memoryMb: 1024,
    timeoutSeconds: 60,
    settings: [],
    readsMail: true,
  },
  'worker-send-mail': {
    description: 'From a mail job to SES, or to the provider account that carries the organization’s mail',
    memoryMb: 512,
    timeoutSeconds: 120,
    settings: ['MAIL_DOMAIN', 'ALLOW_LOOPBACK_RECEIVERS', 'SENDING_LEASE_SECONDS'],
    selfEnqueues: true,
  },
  'worker-mail-status': {
    description: 'From what SES tells of a mail to its status and events',
    memoryMb: 512,
    timeoutSeconds: 30,
    settings: [],
  },
  'worker-check-domains': {
    description: 'Makes mail domains known to SES and looks for their DNS records',
    memoryMb: 256,
    timeoutSeconds: 120,
    settings: [],
  },
};

export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[];

/** Where the bundles lie, from the root of the repository. */
export const BUNDLE_ROOT = '.build/functions';

/** The source file a function starts from. */
export function entryOf(name: FunctionName): string {
  const [kind, folder] = name.startsWith('http-')
    ? ['http', name.slice('http-'.length)]
    : ['workers', name.slice('worker-'.length)];
  return `functions/${kind}/${folder}/index.ts`;
}

/** The source file that the threads of functions which read mail start from, under the name that they look for. */
export const MAIL_READER_ENTRY = 'shared/services/mail-reader/mail-reader-thread.ts';
