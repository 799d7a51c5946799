import { expect, test } from 'vitest';
import { createIdentityBody } from '#shared/contract/schemas/identity.ts';
import { isReservedHandle } from '#shared/domain/organization/handle.ts';

/** The specified names, and those to which certificate authorities write or wrote to prove a domain. */
const RESERVED = [
  ...[
    'postmaster',
    'abuse',
    'hostmaster',
    'webmaster',
    'admin',
    'administrator',
    'root',
    'support',
    'security',
    'info',
  ],
  ...['www', 'noreply', 'no-reply', 'mailer-daemon', 'ssladmin', 'ssladministrator', 'sslwebmaster', 'sysadmin'],
];

test.each(RESERVED)('%s is not a valid handle, and the error names the field', (handle) => {
  const parsed = createIdentityBody.safeParse({ handle });
  expect(parsed.error?.issues).toMatchObject([{ path: ['handle'], message: expect.stringContaining('reserved') }]);
});

test.each(['is', 'it', 'mis', 'noc'])('%s is reserved as the name of a mailbox', (name) => {
  expect(isReservedHandle(name)).toBe(true);
});

test.each(['support-bot', 'lamp-bot', 'admin-bot', 'sales', 'billing', 'information', 'administrators', 'postmaster2'])(
  '%s is a handle that an agent may have',
  (handle) => {
    expect(createIdentityBody.safeParse({ handle }).success).toBe(true);
  },
);
