import { z } from 'zod';
import { HOST_EXPECTED, HOST_FORM } from '#shared/domain/http/url-safety.ts';
import { AWS_REGION, PROVIDER_ROLE_ARN } from '#shared/domain/mail/provider.ts';
import { described } from '#shared/domain/schema/described.ts';
import { labelSchema, timestampSchema } from './common.ts';
import { extending, type RefusedCase, refuses, withAll, without } from './rules.ts';

/** Accounts with mail providers. See: docs/contract/provider-accounts.md#provider-account-record. */
const PROVIDERS = ['ses', 'smtp'] as const;
const PROVIDER_STATUSES = ['active', 'error', 'disabled'] as const;

const providerSchema = z.enum(PROVIDERS).meta({ id: 'Provider', description: 'The kind of provider.' });
const providerStatusSchema = z
  .enum(PROVIDER_STATUSES)
  .meta({ id: 'ProviderAccountStatus', description: 'Whether the last check succeeded.' });

/** Text that is sent to a server: no line breaks, and a bounded length. */
const loginText = z
  .string()
  .min(1, 'at least 1 character')
  .max(500, 'at most 500 characters')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  .regex(/^[^\x00-\x1f\x7f]*$/, 'no control characters');

const credentialsSchema = described(
  'ProviderCredentials',
  'The credentials at the provider. They are never returned.',
  z.strictObject({
    password: loginText.optional(),
    role_arn: z
      .string()
      .max(2048, 'at most 2048 characters')
      .regex(PROVIDER_ROLE_ARN, 'the ARN of an IAM role with a name that begins with aid-')
      .optional(),
  }),
  {
    password: 'SMTP only, together with `username`.',
    role_arn: 'SES only: a role with the organization’s id as external id in its trust policy.',
  },
);

/** Fields that only one provider has, by path. */
const FIELDS_OF = {
  ses: ['region', 'credentials.role_arn'],
  smtp: ['host', 'port', 'username', 'credentials.password'],
} as const;

const REQUIRED = { ses: ['region'], smtp: ['host', 'port'] } as const;

/** The refused cases of the body, for the generated description. */
const OF = (provider: 'ses' | 'smtp') => ({ properties: { provider: { const: provider } } });
const credential = (name: string): RefusedCase => ({
  required: ['credentials'],
  properties: { credentials: withAll(name) },
});
const REFUSED: readonly RefusedCase[] = [
  {
    ...OF('ses'),
    anyOf: [without('region'), ...['host', 'port', 'username'].map((name) => withAll(name)), credential('password')],
  },
  { ...OF('smtp'), anyOf: [without('host'), without('port'), withAll('region'), credential('role_arn')] },
  { ...withAll('username'), not: credential('password') },
  { ...without('username'), ...credential('password') },
];

export const createProviderAccountBody = described(
  'CreateProviderAccount',
  'A new account with a mail provider, without fields of the other provider.',
  z
    .strictObject({
      provider: providerSchema,
      name: labelSchema.optional(),
      region: z.string().regex(AWS_REGION, 'the name of an AWS region').optional(),
      host: z
        .string()
        .min(1, 'at least 1 character')
        .max(253, 'at most 253 characters')
        .regex(HOST_FORM, HOST_EXPECTED)
        .optional(),
      port: z.int().min(1, 'at least 1').max(65_535, 'at most 65535').optional(),
      username: loginText.optional(),
      credentials: credentialsSchema.optional(),
      is_default: z.boolean().optional(),
    })
    .superRefine((body, context) => {
      const given = (path: string) =>
        path.startsWith('credentials.')
          ? body.credentials?.[path.slice('credentials.'.length) as 'password' | 'role_arn']
          : body[path as keyof typeof body];
      const problem = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: path.split('.'), message });
      const other = body.provider === 'ses' ? 'smtp' : 'ses';
      for (const path of FIELDS_OF[other]) {
        if (given(path) !== undefined) problem(path, `not a field of ${body.provider} accounts`);
      }
      for (const path of REQUIRED[body.provider]) {
        if (given(path) === undefined) problem(path, `required for ${body.provider} accounts`);
      }
      const [username, password] = [given('username'), given('credentials.password')];
      if (username !== undefined && password === undefined) problem('credentials.password', 'required with username');
      if (username === undefined && password !== undefined) problem('username', 'required with credentials.password');
    }),
  {
    provider: 'The kind of provider.',
    name: 'A name for people. By default, the host, or SES and its region.',
    region: 'The AWS region. SES only, where it is required.',
    host: 'The server’s name or public IP address. SMTP only, where it is required.',
    port: 'The port: 25, 465, 587, 2465, 2525 or 2587. SMTP only, where it is required.',
    username: 'SMTP only, together with `credentials.password`.',
    credentials: null,
    is_default: 'Whether it sends the organization’s mail. True by default for the first account.',
  },
  refuses(...REFUSED),
);

const accountFields = {
  id: z.string(),
  provider: providerSchema,
  name: z.string(),
  status: providerStatusSchema,
  region: z.string().nullable(),
  host: z.string().nullable(),
  port: z.int().nullable(),
  username: z.string().nullable(),
  is_default: z.boolean(),
  last_error: z.string().nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
};

const accountTexts = {
  id: 'The account’s id.',
  provider: 'The kind of provider.',
  name: 'A name for people.',
  status: 'Whether the last check succeeded.',
  region: 'The AWS region, null for SMTP.',
  host: 'The server’s name, null for SES.',
  port: 'The server’s port, null for SES.',
  username: 'The name of the login.',
  is_default: 'Whether it sends the organization’s mail.',
  last_error: 'Why the last check failed.',
} as const;

export const providerAccountSchema = described(
  'ProviderAccount',
  'An account with a mail provider, without its credentials.',
  z.strictObject(accountFields),
  accountTexts,
);

export const createdProviderAccountSchema = described(
  'CreatedProviderAccount',
  'A new account with its inbound secret, which is returned only once.',
  z.strictObject({ ...accountFields, inbound_secret: z.string() }),
  { ...accountTexts, inbound_secret: 'The secret that signs mail submitted by the provider. Returned only once.' },
  extending('ProviderAccount'),
);

export const providerAccountsSchema = described(
  'ProviderAccountList',
  'A page of provider accounts.',
  z.strictObject({ provider_accounts: z.array(providerAccountSchema) }),
  { provider_accounts: null },
);
