import { type Access, INBOUND_MAIL_ROWS, SENT_TASK_ROWS, TRACE_ROWS } from './access.ts';
import type { FunctionName } from './functions.ts';
import { MAIL_ACCESS } from './mail-access.ts';
import { mutatingRoutes, readOnlyRoutes } from './route-access.ts';

/** The large content of the functions that write tasks: their events carry it, and so do stored replies. */
const TASK_CONTENT = { readContent: ['task', 'reply'], writeContent: ['task', 'event', 'reply'] } as const;

const A2A_PROTOCOL: Access = {
  ...mutatingRoutes(SENT_TASK_ROWS.read, SENT_TASK_ROWS.write),
  ...TASK_CONTENT,
};

/** The access of the functions that serve the groups of operations. See: docs/data-model.md. */
export const HTTP_ACCESS: Readonly<Record<Extract<FunctionName, `http-${string}`>, Access>> = {
  // Its routes need no key and have no rate limit; readiness reads one row.
  'http-system': { read: ['clock'], write: [] },
  'http-accounts': mutatingRoutes(
    ['apiKeys', 'organization', 'usage', 'rate', 'audit'],
    ['organization', 'slug', 'keyHash', 'code', 'outbox'],
  ),
  'http-auth': mutatingRoutes(
    ['code', 'signup', 'login', 'user', 'email', 'organization', 'rate', 'member', 'grant'],
    [
      'code',
      'signup',
      'login',
      'user',
      'email',
      'organization',
      'slug',
      'keyHash',
      'outbox',
      'member',
      'memberSettings',
      'grant',
      'event',
    ],
  ),
  // A suspension cancels what is held.
  'http-identities': mutatingRoutes([], ['identity', 'handle', 'mailboxAddress', 'organization', 'outbox', 'approval']),
  'http-webhooks': mutatingRoutes(
    ['webhook', 'delivery', 'deliveryResponse', 'event'],
    ['webhook', 'delivery', 'outbox'],
  ),
  // A replay reserves delivery times for endpoints that were registered later, in a row among the deliveries.
  'http-events': {
    ...mutatingRoutes(['event', 'webhook', 'delivery', ...TRACE_ROWS], ['outbox', 'delivery']),
    insert: ['event'],
    readContent: ['event'],
  },
  // The slots of waits of unverified organizations are rows of their own.
  'http-wait': {
    ...readOnlyRoutes(['event', 'rate', 'organization'], ['longCall']),
    insert: ['event'],
    readContent: ['event'],
  },
  // Streams are in the partition of the endpoints; see shared/data/entities/delivery/stream.ts.
  'http-streams': {
    ...mutatingRoutes(
      ['webhook', 'event', 'connection', 'organization'],
      ['webhook', 'connection', 'connectionTicket', 'outbox'],
    ),
    connections: ['address'],
  },
  'http-mail': MAIL_ACCESS,
  'http-contacts': mutatingRoutes(
    ['contact', 'contactAddress', 'contactRule', 'contactRuleTarget', 'correspondent', 'organization'],
    ['contact', 'contactAddress', 'contactRule', 'contactRuleTarget', 'correspondent', 'usage'],
  ),
  // An approved message is checked like a new one. Its commits check that nothing has changed since.
  'http-approvals': {
    ...mutatingRoutes(
      [
        ...SENT_TASK_ROWS.read,
        'approvalLink',
        'email',
        'mail',
        'mailThread',
        'usage',
        'suppression',
        'contactRuleTarget',
        'domain',
        'secret',
        // Who may be named as an approver, who gets an email, and how many a person has had.
        'member',
        'mailboxAddress',
        'rate',
        // A person may log in on the page of an approval.
        'login',
        'tunnel',
      ],
      [
        ...SENT_TASK_ROWS.write,
        'approvalSettings',
        'approvalLink',
        'mail',
        'mailThread',
        // An edit of a held email.
        'searchIndex',
        'lease',
        'login',
        'tunnel',
        'tunnelAddress',
      ],
    ),
    tunnelAddress: true,
    check: ['identity', 'suppression', 'domain', 'secret'],
    readFiles: ['content', 'attachments'],
    writeFiles: ['content'],
    readContent: ['task', 'reply'],
    writeContent: ['event', 'reply'],
  },
  'http-domains': {
    ...mutatingRoutes(
      ['domain', 'domainName', 'mailboxAddress', 'correspondent'],
      ['domain', 'domainName', 'mailboxAddress', 'identity', 'correspondent', 'outbox'],
    ),
    mail: ['read domains'],
  },
  'http-provider-accounts': {
    ...mutatingRoutes(['providerAccount'], ['providerAccount']),
    mail: ['read sending status', 'assume provider roles'],
  },
  'http-inbound-mail': {
    ...mutatingRoutes(
      ['providerAccount', 'suppression', 'unsubscribeLink', ...INBOUND_MAIL_ROWS.read],
      INBOUND_MAIL_ROWS.write,
    ),
    readFiles: ['raw'],
    writeFiles: ['raw', 'content'],
    tagFiles: ['raw', 'content'],
  },
  'http-tunnels': {
    ...mutatingRoutes(
      ['tunnel', 'tunnelAddress', 'organization', 'approval', 'approvalSettings'],
      ['tunnel', 'tunnelAddress', 'outbox', 'approval', 'event'],
    ),
    connections: ['address'],
    tunnelAddress: true,
  },
  // The only function that signs, and so it serves the cards of agents. Its commits check that an agent is active.
  'http-tokens': {
    ...mutatingRoutes(
      ['identityTokenSettings', 'signingKey', 'organization', 'slug', 'a2aSettings', 'handle'],
      ['identityTokenSettings', 'trustedIssuer', 'keyHash', 'event', 'usage'],
    ),
    insert: ['signingKey'],
    check: ['identity'],
    signs: true,
  },
  // A person logs in on its page, so it counts wrong passwords, and reads people with their organizations.
  'http-oauth': mutatingRoutes(
    ['grant', 'oauthClient', 'oauthToken', 'consentSession', 'login', 'email'],
    ['grant', 'oauthClient', 'oauthToken', 'consentSession', 'login', 'keyHash', 'event'],
  ),
  'http-a2a': {
    ...mutatingRoutes(
      [...SENT_TASK_ROWS.read, 'invitation', 'directory'],
      [...SENT_TASK_ROWS.write, 'a2aSettings', 'a2aRule', 'invitation', 'directory', 'identity'],
    ),
    ...TASK_CONTENT,
  },
  'http-a2a-protocol': A2A_PROTOCOL,
  // Its quick calls are the same; only its streams and blocking sends take slots.
  'http-a2a-streams': { ...A2A_PROTOCOL, write: [...A2A_PROTOCOL.write, 'longCall'] },
  // Its tools call the service's own API with the key of the caller, or with a token that it makes for an access token.
  // It finds the agent that an org key acts for, and whether the person of a grant decides about what is held.
  'http-mcp': { ...readOnlyRoutes(['handle', 'approvalSettings']), insert: ['callToken'] },
  // The keypair of an agent is in the row of its identity. Replies are encrypted with the organization's own key.
  'http-vault': readOnlyRoutes(
    [
      'idempotency',
      'secret',
      'secretValue',
      'lease',
      'redemption',
      'proofNonce',
      'vaultKey',
      'organization',
      // Whether a lease waits for a person.
      'approval',
      'approvalSettings',
      'usage',
    ],
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
      'approval',
      'event',
    ],
  ),
};
