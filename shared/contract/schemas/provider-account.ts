import { z } from 'zod';
import { AWS_REGION, PROVIDER_ROLE_ARN } from '../../domain/mail/provider.ts';
import { labelSchema, timestampSchema } from './common.ts';

/** Accounts with mail providers. Rule: shapes, Domains, provider accounts; Exact answers (Mail). */
export const PROVIDERS = ['ses', 'smtp'] as const;
export const PROVIDER_STATUSES = ['active', 'error', 'disabled'] as const;

/** What goes over the wire to a server holds no line breaks, and no more than a server would take. */
const loginText = z
  .string()
  .min(1, 'at least 1 character')
  .max(500, 'at most 500 characters')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'no control characters');

const credentialsSchema = z.strictObject({
  password: loginText.optional().meta({ description: 'SMTP, together with `username`.' }),
  role_arn: z
    .string()
    .max(2048, 'at most 2048 characters')
    .regex(PROVIDER_ROLE_ARN, 'the ARN of an IAM role whose name begins with aid-')
    .optional()
    .meta({
      description: 'SES: a role whose trust policy demands the organization’s id as external id.',
      example: 'arn:aws:iam::111122223333:role/aid-mail',
    }),
});

/** Fields that belong to one provider alone, by their path. */
const FIELDS_OF = {
  ses: ['region', 'credentials.role_arn'],
  smtp: ['host', 'port', 'username', 'credentials.password'],
} as const;

const REQUIRED = { ses: ['region'], smtp: ['host', 'port'] } as const;

export const createProviderAccountBody = z
  .strictObject({
    provider: z.enum(PROVIDERS),
    name: labelSchema.optional().meta({ description: 'The host, or SES and the region, when omitted.' }),
    region: z.string().regex(AWS_REGION, 'the name of an AWS region').optional().meta({
      description: 'SES only, required there.',
      example: 'eu-central-1',
    }),
    host: z.string().min(1, 'at least 1 character').max(253, 'at most 253 characters').optional().meta({
      description: 'SMTP only, required there.',
      example: 'smtp.example.com',
    }),
    port: z.int().min(1, 'at least 1').max(65_535, 'at most 65535').optional().meta({
      description: 'SMTP only, required there: 25, 465, 587, 2465, 2525 or 2587.',
      example: 587,
    }),
    username: loginText.optional().meta({ description: 'SMTP only, together with `credentials.password`.' }),
    credentials: credentialsSchema.optional().meta({ description: 'Never shown again.' }),
    is_default: z.boolean().optional().meta({
      description: 'Whether it carries the organization’s mail from now on. The first account does when omitted.',
    }),
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
  })
  .meta({ id: 'CreateProviderAccount' });

const accountFields = {
  id: z.string(),
  provider: z.enum(PROVIDERS),
  name: z.string(),
  status: z.enum(PROVIDER_STATUSES),
  region: z.string().nullable(),
  host: z.string().nullable(),
  port: z.int().nullable(),
  username: z.string().nullable(),
  is_default: z.boolean(),
  last_error: z.string().nullable().meta({ description: 'Why the last look failed.' }),
  created_at: timestampSchema,
  updated_at: timestampSchema,
};

export const providerAccountSchema = z.strictObject(accountFields).meta({ id: 'ProviderAccount' });

export const createdProviderAccountSchema = z
  .strictObject({
    ...accountFields,
    inbound_secret: z.string().meta({ description: 'Signs mail that is handed in. Shown once.' }),
  })
  .meta({ id: 'CreatedProviderAccount' });

export const providerAccountsSchema = z
  .strictObject({ provider_accounts: z.array(providerAccountSchema) })
  .meta({ id: 'ProviderAccounts' });
