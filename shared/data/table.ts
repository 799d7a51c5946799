/**
 * Names of the one table: key attributes, index, time-to-live attribute and the prefixes of partition keys.
 * The infrastructure reads them too, for the table's definition and for each function's leading keys.
 */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds; the engine removes expired rows late, so readers check it as well. */
  timeToLive: 'expires_at',
  /** Sparse index of what has to be done at a time: keys only. */
  dueIndex: { name: 'due', partitionKey: 'due_pk', sortKey: 'due_at' },
} as const;

/** Type first: the prefix of a partition key tells the kind of row, and bounds what a function may touch. */
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
  signup: 'SIGNUP#',
  login: 'LOGIN#',
  usage: 'USAGE#',
  code: 'CODE#',
  event: 'EVENT#',
  clock: 'CLOCK#',
  webhook: 'WEBHOOK#',
  delivery: 'DELIVERY#',
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
  outbox: 'OUTBOX#',
  idempotency: 'IDEMP#',
  rate: 'RATE#',
  keyring: 'KEYRING#',
  due: 'DUE#',
} as const;

export type RowKind = keyof typeof PREFIX;

/** Partitions of the due index, so that no single one carries every retry of a stage. */
export const DUE_SHARDS = 4;
