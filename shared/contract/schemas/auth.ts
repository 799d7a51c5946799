import { z } from 'zod';
import { slugSchema } from '#shared/domain/organization/handle.ts';
import { described } from '#shared/domain/schema/described.ts';
import { emailSchema } from './account.ts';
import { labelSchema, timestampSchema } from './common.ts';

/** People: signup, login, claim, verification. See: docs/contract/accounts.md#signup. */
export const codeSchema = z.string().regex(/^[0-9]{6}$/, 'six digits');

/** The upper limit keeps hashing cheap; NFC makes different ways to type a password equal (RFC 8265). */
export const passwordSchema = z
  .string()
  .min(10, 'at least 10 characters')
  .max(200, 'at most 200 characters')
  .transform((text) => text.normalize('NFC'))
  .meta({ format: 'password' });

/** A code of an authenticator app, or a recovery code. Any other text is a wrong one. */
export const secondFactorCodeSchema = z.string().min(1).max(100);

/** A password to compare. Any text is accepted, because an impossible password is simply a wrong one. */
const givenPasswordSchema = z
  .string()
  .max(1000)
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
    organization_slug: 'A unique short name for the organization.',
    email: 'The email address that the code is sent to.',
    password: 'The password for later logins.',
  },
);

export const verificationRequiredSchema = described(
  'VerificationRequired',
  'A code has been emailed. Nothing is created until it is submitted.',
  z.strictObject({ status: z.literal('verification_required'), email: z.string(), expires_at: timestampSchema }),
  {
    status: 'The next step.',
    email: 'The email address that the code was sent to.',
    expires_at: 'Until when the code is valid.',
  },
);

export const verifySignupBody = described(
  'VerifySignup',
  'The emailed code of a signup.',
  z.strictObject({ email: emailSchema, code: codeSchema }),
  { email: 'The email address that signed up.', code: 'The six digits in the email.' },
);

export const userSchema = described(
  'User',
  'A person with a login.',
  z.strictObject({ id: z.string(), email: z.string() }),
  {
    id: 'The person’s id.',
    email: 'The person’s email address.',
  },
);

export const organizationSchema = described(
  'OrganizationSummary',
  'A brief form of an organization.',
  z.strictObject({ id: z.string(), name: z.string(), slug: z.string() }),
  { id: 'The organization’s id.', name: 'The name that people see.', slug: 'The organization’s short name.' },
);

export const signedUpSchema = described(
  'SignedUp',
  'The new account and organization, with an org key that is returned only once.',
  z.strictObject({
    api_key: z.string(),
    key_prefix: z.string(),
    organization: organizationSchema,
    user: userSchema,
  }),
  {
    api_key: 'An org key. Returned only once.',
    key_prefix: 'The first 12 characters of the key.',
    organization: 'The new organization.',
    user: 'Its verified owner.',
  },
);

export const resendSignupBody = described(
  'ResendSignup',
  'A request for another code.',
  z.strictObject({ email: emailSchema }),
  { email: 'The email address that signed up.' },
);

export const loginBody = described(
  'Login',
  'A person’s email address and password.',
  z.strictObject({
    email: emailSchema,
    password: givenPasswordSchema,
    organization_slug: slugSchema.optional(),
    totp: secondFactorCodeSchema.optional(),
  }),
  {
    email: 'The person’s email address.',
    password: 'The person’s password.',
    organization_slug: 'The person’s organization that the token is for. The oldest one by default.',
    totp: 'The code of the authenticator app, or a recovery code, if the person has a second factor.',
  },
);

export const loggedInSchema = described(
  'LoggedIn',
  'A token for twelve hours, which is returned only once.',
  z.strictObject({
    token: z.string(),
    token_type: z.literal('bearer'),
    expires_at: timestampSchema,
    user: userSchema,
    organization: organizationSchema,
  }),
  {
    token: 'A token that is accepted wherever an org key is. Returned only once.',
    token_type: 'How to send it: `Authorization: Bearer`.',
    expires_at: 'When the token stops working.',
    user: 'Who logged in.',
    organization: 'The organization that the token acts for.',
  },
);

export const claimBody = described(
  'Claim',
  'First the password, then the emailed code: exactly one of them.',
  z
    .strictObject({ email: emailSchema, password: passwordSchema.optional(), code: codeSchema.optional() })
    .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
      path: ['code'],
      message: 'either password or code',
    }),
  {
    email: 'The email address of the new login.',
    password: 'The first step: the password for later logins.',
    code: 'The second step: the six digits in the email.',
  },
  { minProperties: 2, maxProperties: 2 },
);

export const claimedSchema = described(
  'Claimed',
  'The organization now has a login.',
  z.strictObject({ claimed: z.literal(true), user: userSchema }),
  { claimed: 'Always true.', user: 'The person who can now log in.' },
);

export const verifyOwnerBody = described(
  'VerifyOwner',
  'The code that was emailed to the owner.',
  z.strictObject({ code: codeSchema }),
  { code: 'The six digits in the email.' },
);

export const ownerVerifiedSchema = described(
  'OwnerVerified',
  'The owner has confirmed the address.',
  z.strictObject({ verified: z.literal(true), organization_id: z.string() }),
  { verified: 'Always true.', organization_id: 'The organization, now with higher limits.' },
);

export const logoutBody = described(
  'Logout',
  'Which sessions end.',
  z.strictObject({ all_sessions: z.boolean().optional() }),
  {
    all_sessions:
      'Whether all sessions of the person end, in every organization. By default only the one of the token.',
  },
);

export const changePasswordBody = described(
  'ChangePassword',
  'The present password and a new one.',
  z.strictObject({ current_password: givenPasswordSchema, new_password: passwordSchema }),
  { current_password: 'The password until now.', new_password: 'The password for later logins.' },
);

export const requestPasswordResetBody = described(
  'RequestPasswordReset',
  'A request for a code that sets a new password.',
  z.strictObject({ email: emailSchema }),
  { email: 'The email address of the login.' },
);

export const resetPasswordBody = described(
  'ResetPassword',
  'The emailed code and the new password.',
  z.strictObject({ email: emailSchema, code: codeSchema, password: passwordSchema }),
  {
    email: 'The email address of the login.',
    code: 'The six digits in the email.',
    password: 'The password for later logins.',
  },
);

export const sessionSchema = described(
  'Session',
  'A login of a person that has not ended.',
  z.strictObject({
    id: z.string(),
    current: z.boolean(),
    address: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: timestampSchema,
    expires_at: timestampSchema,
  }),
  {
    id: 'The session’s id. It is not the token.',
    current: 'Whether it is the session of this request.',
    address: 'The network address from which the person logged in. Null if it was not stored.',
    user_agent: 'What the program called itself at the login. Null if it did not, or it was not stored.',
    created_at: 'When the person logged in.',
    expires_at: 'When the session ends on its own.',
  },
);

export const sessionsSchema = described(
  'SessionList',
  'A page of sessions.',
  z.strictObject({ sessions: z.array(sessionSchema) }),
  { sessions: null },
);
