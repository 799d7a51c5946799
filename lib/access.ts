import type { RowKind } from '#shared/data/table.ts';
import type { ContentKind } from '#shared/domain/large-content.ts';
import type { FunctionName } from './functions.ts';

/**
 * Prefixes of the mail bucket: the raw mail as SES stored it, the parsed content of a mail, the attachments of outgoing
 * mail, and the files that exist for download links.
 */
export const MAIL_PREFIX = {
  raw: 'inbound/',
  content: 'content/',
  attachments: 'attachments/',
  downloads: 'downloads/',
} as const;
export type MailFile = keyof typeof MAIL_PREFIX;

/** The kinds of row that a function may read and write. IAM refuses all others, by partition key prefix. */
export interface Access {
  readonly read: readonly RowKind[];
  readonly write: readonly RowKind[];
  /** The kinds of row that it may only put: readers of the log close tickets. */
  readonly insert?: readonly RowKind[];
  /** Whether it queries the index of due work. Only the sweeper does. */
  readonly due?: true;
  readonly readFiles?: readonly MailFile[];
  readonly writeFiles?: readonly MailFile[];
  /** The files that it may tag, which decides how long the bucket keeps them. */
  readonly tagFiles?: readonly MailFile[];
  /** The large content of rows that it may read, and that it may write and mark as unused. */
  readonly readContent?: readonly ContentKind[];
  readonly writeContent?: readonly ContentKind[];
}

/**
 * The actions behind "read" and "write". There is no PartiQL, and no Scan that returns rows: each of these carries its
 * partition key.
 */
export const READ_ACTIONS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'] as const;
export const WRITE_ACTIONS = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
] as const;

export const INSERT_ACTIONS = ['dynamodb:PutItem'] as const;

/** The rows that the request pipeline itself needs for every call: those of the caller and its rate limit. */
const readOnlyRoutes = (read: readonly RowKind[], write: readonly RowKind[] = []): Access => ({
  read: ['keyHash', 'identity', 'user', ...read],
  write: ['rate', 'apiKeys', ...write],
});

/**
 * The same for groups with operations that write: also idempotency records, the key that seals them, and the event
 * clock.
 */
const mutatingRoutes = (read: readonly RowKind[], write: readonly RowKind[]): Access =>
  readOnlyRoutes(['idempotency', 'keyring', ...read], ['idempotency', 'keyring', 'clock', ...write]);

/** The large content of the functions that write tasks: their events carry it, and so do stored replies. */
const TASK_CONTENT = { readContent: ['task', 'reply'], writeContent: ['task', 'event', 'reply'] } as const;

const A2A_PROTOCOL: Access = {
  ...mutatingRoutes(
    ['task', 'taskList', 'a2aSettings', 'a2aRule', 'handle', 'organization'],
    ['task', 'taskList', 'event', 'outbox', 'usage'],
  ),
  ...TASK_CONTENT,
};

/**
 * The rows of each function. `keyring` and `vaultKey` bring access to the application key: a function that reads one of
 * them may decrypt, and one that writes it may generate data keys.
 *
 * See: docs/data-model.md.
 */
