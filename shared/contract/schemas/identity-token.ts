import { z } from 'zod';
import { audienceSchema, MAX_AUDIENCES } from '#shared/domain/issuer/audience.ts';
import { described } from '#shared/domain/schema/described.ts';
import { timestampSchema } from './common.ts';

/** Identity tokens of agents. See: docs/contract/identity-tokens.md. */
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
