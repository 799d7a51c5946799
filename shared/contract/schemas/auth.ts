import { z } from 'zod';
import { slugSchema } from '../../domain/handle.ts';
import { emailSchema } from './account.ts';
import { labelSchema, timestampSchema } from './common.ts';

/** People: signup, login, claim, verification. Rule: specification, Account and keys; shapes, Accounts and keys. */
export const codeSchema = z
  .string()
  .regex(/^\d{6}$/, 'six digits')
  .meta({ example: '042137' });

/** The upper bound keeps hashing cheap for us; NFC makes one password of the ways to type it (RFC 8265). */
const passwordSchema = z
  .string()
  .min(10, 'at least 10 characters')
  .max(200, 'at most 200 characters')
  .transform((text) => text.normalize('NFC'))
  .meta({ example: 'correct horse battery staple' });

export const signupBody = z
  .strictObject({
    organization_name: labelSchema.meta({ example: 'Example Works' }),
    organization_slug: slugSchema.meta({ example: 'example-works' }),
    email: emailSchema,
    password: passwordSchema,
  })
  .meta({ id: 'Signup' });

export const verificationRequiredSchema = z
  .strictObject({
    status: z.literal('verification_required'),
    email: z.string(),
    expires_at: timestampSchema.meta({ description: 'Until then the code that was mailed is good.' }),
  })
  .meta({ id: 'VerificationRequired' });

export const verifySignupBody = z.strictObject({ email: emailSchema, code: codeSchema }).meta({ id: 'VerifySignup' });

const userSchema = z.strictObject({ id: z.string(), email: z.string() });
const organizationSchema = z.strictObject({ id: z.string(), name: z.string(), slug: z.string() });

export const signedUpSchema = z
  .strictObject({
    api_key: z.string().meta({ description: 'An org key. Shown once.' }),
    key_prefix: z.string(),
    organization: organizationSchema,
    user: userSchema,
  })
  .meta({ id: 'SignedUp' });

export const resendSignupBody = z.strictObject({ email: emailSchema }).meta({ id: 'ResendSignup' });

export const loginBody = z
  .strictObject({
    email: emailSchema,
    // Any text: what was never a password is just a wrong one.
    password: z
      .string()
      .max(1000)
      .transform((text) => text.normalize('NFC')),
    organization_slug: slugSchema.optional().meta({ description: 'The oldest organization when omitted.' }),
  })
  .meta({ id: 'Login' });

export const loggedInSchema = z
  .strictObject({
    token: z.string().meta({ description: 'Accepted wherever an org key is. Shown once.' }),
    token_type: z.literal('bearer'),
    expires_at: timestampSchema,
    user: userSchema,
    organization: organizationSchema,
  })
  .meta({ id: 'LoggedIn' });

export const claimBody = z
  .strictObject({ email: emailSchema, password: passwordSchema.optional(), code: codeSchema.optional() })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    path: ['code'],
    message: 'either password or code',
  })
  .meta({ id: 'Claim', description: 'First with a password, then with the code that was mailed.' });

export const claimedSchema = z
  .union([verificationRequiredSchema, z.strictObject({ claimed: z.literal(true), user: userSchema })])
  .meta({ id: 'Claimed' });

export const verifyOwnerBody = z.strictObject({ code: codeSchema }).meta({ id: 'VerifyOwner' });

export const ownerVerifiedSchema = z
  .strictObject({ verified: z.literal(true), organization_id: z.string() })
  .meta({ id: 'OwnerVerified' });
