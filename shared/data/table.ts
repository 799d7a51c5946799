/**
 * The names of the table: key attributes, index, time-to-live attribute and the prefixes of partition keys. The
 * infrastructure uses them too, to define the table and to restrict each function to the key prefixes that it needs.
 */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds. DynamoDB removes expired rows late, so readers have to check a time of their own. */
  timeToLive: 'expires_at',
  /** A sparse index of rows that need work at a certain time. It projects the keys only. */
  dueIndex: { name: 'due', partitionKey: 'due_pk', sortKey: 'due_at' },
} as const;

/** The prefix of a partition key is the kind of the row. The permissions of functions are granted by prefix. */
export const PREFIX = {
  organization: 'ORG#',
  slug: 'SLUG#',
  handle: 'HANDLE#',
  mailboxAddress: 'MAILBOX#',
  keyHash: 'KEYHASH#',
  apiKeys: 'APIKEYS#',
  identity: 'IDENTITY#',
  user: 'USER#',
  email: 'EMAIL#',
  member: 'MEMBER#',
  signup: 'SIGNUP#',
  login: 'LOGIN#',
  usage: 'USAGE#',
  code: 'CODE#',
  grant: 'GRANT#',
  oauthClient: 'OAUTHCLIENT#',
  oauthToken: 'OAUTHTOKEN#',
  consentSession: 'CONSENTSESSION#',
  callToken: 'CALLTOKEN#',
  event: 'EVENT#',
  clock: 'CLOCK#',
  webhook: 'WEBHOOK#',
  connection: 'CONNECTION#',
  connectionTicket: 'CONNTICKET#',
  delivery: 'DELIVERY#',
  deliveryWait: 'DELIVERYWAIT#',
  tunnel: 'TUNNEL#',
  tunnelAddress: 'TUNNELADDRESS#',
  tunnelReply: 'TUNNELREPLY#',
  mail: 'MAIL#',
  mailReference: 'MAILREF#',
  mailThread: 'MAILTHREAD#',
  mailOutcome: 'MAILOUTCOME#',
  sentMail: 'SENTMAIL#',
  suppression: 'SUPPRESSION#',
  providerMessage: 'PROVIDERMSG#',
  domain: 'DOMAIN#',
  domainName: 'DOMAINNAME#',
  providerAccount: 'PROVIDER#',
  correspondent: 'CORRESPONDENT#',
  contact: 'CONTACT#',
  contactAddress: 'CONTACTADDRESS#',
  contactRule: 'CONTACTRULE#',
  contactRuleTarget: 'CONTACTRULETARGET#',
  task: 'TASK#',
  taskList: 'TASKLIST#',
  a2aSettings: 'A2ASETTINGS#',
  a2aRule: 'A2ARULE#',
  invitation: 'INVITATION#',
  directory: 'DIRECTORY#',
  secret: 'SECRET#',
  secretValue: 'SECRETVALUE#',
  lease: 'LEASE#',
  redemption: 'REDEMPTION#',
  proofNonce: 'PROOFNONCE#',
  vaultKey: 'VAULTKEY#',
  signingKey: 'SIGNINGKEY#',
  identityTokenSettings: 'TOKENSETTINGS#',
  trustedIssuer: 'TRUSTEDISSUER#',
  outbox: 'OUTBOX#',
  idempotency: 'IDEMP#',
  rate: 'RATE#',
  longCall: 'LONGCALL#',
  keyring: 'KEYRING#',
  migration: 'MIGRATION#',
  heartbeat: 'HEARTBEAT#',
  layout: 'LAYOUT#',
  due: 'DUE#',
} as const;

export type RowKind = keyof typeof PREFIX;

/** The number of partitions of the due index, so that no single one has all retries of a stage. */
export const DUE_SHARDS = 4;
