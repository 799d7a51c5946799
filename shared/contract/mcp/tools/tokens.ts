import { z } from 'zod';
import { MAX_TOKEN_SECONDS, MIN_TOKEN_SECONDS } from '#shared/domain/issuer/token-lifetime.ts';
import { keyed } from '../arguments.ts';
import { tool, WRITES } from '../tool.ts';

export const getIdentityToken = tool({
  name: 'get_identity_token',
  title: 'Get an identity token',
  description:
    'Returns a short-lived token that proves to another service which agent you are. Your organization decides for which audiences you get one. You will then see the token: never repeat it, and send it only to that service.',
  input: z.strictObject({
    audience: z
      .string()
      .min(1)
      .max(255)
      .describe('The service that will accept it: the name that it expects in `aud`.'),
    ttl_seconds: z.int().min(MIN_TOKEN_SECONDS).max(MAX_TOKEN_SECONDS).optional(),
    ...keyed,
  }),
  output: z.looseObject({ token: z.string(), expires_at: z.string(), already_sent: z.boolean().optional() }),
  annotations: WRITES,
});
