import type { PREFIX } from './table.ts';

/** One kind of row: what it is, the rest of its partition key after the prefix, its sort key and its source files. */
export interface RowDescription {
  readonly row: string;
  readonly pk: string;
  readonly sk: string;
  /** Files below `shared/data/entities/`, or paths from the root of the repository. */
  readonly files: readonly string[];
}

/**
 * The rows of each partition key prefix, for the generated table in the data model page. A prefix without an entry does
 * not compile. Only `npm run docs` reads this.
 *
 * See: docs/data-model.md.
 */
export const ROWS: Readonly<Record<Exclude<keyof typeof PREFIX, 'due'>, readonly RowDescription[]>> = {
  organization: [{ row: 'organization', pk: '<org>', sk: '`ORG`', files: ['organization.ts', 'organization-key.ts'] }],
  slug: [{ row: 'slug guard', pk: '<slug>', sk: '`SLUG`', files: ['organization.ts'] }],
  keyHash: [
    { row: 'API key or login token, by hash', pk: '<sha256>', sk: '`KEY`', files: ['api-key.ts', 'login-token.ts'] },
  ],
  apiKeys: [{ row: 'API key as listed', pk: '<org>', sk: 'key id', files: ['api-key.ts'] }],
  identity: [{ row: 'agent identity', pk: '<org>', sk: 'identity id', files: ['identity.ts'] }],
  handle: [
    { row: 'handle guard', pk: '<handle>', sk: '`HANDLE`', files: ['identity.ts'] },
    {
      row: 'organization of an agent, by the id of the agent',
      pk: '<identity>',
      sk: '`HANDLE`',
      files: ['identity.ts'],
    },
  ],
  mailboxAddress: [
    {
      row: 'guard of a mailbox address, and where its mail goes; reservation of a deleted address',
      pk: '<address>',
      sk: '`MAILBOX`',
      files: ['mailbox.ts'],
    },
  ],
  domain: [{ row: 'claim of an organization on a mail domain', pk: '<org>', sk: 'domain id', files: ['domain.ts'] }],
  domainName: [
    {
      row: 'claims on a domain name; the claim that holds it',
      pk: '<domain>',
      sk: '`ORG#<org>`; `HOLDER`',
      files: ['domain.ts'],
    },
  ],
  code: [
    {
      row: 'code of an owner; of a claim (HMAC only)',
      pk: '<org>',
      sk: '`OWNER`, `CLAIM`',
      files: ['verification-code.ts'],
    },
  ],
  signup: [
    { row: 'pending signups, at most ten', pk: '<address>', sk: '`PENDING`', files: ['pending-signup.ts'] },
    {
      row: 'placeholder for a signup with a withheld code',
      pk: '<address>',
      sk: '`WITHHELD`',
      files: ['pending-signup.ts'],
    },
  ],
  login: [
    {
      row: 'wrong passwords for an account: from all unknown network addresses; from one address',
      pk: '<address>',
      sk: '`WRONG`; `WRONG#<mark>`',
      files: ['login-attempts.ts'],
    },
    {
      row: 'network address from which a login succeeded',
      pk: '<address>',
      sk: '`KNOWN#<mark>`',
      files: ['login-attempts.ts'],
    },
    {
      row: 'code that lifts the limits of wrong passwords, for the network address that asked for it',
      pk: '<address>',
      sk: '`UNLOCK#<mark>`',
      files: ['verification-code.ts'],
    },
    {
      row: 'placeholder for a withheld code of this kind',
      pk: '<address>',
      sk: '`UNLOCK#WITHHELD`',
      files: ['verification-code.ts'],
    },
  ],
  user: [{ row: 'person; organizations of the person', pk: '<user>', sk: '`USER`; org id', files: ['user.ts'] }],
  email: [{ row: 'guard of a person’s e-mail address', pk: '<address>', sk: '`EMAIL`', files: ['user.ts'] }],
  usage: [
    { row: 'mail recipients of a day', pk: '<org>', sk: 'UTC date', files: ['usage.ts'] },
    {
      row: 'bytes of stored content, with those that expire in each month',
      pk: '<org>',
      sk: '`STORED`',
      files: ['stored-bytes.ts', 'shared/data/direct-writes/stored-bytes.ts'],
    },
  ],
  event: [
    { row: 'event; tombstone of a ticket without one', pk: '<org>', sk: '`evt_` and the time', files: ['event.ts'] },
  ],
  clock: [
    { row: 'event clock', pk: '<org>', sk: '`EVENTS`', files: ['clock.ts'] },
    { row: 'clock of the directory', pk: 'directory', sk: '`EVENTS`', files: ['clock.ts', 'a2a-directory.ts'] },
  ],
  webhook: [
    { row: 'webhook endpoint', pk: '<org>', sk: 'webhook id', files: ['webhook.ts'] },
    { row: 'counts and slots of endpoints', pk: '<org>', sk: '`COUNT`', files: ['webhook-count.ts'] },
    {
      row: 'event streams, which the relay reads with the endpoints',
      pk: '<org>',
      sk: '`STREAMS`',
      files: ['stream.ts'],
    },
  ],
  connection: [
    {
      row: 'WebSocket connection: its stream, how far it has sent, and the lease of the worker that sends',
      pk: '<connection>',
      sk: '`CONNECTION`',
      files: ['connection.ts', 'shared/data/direct-writes/stream-lease.ts'],
    },
    {
      row: 'replies that are being sent to a WebSocket connection, for an hour',
      pk: '<connection>',
      sk: '`REPLIES`',
      files: ['shared/data/direct-writes/pending-replies.ts'],
    },
  ],
  connectionTicket: [
    {
      row: 'ticket for a WebSocket connection, by hash',
      pk: '<sha256>',
      sk: '`TICKET`',
      files: ['connection-ticket.ts'],
    },
  ],
  tunnel: [
    { row: 'tunnel', pk: '<org>', sk: 'tunnel id', files: ['tunnel.ts'] },
    { row: 'tunnels that are not deleted', pk: '<org>', sk: '`ACTIVE`', files: ['active-tunnels.ts'] },
  ],
  tunnelAddress: [
    {
      row: 'tunnel by its public address, and the connection of its client',
      pk: '<address>',
      sk: '`TUNNEL`',
      files: ['tunnel.ts', 'shared/data/direct-writes/tunnel-connection.ts'],
    },
  ],
  tunnelReply: [
    {
      row: 'message of a response through a tunnel, for five minutes',
      pk: '<tunnel>#<request>',
      sk: 'number of the message',
      files: ['tunnel-reply.ts', 'shared/data/direct-writes/tunnel-reply.ts'],
    },
  ],
  delivery: [
    {
      row: 'delivery; expires some time after it has ended',
      pk: '<org>#<shard>',
      sk: 'delivery id',
      files: ['delivery.ts'],
    },
    {
      row: 'delivery times for endpoints that were registered later',
      pk: '<org>#<shard>',
      sk: '`LATE#<event>`',
      files: ['delivery.ts'],
    },
  ],
  deliveryWait: [
    {
      row: 'when the sweep looks at the deliveries that wait for the budget of their organization',
      pk: '<org>',
      sk: '`WAITING`',
      files: ['waiting-deliveries.ts', 'shared/data/direct-writes/waiting-delivery.ts'],
    },
  ],
  mail: [
    { row: 'message', pk: '<identity>', sk: 'message id', files: ['message.ts'] },
    { row: 'thread', pk: '<identity>', sk: 'thread id', files: ['thread.ts'] },
  ],
  mailThread: [
    {
      row: 'message of a thread (a refused mail has none)',
      pk: '<identity>#<thread>',
      sk: 'message id',
      files: ['thread.ts'],
    },
  ],
  mailReference: [
    { row: 'thread of a Message-ID', pk: '<identity>', sk: 'sha256 of the Message-ID', files: ['mail-reference.ts'] },
  ],
  providerAccount: [
    { row: 'provider account', pk: '<org>', sk: 'account id', files: ['provider-account.ts'] },
    { row: 'default account and number of accounts', pk: '<org>', sk: '`DEFAULT`', files: ['provider-account.ts'] },
    { row: 'organization of an account', pk: '<account>', sk: '`OWNER`', files: ['provider-account.ts'] },
  ],
  providerMessage: [
    { row: 'guard against a repeated mail', pk: '<provider id>', sk: 'mailbox id', files: ['ingest-guard.ts'] },
  ],
  sentMail: [{ row: 'message of a provider’s id', pk: '<provider id>', sk: '`SENT`', files: ['sent-mail.ts'] }],
  mailOutcome: [
    {
      row: 'guard: each outcome is recorded once',
      pk: '<message>',
      sk: 'outcome and recipient',
      files: ['mail-outcome.ts'],
    },
  ],
  suppression: [{ row: 'suppressed address', pk: '<org>', sk: 'address', files: ['suppression.ts'] }],
  correspondent: [
    {
      row: 'domains that are known to an organization: that it has chosen or written to, of verified senders, of others',
      pk: '<org>',
      sk: '`DOMAINS#`, standing, number',
      files: ['correspondent.ts', 'shared/data/direct-writes/correspondents.ts'],
    },
    {
      row: 'digests of addresses that mail came from or was sent to',
      pk: '<org>',
      sk: '`ADDRESSES#`, two digits of a digest',
      files: ['correspondent.ts', 'shared/data/direct-writes/correspondents.ts'],
    },
  ],
  contact: [{ row: 'contact', pk: '<org>', sk: 'contact id', files: ['contact.ts'] }],
  contactAddress: [
    {
      row: 'contact of an e-mail address',
      pk: '<org>',
      sk: 'sha256 of the address, contact id',
      files: ['contact-address.ts'],
    },
  ],
  contactRule: [{ row: 'contact rule as listed', pk: '<org>', sk: 'rule id', files: ['contact-rule.ts'] }],
  contactRuleTarget: [
    {
      row: 'rules for an address or a domain',
      pk: '<org>',
      sk: 'agent id or `organization`, match type, sha256 of the target',
      files: ['contact-rule-target.ts'],
    },
    {
      row: 'rules about warnings',
      pk: '<org>',
      sk: '`WARNINGS#`, agent id or `organization`',
      files: ['contact-rule-target.ts'],
    },
    {
      row: 'filter mode',
      pk: '<org>',
      sk: '`SETTINGS#`, agent id or `organization`',
      files: ['contact-rule-target.ts'],
    },
  ],
  task: [
    { row: 'task', pk: '<task>', sk: '`TASK`', files: ['task.ts'] },
    { row: 'message of a task', pk: '<task>', sk: 'message id', files: ['task-content.ts'] },
    { row: 'metadata, result, artifacts of a task', pk: '<task>', sk: '`CONTENT`', files: ['task-content.ts'] },
    { row: 'step of a task: what it changed', pk: '<task>', sk: '`STEP#`, version after it', files: ['task-step.ts'] },
    {
      row: 'push notification configuration of a task',
      pk: '<task>',
      sk: '`PUSH#`, its id',
      files: ['push-config.ts'],
    },
    {
      row: 'agents of a context; a task of the context',
      pk: '<context>',
      sk: '`CONTEXT`; task id',
      files: ['task-context.ts', 'task-list.ts'],
    },
  ],
  taskList: [
    { row: 'task of an agent or an organization', pk: '<identity or org>', sk: 'task id', files: ['task-list.ts'] },
    {
      row: 'open task of an agent or an organization',
      pk: '<identity or org>#OPEN',
      sk: 'task id',
      files: ['task-list.ts'],
    },
    {
      row: 'task of a pair of agents, with its present state',
      pk: '<identity>#TO#<identity>',
      sk: 'task id',
      files: ['caller-worker-task.ts'],
    },
    {
      row: 'guard of a sender’s `message_id`',
      pk: '<identity>',
      sk: '`SENT#`, sha256 of the id',
      files: ['task-list.ts'],
    },
    {
      row: 'context of two agents, by the client’s id',
      pk: '<identity>#AND#<identity>',
      sk: '`CONTEXT#`, sha256 of the id',
      files: ['task-context.ts'],
    },
  ],
  a2aSettings: [
    { row: 'A2A settings', pk: '<identity>', sk: '`SETTINGS`', files: ['a2a-settings.ts', 'a2a-policy.ts'] },
  ],
  a2aRule: [
    { row: 'A2A rule as listed', pk: '<org>', sk: 'rule id', files: ['a2a-rule.ts'] },
    {
      row: 'A2A rule by its terms, and guard against a duplicate',
      pk: '<identity>',
      sk: 'handle, direction, action',
      files: ['a2a-rule.ts'],
    },
  ],
  invitation: [
    { row: 'invitation (one copy for each party)', pk: '<org>', sk: 'invitation id', files: ['a2a-invitation.ts'] },
    {
      row: 'guard: one pending invitation from one agent to another',
      pk: '<identity>#TO#<identity>',
      sk: '`PENDING`',
      files: ['a2a-invitation-limits.ts'],
    },
    {
      row: 'invitations of a day from one organization to another',
      pk: '<org>#FROM#<org>',
      sk: 'UTC date',
      files: ['a2a-invitation-limits.ts'],
    },
  ],
  directory: [{ row: 'agent in the directory', pk: '<shard>', sk: 'time of the listing', files: ['a2a-directory.ts'] }],
  secret: [{ row: 'secret of the vault, without its value', pk: '<org>', sk: 'secret id', files: ['secret.ts'] }],
  secretValue: [{ row: 'sealed value of a secret', pk: '<org>', sk: 'secret id', files: ['secret-value.ts'] }],
  lease: [
    { row: 'lease', pk: '<org>', sk: 'lease id', files: ['lease.ts'] },
    { row: 'lease of an agent', pk: '<identity>', sk: 'lease id', files: ['lease.ts'] },
  ],
  redemption: [
    {
      row: 'redemption of a lease, or a refused one',
      pk: '<lease>',
      sk: '`red_` and the time',
      files: ['redemption.ts'],
    },
  ],
  proofNonce: [
    { row: 'guard: an agent’s proofs have different nonces', pk: '<identity>', sk: 'nonce', files: ['proof-nonce.ts'] },
  ],
  vaultKey: [{ row: 'wrapped data key of an organization', pk: '<org>', sk: '`KEY`', files: ['vault-key.ts'] }],
  outbox: [
    { row: 'outbox entry', pk: '<org>', sk: 'ULID’s random half', files: ['outbox.ts'] },
    { row: 'signal of the heartbeat', pk: '`heartbeat`', sk: 'time', files: ['outbox.ts'] },
  ],
  heartbeat: [
    {
      row: 'last signal of the heartbeat that a queue’s worker has processed',
      pk: '`QUEUES`',
      sk: 'queue',
      files: ['heartbeat.ts'],
    },
  ],
  idempotency: [
    { row: 'idempotency record', pk: '<sha256 of scope>', sk: 'sha256 of the key', files: ['idempotency.ts'] },
  ],
  rate: [
    { row: 'rate counter', pk: '<subject>', sk: 'minute, or hour', files: ['rate-limit.ts'] },
    {
      row: 'emails with codes to an address, and with codes that lift the limits of wrong passwords',
      pk: 'code-mail#<address>, unlock-mail#<address>',
      sk: 'hour',
      files: ['service-mail-budget.ts'],
    },
    {
      row: 'emails to an address about endpoints that the service has disabled',
      pk: 'notice-mail#<address>',
      sk: 'day',
      files: ['service-mail-budget.ts'],
    },
  ],
  longCall: [
    {
      row: 'slots of what lasts at once: A2A streams and blocking sends, waits, attempts at a destination',
      pk: '<org, `STAGE`, network address or host>',
      sk: '`SLOTS#`, number of the row',
      files: [
        'long-call.ts',
        'shared/data/direct-writes/long-call-slot.ts',
        'shared/data/direct-writes/destination-slot.ts',
      ],
    },
  ],
  keyring: [
    {
      row: 'version of the data key of the stage, wrapped',
      pk: '<stage>',
      sk: 'number of the version',
      files: ['stage-data-key.ts', 'shared/data/direct-writes/stage-data-key.ts'],
    },
  ],
  migration: [
    {
      row: 'progress of a migration of rows',
      pk: '<migration>',
      sk: '`PROGRESS`',
      files: ['migration.ts', 'shared/data/direct-writes/migration-progress.ts'],
    },
  ],
  layout: [
    {
      row: 'layouts of the rows of the table, and what the deployed release writes',
      pk: '`table`',
      sk: '`LAYOUT`',
      files: ['stored-layout.ts', 'shared/data/direct-writes/stored-layout.ts'],
    },
  ],
};
