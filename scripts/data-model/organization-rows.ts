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
  | 'member'
  | 'memberSettings'
  | 'usage'
  | 'audit'
> = {
  organization: [
    {
      row: 'organization',
      pk: '<org>',
      sk: '`ORG`',
      files: ['organization/organization.ts', 'organization/organization-key.ts'],
      personal: 'email address of the owner',
    },
  ],
  slug: [{ row: 'slug guard', pk: '<slug>', sk: '`SLUG`', files: ['organization/organization.ts'] }],
  keyHash: [
    {
      row: 'API key or login token, by hash',
      pk: '<sha256>',
      sk: '`KEY`',
      files: ['organization/api-key.ts', 'organization/login-token.ts'],
    },
    { row: 'short key, by hash', pk: '<sha256>', sk: '`SHORT`', files: ['issuer/short-key.ts'] },
    { row: 'access token of a grant, by hash', pk: '<sha256>', sk: '`ACCESS`', files: ['oauth/access-token.ts'] },
  ],
  apiKeys: [{ row: 'API key as listed', pk: '<org>', sk: 'key id', files: ['organization/api-key.ts'] }],
  identity: [
    {
      row: 'agent identity',
      pk: '<org>',
      sk: 'identity id',
      files: ['organization/identity.ts'],
      personal: 'names and email addresses of the agent',
    },
  ],
  handle: [
    { row: 'handle guard', pk: '<handle>', sk: '`HANDLE`', files: ['organization/identity.ts'] },
    {
      row: 'organization of an agent, by the id of the agent',
      pk: '<identity>',
      sk: '`HANDLE`',
      files: ['organization/identity.ts'],
    },
  ],
  code: [
    {
      row: 'code of an owner; of a claim (HMAC only)',
      pk: '<org>',
      sk: '`OWNER`, `CLAIM`',
      files: ['organization/verification-code.ts'],
      personal: 'email address that the code was sent to',
    },
  ],
  signup: [
    {
      row: 'pending signups, at most ten',
      pk: '<address>',
      sk: '`PENDING`',
      files: ['organization/pending-signup.ts'],
      personal: 'email address of the person',
    },
    {
      row: 'placeholder for a signup with a withheld code',
      pk: '<address>',
      sk: '`WITHHELD`',
      files: ['organization/pending-signup.ts'],
      personal: 'email address',
    },
    {
      row: 'pending invitations, at most ten; placeholder for an address without one',
      pk: '<address>',
      sk: '`INVITED`; `NOT_INVITED`',
      files: ['organization/pending-invitation.ts'],
      personal: 'email address of the person',
    },
  ],
  member: [
    {
      row: 'all members of an organization, with those who are invited; none is stored before the first invitation',
      pk: '<org>',
      sk: '`MEMBERS`',
      files: ['organization/members.ts'],
      personal: 'email addresses of the members',
    },
  ],
  memberSettings: [
    {
      row: 'what an organization requires of its members',
      pk: '<org>',
      sk: '`SETTINGS`',
      files: ['organization/member-settings.ts'],
    },
  ],
  login: [
    {
      row: 'second factor of the person: secret (encrypted), recovery codes (hashed), wrong codes',
      pk: '<address>',
      sk: '`TOTP`',
      files: ['organization/second-factor.ts'],
      personal: 'email address of the person',
    },
    {
      row: 'wrong passwords for an account: from all unknown network addresses; from one address',
      pk: '<address>',
      sk: '`WRONG`; `WRONG#<mark>`',
      files: ['organization/login-attempts.ts'],
      personal: 'email address that was tried',
    },
    {
      row: 'network address from which a login succeeded',
      pk: '<address>',
      sk: '`KNOWN#<mark>`',
      files: ['organization/login-attempts.ts'],
      personal: 'email address of the person',
    },
    {
      row: 'code that lifts the limits of wrong passwords, for the network address that asked for it',
      pk: '<address>',
      sk: '`UNLOCK#<mark>`',
      files: ['organization/verification-code.ts'],
      personal: 'email address of the person',
    },
    {
      row: 'placeholder for a withheld code of this kind',
      pk: '<address>',
      sk: '`UNLOCK#WITHHELD`',
      files: ['organization/verification-code.ts'],
      personal: 'email address',
    },
    {
      row: 'code for a new password, for the network address that asked for it; placeholder for a withheld one',
      pk: '<address>',
      sk: '`RESET#<mark>`; `RESET#WITHHELD`',
      files: ['organization/verification-code.ts'],
      personal: 'email address',
    },
  ],
  user: [
    {
      row: 'person',
      pk: '<user>',
      sk: '`USER`',
      files: ['organization/user.ts'],
      personal: 'email address of the person',
    },
    {
      row: 'organization of the person, as owner or admin; as approver or viewer',
      pk: '<user>',
      sk: 'org id; `limited_` and the org id',
      files: ['organization/membership.ts'],
    },
    {
      row: 'session of the person, for twelve hours',
      pk: '<user>',
      sk: '`ses_` and the time',
      files: ['organization/session.ts'],
    },
  ],
  email: [
    {
      row: 'guard of a person’s email address',
      pk: '<address>',
      sk: '`EMAIL`',
      files: ['organization/user.ts'],
      personal: 'email address of the person',
    },
  ],
  usage: [
    { row: 'mail recipients of a day', pk: '<org>', sk: 'UTC date', files: ['organization/usage.ts'] },
    {
      row: 'what an agent has done on a day, against its budgets',
      pk: '<identity>',
      sk: 'UTC date',
      files: ['organization/agent-usage.ts'],
    },
    {
      row: 'identity tokens of a day',
      pk: '<org>',
      sk: '`TOKENS#`, UTC date',
      files: ['organization/token-count.ts'],
    },
    {
      row: 'bytes of stored content, with those that expire in each month',
      pk: '<org>',
      sk: '`STORED`',
      files: ['organization/stored-bytes.ts', 'shared/data/direct-writes/stored-bytes.ts'],
    },
  ],
  audit: [
    {
      row: 'entry of the audit, for 400 days; never changed',
      pk: '<org>',
      sk: '`aud_` and the time',
      files: ['organization/audit-entry.ts'],
      personal:
        'email address of the person who acted, email addresses in what was set up; of the vault, network address of the caller',
    },
  ],
};
