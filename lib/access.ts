import type { RowKind } from '../shared/data/table.ts';
import type { FunctionName } from './functions.ts';

/** Where in the mail bucket a file lies: the raw mail as SES stored it, and what was parsed from it. */
export const MAIL_PREFIX = { raw: 'inbound/', content: 'content/' } as const;
export type MailFile = keyof typeof MAIL_PREFIX;

/** The kinds of row a function may touch. What is not named here is refused by IAM, by partition key prefix. */
export interface Access {
  readonly read: readonly RowKind[];
  readonly write: readonly RowKind[];
  /** Whether it asks the index of due work. Only the sweeper does. */
  readonly due?: true;
  readonly readFiles?: readonly MailFile[];
  readonly writeFiles?: readonly MailFile[];
}

/** The actions behind "read" and "write". There is no Scan and no PartiQL: each of these carries its partition key. */
export const READ_ACTIONS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'] as const;
export const WRITE_ACTIONS = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
] as const;

/** What the request pipeline itself touches on behalf of every call: who asks, and the budget it draws on. */
const reading = (read: readonly RowKind[], write: readonly RowKind[] = []): Access => ({
  read: ['keyHash', 'identity', 'user', ...read],
  write: ['rate', 'apiKeys', ...write],
});

/** The same where operations write: idempotency records and what seals them, and the event clock. */
const writing = (read: readonly RowKind[], write: readonly RowKind[]): Access =>
  reading(['idempotency', 'keyring', 'clock', ...read], ['idempotency', 'keyring', 'clock', ...write]);

/**
 * Which function touches which rows. From `keyring` follows the key as well: who reads it may decrypt with the
 * application key, who writes it may make data keys.
 *
 * Rule: architecture, Rows (least privilege per function).
 */
export const ACCESS: Readonly<Record<FunctionName, Access>> = {
  // Its routes take no key and draw on no budget; readiness asks for one row.
  'http-system': { read: ['clock'], write: [] },
  'http-accounts': writing(['apiKeys', 'organization', 'usage'], ['organization', 'slug', 'keyHash', 'code', 'outbox']),
  'http-auth': writing(
    ['code', 'signup', 'user', 'email', 'organization'],
    ['code', 'signup', 'user', 'email', 'organization', 'slug', 'keyHash', 'outbox'],
  ),
  'http-identities': writing([], ['identity', 'handle', 'mailboxAddress', 'organization']),
  'http-webhooks': writing(['webhook', 'delivery'], ['webhook', 'delivery', 'outbox']),
  // A replay gives late endpoints the time of their delivery, which is a row beside the deliveries.
  'http-events': writing(['event', 'webhook', 'delivery'], ['outbox', 'delivery']),
  'http-wait': reading(['event', 'clock']),
  'http-mail': { ...reading(['mail']), readFiles: ['content'] },
  'worker-relay': { read: ['webhook', 'event', 'delivery'], write: ['delivery'] },
  'worker-deliver-webhook': { read: ['webhook', 'event', 'keyring'], write: ['delivery'] },
  'worker-sweep': { read: [], write: ['delivery'], due: true },
  'worker-receive-mail': {
    read: ['mailboxAddress', 'identity', 'mailReference', 'providerMessage', 'clock'],
    write: ['mail', 'mailReference', 'providerMessage', 'event', 'clock'],
    readFiles: ['raw'],
    writeFiles: ['content'],
  },
  'worker-send-mail': { read: ['outbox', 'keyring'], write: ['outbox'] },
};