export const ACCESS: Readonly<Record<FunctionName, Access>> = {
  // Its routes need no key and have no rate limit; readiness reads one row.
  'http-system': { read: ['clock'], write: [] },
  'http-accounts': mutatingRoutes(
    ['apiKeys', 'organization', 'usage', 'rate'],
    ['organization', 'slug', 'keyHash', 'code', 'outbox'],
  ),
  'http-auth': mutatingRoutes(
    ['code', 'signup', 'login', 'user', 'email', 'organization', 'rate'],
    ['code', 'signup', 'login', 'user', 'email', 'organization', 'slug', 'keyHash', 'outbox'],
  ),
  'http-identities': mutatingRoutes([], ['identity', 'handle', 'mailboxAddress', 'organization', 'outbox']),
  'http-webhooks': mutatingRoutes(['webhook', 'delivery'], ['webhook', 'delivery', 'outbox']),
  // A replay reserves delivery times for endpoints that were registered later, in a row among the deliveries.
  'http-events': {
    ...mutatingRoutes(['event', 'webhook', 'delivery'], ['outbox', 'delivery']),
    insert: ['event'],
    readContent: ['event'],
  },
  // The slots of waits of unverified organizations are rows of their own.
  'http-wait': {
    ...readOnlyRoutes(['event', 'rate', 'organization'], ['longCall']),
    insert: ['event'],
    readContent: ['event'],
  },
  // Streams are in the partition of the endpoints; see shared/data/entities/stream.ts.
  'http-streams': mutatingRoutes(
    ['webhook', 'event', 'connection', 'organization'],
    ['webhook', 'connection', 'connectionTicket', 'outbox'],
  ),
  'http-mail': {
    ...mutatingRoutes(
      ['mail', 'mailThread', 'mailReference', 'organization', 'usage', 'suppression', 'contactRuleTarget', 'domain'],
      ['mail', 'mailThread', 'mailReference', 'usage', 'outbox'],
    ),
    readFiles: ['raw', 'content', 'attachments', 'downloads'],
    writeFiles: ['content', 'attachments', 'downloads'],
  },
  'http-contacts': mutatingRoutes(
    ['contact', 'contactAddress', 'contactRule', 'contactRuleTarget', 'organization'],
    ['contact', 'contactAddress', 'contactRule', 'contactRuleTarget', 'usage'],
  ),
  'http-domains': mutatingRoutes(
    ['domain', 'domainName', 'mailboxAddress'],
    ['domain', 'domainName', 'mailboxAddress', 'identity', 'outbox'],
  ),
  'http-provider-accounts': mutatingRoutes(['providerAccount'], ['providerAccount']),
  'http-inbound-mail': {
    ...mutatingRoutes(
      [
        'providerAccount',
        'mailboxAddress',
        'domain',
        'mailReference',
        'providerMessage',
        'contactRuleTarget',
        'organization',
      ],
      ['mail', 'mailThread', 'mailReference', 'providerMessage', 'event', 'usage'],
    ),
    readFiles: ['raw'],
    writeFiles: ['raw', 'content'],
    tagFiles: ['raw', 'content'],
  },
  'http-tunnels': mutatingRoutes(['tunnel', 'tunnelAddress', 'organization'], ['tunnel', 'tunnelAddress', 'outbox']),
  'http-a2a': {
    ...mutatingRoutes(
      ['task', 'taskList', 'a2aSettings', 'a2aRule', 'invitation', 'directory', 'handle', 'organization'],
      ['task', 'taskList', 'a2aSettings', 'a2aRule', 'invitation', 'directory', 'identity', 'event', 'outbox', 'usage'],
    ),
    ...TASK_CONTENT,
  },
  'http-a2a-protocol': A2A_PROTOCOL,
  // Its quick calls are the same; only its streams and blocking sends take slots.
  'http-a2a-streams': { ...A2A_PROTOCOL, write: [...A2A_PROTOCOL.write, 'longCall'] },
  // The keypair of an agent is in the row of its identity. Replies are encrypted with the organization's own key.
  'http-vault': readOnlyRoutes(
    ['idempotency', 'secret', 'secretValue', 'lease', 'redemption', 'proofNonce', 'vaultKey', 'organization'],
    [
      'idempotency',
      'clock',
      'identity',
      'secret',
      'secretValue',
      'lease',
      'redemption',
      'proofNonce',
      'vaultKey',
      'usage',
    ],
  ),
  // Push notifications of tasks are deliveries too; their content is in rows of the task.
  'worker-relay': { read: ['webhook', 'event', 'delivery', 'task', 'organization'], write: ['delivery'] },
  'worker-tunnel-ingress': {
    read: ['tunnelAddress', 'tunnelReply', 'keyHash', 'identity', 'user', 'organization', 'keyring'],
    write: ['rate', 'longCall', 'tunnelAddress', 'keyring'],
  },
  'worker-deliver-webhook': {
    read: ['webhook', 'event', 'task', 'identity', 'keyring', 'organization', 'rate'],
    // Counters of budgets and of failures, and the slots of destinations.
    write: ['heartbeat', 'delivery', 'deliveryWait', 'rate', 'longCall'],
    readContent: ['task', 'event'],
  },
  // The signal of the heartbeat is an outbox entry.
  'worker-sweep': {
    read: ['heartbeat', 'organization', 'rate'],
    write: ['delivery', 'deliveryWait', 'domain', 'outbox', 'heartbeat'],
    due: true,
  },
  // Both check the key of a stream again, and remove what is stored about a connection that has ended.
  'worker-connections': {
    read: ['connectionTicket', 'connection', 'event', 'keyHash', 'identity', 'user', 'tunnel', 'tunnelAddress'],
    write: ['connectionTicket', 'connection', 'webhook', 'rate', 'apiKeys', 'tunnelAddress'],
  },
  'worker-tunnel-messages': {
    read: ['connection', 'keyring'],
    write: ['connection', 'rate', 'tunnelAddress', 'tunnelReply'],
  },
  'worker-push-stream': {
    read: ['event', 'connection', 'keyHash', 'identity', 'user'],
    write: ['heartbeat', 'connection', 'webhook', 'tunnelAddress', 'rate'],
    insert: ['event'],
    readContent: ['event'],
  },
  'worker-check-domains': { read: ['domain', 'domainName'], write: ['heartbeat', 'domain', 'domainName'] },
  // It may also count the rows of the table, to tell an empty one.
  'worker-layout-guard': { read: ['layout'], write: ['layout'] },
  'worker-receive-mail': {
    read: [
      'mailboxAddress',
      'domain',
      'identity',
      'mailReference',
      'providerMessage',
      'contactRuleTarget',
      'organization',
    ],
    write: ['heartbeat', 'mail', 'mailThread', 'mailReference', 'providerMessage', 'event', 'clock', 'usage'],
    readFiles: ['raw'],
    writeFiles: ['content'],
    tagFiles: ['raw', 'content'],
  },
  'worker-send-mail': {
    read: [
      'outbox',
      'keyring',
      'providerAccount',
      'mail',
      'mailOutcome',
      'mailReference',
      'mailboxAddress',
      'domain',
      'identity',
    ],
    write: ['heartbeat', 'outbox', 'mail', 'sentMail', 'mailOutcome', 'mailReference', 'event', 'clock'],
    readFiles: ['content', 'attachments'],
  },
  // A notification can arrive before the sender has recorded that the mail was sent; then this function records it.
  'worker-mail-status': {
    read: ['mail', 'sentMail', 'mailOutcome', 'mailReference', 'mailboxAddress', 'domain', 'identity'],
    write: ['heartbeat', 'mail', 'sentMail', 'mailOutcome', 'mailReference', 'suppression', 'event', 'clock'],
  },
};
