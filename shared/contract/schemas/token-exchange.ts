import { z } from 'zod';
import { SCOPES } from '#shared/domain/issuer/scopes.ts';
import { described } from '#shared/domain/schema/described.ts';

/** The exchange of a token. See: RFC 8693, sections 2.1 and 2.2; docs/contract/trusted-issuers.md#exchange. */
const TOKEN_TYPE = /^urn:ietf:params:oauth:token-type:(?:jwt|id_token)$/;

export const ISSUED_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';

const MAX_TOKEN_CHARACTERS = 16 * 1024;

const SCOPE_LIST = /^[a-z.]+(?: [a-z.]+)*$/;

export const exchangeTokenBody = described(
  'ExchangeToken',
  'A token of a trusted issuer, to exchange for a key of an agent (RFC 8693).',
  z.strictObject({
    grant_type: z.literal('urn:ietf:params:oauth:grant-type:token-exchange'),
    subject_token: z.string().min(1).max(MAX_TOKEN_CHARACTERS, `at most ${MAX_TOKEN_CHARACTERS} characters`),
    subject_token_type: z.string().regex(TOKEN_TYPE, 'urn:ietf:params:oauth:token-type:jwt, or :id_token'),
    requested_token_type: z.literal(ISSUED_TOKEN_TYPE).optional(),
    audience: z.string().max(600, 'at most 600 characters').optional(),
    resource: z.string().max(600, 'at most 600 characters').optional(),
    scope: z
      .string()
      .max(200, 'at most 200 characters')
      .regex(SCOPE_LIST, `scopes with one space between them: ${SCOPES.join(' ')}`)
      .optional(),
  }),
  {
    grant_type: null,
    subject_token: 'The token, a signed JWT.',
    subject_token_type: '`urn:ietf:params:oauth:token-type:jwt` or `…:id_token`, which are checked alike.',
    requested_token_type: null,
    audience: 'The `aud` of the token again, if at all.',
    resource: 'The address of this service, if at all.',
    scope: 'Fewer scopes than those of the rule, separated by spaces.',
  },
);

export const exchangedTokenSchema = described(
  'ExchangedToken',
  'A key of an agent, for a quarter of an hour at most.',
  z.strictObject({
    access_token: z.string(),
    issued_token_type: z.literal(ISSUED_TOKEN_TYPE),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    scope: z.string(),
  }),
  {
    access_token: 'The key. Returned only once.',
    issued_token_type: null,
    token_type: null,
    expires_in: 'For how many seconds it is valid.',
    scope: 'Its scopes, separated by spaces.',
  },
);
