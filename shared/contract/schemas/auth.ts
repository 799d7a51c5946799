import { z } from 'zod';
import { slugSchema } from '#shared/domain/organization/handle.ts';
import { described } from '#shared/domain/schema/described.ts';
import { emailSchema } from './account.ts';
import { labelSchema, timestampSchema } from './common.ts';

/** People: signup, login, claim, verification. See: docs/contract/accounts.md#signup. */
const codeSchema = z.string().regex(/^[0-9]{6}$/, 'six digits');

/** The upper bound keeps hashing cheap for us; NFC makes one password of the ways to type it (RFC 8265). */
const passwordSchema = z
  .string()
  .min(10, 'at least 10 characters')
  .max(200, 'at most 200 characters')
  .transform((text) => text.normalize('NFC'))
  .meta({ format: 'password' });

export const signupBody = described(
  'Signup',
  'A new account and the organization that is created with it.',
  z.strictObject({
    organization_name: labelSchema,
    organization_slug: slugSchema,
    email: emailSchema,
    password: passwordSchema,
  }),
  {
    organization_name: 'The name that people see.',
    organization_slug: 'A name that no other organization has.',
    email: 'The address that the code is mailed to.',
    password: 'The password for later logins.',
  },
);

export const verificationRequiredSchema = described(
  'VerificationRequired',
  'A code has been mailed. Nothing is created before it comes back.',
  z.strictObject({ status: z.literal('verification_required'), email: z.string(), expires_at: timestampSchema }),
  {
    status: 'What is needed next.',
    email: 'The address that the code was mailed to.',
    expires_at: 'Until when the code is valid.',
  },
);

export const verifySignupBody = described(
  'VerifySignup',
  'The code that a signup was mailed.',
  z.strictObject({ email: emailSchema, code: codeSchema }),
  { email: 'The address that signed up.', code: 'The six digits of the mail.' },
);

const userSchema = described('User', 'A person with a login.', z.strictObject({ id: z.string(), email: z.string() }), {
  id: 'The person’s id.',
  email: 'The person’s address.',
});

const organizationSchema = described(
  'OrganizationSummary',
  'An organization in short.',
  z.strictObject({ id: z.string(), name: z.string(), slug: z.string() }),
  { id: 'The organization’s id.', name: 'The name that people see.', slug: 'The organization’s short name.' },
);

export const signedUpSchema = described(
  'SignedUp',
  'The new account and organization, with an org key that is shown this once.',
  z.strictObject({
    api_key: z.string(),
    key_prefix: z.string(),
    organization: organizationSchema,
    user: userSchema,
  }),
  {
    api_key: 'An org key. Shown once.',
    key_prefix: 'The first 12 characters of the key.',
    organization: 'The new organization.',
    user: 'Its verified owner.',
  },
);

export const resendSignupBody = described(
  'ResendSignup',
  'Who wants another code.',
  z.strictObject({ email: emailSchema }),
  { email: 'The address that signed up.' },
);

export const loginBody = described(
  'Login',
  'A person’s address and password.',
  z.strictObject({
    email: emailSchema,
    // Any text is accepted: an impossible password is a wrong one.
    password: z
      .string()
      .max(1000)
      .transform((text) => text.normalize('NFC'))
      .meta({ format: 'password' }),
    organization_slug: slugSchema.optional(),
  }),
  {
    email: 'The person’s address.',
    password: 'The person’s password.',
    organization_slug: 'The person’s organization that the token is for. The oldest when omitted.',
  },
);

export const loggedInSchema = described(
  'LoggedIn',
  'A token for twelve hours, which is shown this once.',
  z.strictObject({
    token: z.string(),
    token_type: z.literal('bearer'),
    expires_at: timestampSchema,
    user: userSchema,
    organization: organizationSchema,
  }),
  {
    token: 'A token that is accepted wherever an org key is. Shown once.',
    token_type: 'How to send it: `Authorization: Bearer`.',
    expires_at: 'When the token stops working.',
    user: 'Who logged in.',
    organization: 'The organization that the token acts for.',
  },
);

export const claimBody = described(
  'Claim',
  'First the password, then the code that was mailed: exactly one of them.',
  z
    .strictObject({ email: emailSchema, password: passwordSchema.optional(), code: codeSchema.optional() })
    .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
      path: ['code'],
      message: 'either password or code',
    }),
  {
    email: 'The address of the new login.',
    password: 'The first step: the password for later logins.',
    code: 'The second step: the six digits of the mail.',
  },
  { minProperties: 2, maxProperties: 2 },
);

export const claimedSchema = described(
  'Claimed',
  'The organization has a login now.',
  z.strictObject({ claimed: z.literal(true), user: userSchema }),
  { claimed: 'Always true.', user: 'The person who can log in now.' },
);

export const verifyOwnerBody = described(
  'VerifyOwner',
  'The code that the owner was mailed.',
  z.strictObject({ code: codeSchema }),
  { code: 'The six digits of the mail.' },
);

export const ownerVerifiedSchema = described(
  'OwnerVerified',
  'The owner has confirmed the address.',
  z.strictObject({ verified: z.literal(true), organization_id: z.string() }),
  { verified: 'Always true.', organization_id: 'The organization with lifted limits.' },
);
