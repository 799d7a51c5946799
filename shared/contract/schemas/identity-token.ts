import { z } from 'zod';
import { audienceSchema, MAX_AUDIENCES } from '#shared/domain/issuer/audience.ts';
import { customClaimsSchema } from '#shared/domain/issuer/custom-claims.ts';
import { DEFAULT_TOKEN_SECONDS, MAX_TOKEN_SECONDS, MIN_TOKEN_SECONDS } from '#shared/domain/issuer/token-lifetime.ts';
import { described } from '#shared/domain/schema/described.ts';
import { timestampSchema } from './common.ts';

/** Identity tokens of agents. See: docs/contract/identity-tokens.md. */
export const createIdentityTokenBody = described(
  'CreateIdentityToken',
  'Who will accept the token, and for how long it is valid.',
  z.strictObject({
    audience: audienceSchema,
    ttl_seconds: z
      .int()
      .min(MIN_TOKEN_SECONDS, `at least ${MIN_TOKEN_SECONDS}`)
      .max(MAX_TOKEN_SECONDS, `at most ${MAX_TOKEN_SECONDS}`)
      .optional(),
    claims: customClaimsSchema.optional(),
  }),
  {
    audience: 'The service that will accept it: one of the audiences that the organization allows.',
    ttl_seconds: `How long it is valid. ${DEFAULT_TOKEN_SECONDS} by default.`,
    claims: null,
  },
);

export const identityTokenSchema = described(
  'IdentityToken',
  'A token that names an agent.',
  z.strictObject({ token: z.string(), token_type: z.literal('JWT'), expires_at: timestampSchema }),
  {
    token: 'The signed JWT. It is not stored: request another one when it expires.',
    token_type: 'Always `JWT`.',
    expires_at: 'When it expires.',
  },
);

export const identityTokenSettingsBody = described(
  'SetIdentityTokenSettings',
  'The audiences that the organization allows.',
  z.strictObject({
    audiences: z
      .array(audienceSchema)
      .max(MAX_AUDIENCES, `at most ${MAX_AUDIENCES} audiences`)
      .refine((audiences) => new Set(audiences).size === audiences.length, 'each audience once')
      .meta({ override: { uniqueItems: true } }),
  }),
  { audiences: 'All audiences for which agents get tokens. None by default.' },
);

export const identityTokenSettingsSchema = described(
  'IdentityTokenSettings',
  'Who may accept identity tokens of the organization’s agents.',
  z.strictObject({ audiences: z.array(z.string()), updated_at: timestampSchema.nullable() }),
  { audiences: 'The audiences for which agents get tokens.' },
);
