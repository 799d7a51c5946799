import type { QueueName } from '#shared/contract/jobs.ts';
import type { RowKind } from '#shared/data/table.ts';
import type { ContentKind } from '#shared/domain/stage/large-content.ts';

/**
 * Prefixes of the mail bucket: the raw mail as SES stored it, the parsed content of an email, the attachments of
 * outgoing mail, and the files that exist for download links.
 */
export const MAIL_PREFIX = {
  raw: 'inbound/',
  content: 'content/',
  attachments: 'attachments/',
  downloads: 'downloads/',
} as const;
export type MailFile = keyof typeof MAIL_PREFIX;

/** Prefixes of the bucket of tunnels: what clients send to tunnels, and what the tunnelled servers send back. */
type TunnelBodies = 'requests' | 'responses';

/**
 * What a function may do at SES: send messages and codes, create, change and delete the domains of organizations, read
 * these domains, read the domain of the stage, read which receipt rules are active, and read whether sending is
 * enabled. Last, assume the roles by which customers let the service send with their own SES.
 */
export type MailAction =
  | 'send'
  | 'manage domains'
  | 'read domains'
  | 'read own domain'
  | 'read receipt rules'
  | 'read sending status'
  | 'assume provider roles';

/**
 * All that a function may do beyond writing its log. IAM refuses everything else: rows by partition key prefix, objects
 * by the beginning of their key. Each part of the stage grants what this declares of it, and tells the function where
 * it is by environment variables.
 *
 * See: lib/constructs/grantor.ts.
 */
export interface Access {
  /** The kinds of row that it may read. `keyring` and `vaultKey` bring decryption under the application key. */
  readonly read: readonly RowKind[];
  /**
   * The kinds of row that it may write. `keyring` and `vaultKey` bring data keys of the application key, `signingKey`
   * pairs of keys under it, here and in `insert`.
   */
  readonly write: readonly RowKind[];
  /** The kinds of row that it may only put: readers of the log close tickets. */
  readonly insert?: readonly RowKind[];
  /** The kinds of row that a commit of it may check, and not write. */
  readonly check?: readonly RowKind[];
  /** Whether it signs tokens, and so unwraps the signing keys under the application key. */
  readonly signs?: true;
  /** Whether it queries the index of due work. Only the sweeper does. */
  readonly due?: true;
  readonly readFiles?: readonly MailFile[];
  readonly writeFiles?: readonly MailFile[];
  /** The files that it may tag, which decides how long the bucket keeps them. */
  readonly tagFiles?: readonly MailFile[];
  /** The large content of rows that it may read, and that it may write and mark as unused. */
  readonly readContent?: readonly ContentKind[];
  readonly writeContent?: readonly ContentKind[];
  /** Bodies of tunnelled requests and responses. */
  readonly readBodies?: readonly TunnelBodies[];
  readonly writeBodies?: readonly TunnelBodies[];
  /** Whether it may count the rows of the table, and read none of them. */
  readonly countsRows?: true;
  /** Whether it reads the stream of the table. */
  readonly stream?: true;
  /** The queues that it may send to. */
  readonly sendsTo?: readonly QueueName[];
  /** Whether it counts the messages of the failure queues. */
  readonly countsFailures?: true;
  /**
   * Whether it goes the ways through the stage: invokes the other functions, publishes to the topics of emails, and
   * sees who gets the alarms. Only the sweep does.
   */
  readonly heartbeat?: true;
  /** Connections of the WebSocket API: to send to them and close them, and to tell clients where to connect. */
  readonly connections?: readonly ('manage' | 'address')[];
  /** Whether it tells clients the public address of tunnels. */
  readonly tunnelAddress?: true;
  readonly mail?: readonly MailAction[];
}

/** What the functions that send tasks read and write, with whether a task waits for a person. */
export const SENT_TASK_ROWS = {
  read: ['task', 'taskList', 'a2aSettings', 'a2aRule', 'handle', 'organization', 'approval', 'approvalSettings'],
  write: ['task', 'taskList', 'event', 'outbox', 'usage', 'approval'],
} as const;

/** What a trace reads in addition to the log and the deliveries: the things that a trace is about. */
export const TRACE_ROWS = ['deliveryResponse', 'mail', 'mailThread', 'mailOutcome', 'task', 'approval'] as const;

/** The rows of the service by which both doors of inbound mail work. */
export const INBOUND_MAIL_ROWS = {
  read: [
    'mailboxAddress',
    'domain',
    'mail',
    'mailThread',
    'mailReference',
    'providerMessage',
    'contact',
    'contactRuleTarget',
    'correspondent',
    // Who vouches for what an email mentions: persons, contacts and domains of the organization.
    'mention',
    'contactAddress',
    'domainName',
    'email',
    'user',
    'organization',
    // Reports that arrive as mail are outcomes of messages that were sent.
    'sentMail',
    'mailOutcome',
  ],
  write: [
    'mail',
    'mailThread',
    'mailReference',
    'searchIndex',
    'providerMessage',
    'correspondent',
    'mention',
    'event',
    'usage',
    'mailOutcome',
    'suppression',
  ],
} as const satisfies Pick<Access, 'read' | 'write'>;

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

export const CHECK_ACTIONS = ['dynamodb:ConditionCheckItem'] as const;
