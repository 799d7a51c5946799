import type { AreaRows } from './row-description.ts';

/** Organizations, their people, keys and agents. */
export const ORGANIZATION_ROWS: AreaRows<
  | 'organization'
  | 'slug'
  | 'keyHash'
  | 'apiKeys'
  | 'identity'
  | 'handle'
  | 'code'
  | 'signup'
  | 'login'
  | 'user'
  | 'email'
  | 'usage'
> = {
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
};
