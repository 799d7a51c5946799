import { z } from 'zod';
import { SCOPES } from '#shared/domain/issuer/scopes.ts';
import { isPrivateJwk, signingJwkOf } from '#shared/domain/issuer/signing-jwk.ts';
import { claimsProblem, MAX_CLAIMS, MAX_ISSUER_CHARACTERS, MAX_RULES } from '#shared/domain/issuer/trusted-issuer.ts';
import { described } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';
import { idSchema, timestampSchema } from './common.ts';
import { refuses, withAll } from './rules.ts';
import { scopeSchema } from './scope.ts';

/** Trusted issuers, and the exchange of their tokens. See: docs/contract/trusted-issuers.md. */
const MAX_GIVEN_KEYS = 10;

const claimsSchema = z
  .record(z.string(), z.string())
  .superRefine((claims, context) => {
    const problem = claimsProblem(claims);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({
    id: 'NewIssuerClaims',
    description: 'What the claims of a token have to be: a text, or its beginning if it ends with `*`.',
    override: { minProperties: 1, maxProperties: MAX_CLAIMS },
  });

const ruleTexts = {
  identity_id: 'The agent that the key acts as.',
  claims: 'All have to hold. One of them has to say who the workload is, such as `sub`.',
  scopes: 'What the key is limited to.',
} as const;

const newRuleSchema = described(
  'NewIssuerRule',
  'Which tokens of an issuer get a key of which agent.',
  z.strictObject({
    identity_id: idSchema,
    claims: claimsSchema,
    scopes: z
      .array(scopeSchema)
      .min(1, 'at least one scope')
      .max(SCOPES.length, 'each scope once')
      .refine((scopes) => new Set(scopes).size === scopes.length, 'each scope once')
      .meta({ override: { uniqueItems: true } }),
  }),
  ruleTexts,
);

const newKeySetSchema = z
  .strictObject({
    keys: z.array(jsonObjectSchema).min(1, 'at least one key').max(MAX_GIVEN_KEYS, `at most ${MAX_GIVEN_KEYS} keys`),
  })
  .superRefine(({ keys }, context) => {
    const refuse = (index: number, message: string) =>
      context.addIssue({ code: 'custom', path: ['keys', index], message });
    const seen = new Set<unknown>();
    keys.forEach((key, index) => {
      if (isPrivateJwk(key)) refuse(index, 'a public key, without its private members');
      else if (signingJwkOf(key) === undefined) refuse(index, 'a public RSA, EC or OKP key for signatures, with a kid');
      else if (seen.has(key.kid)) refuse(index, 'a kid that no other key has');
      seen.add(key.kid);
    });
  })
  .meta({
    id: 'NewIssuerKeys',
    description: 'Public keys (RFC 7517), each with a `kid`.',
    fields: { keys: 'The keys.' },
  });

/** What the service also checks: see `issuerProblem`. */
const urlSchema = (max: number) =>
  z.string().min(1, 'at least 1 character').max(max, `at most ${max} characters`).meta({ format: 'uri' });

export const createTrustedIssuerBody = described(
  'CreateTrustedIssuer',
  'An issuer to trust, and which of its tokens get a key of which agent.',
  z
    .strictObject({
      issuer: urlSchema(MAX_ISSUER_CHARACTERS),
      jwks_url: urlSchema(2048).optional(),
      jwks: newKeySetSchema.optional(),
      rules: z.array(newRuleSchema).min(1, 'at least one rule').max(MAX_RULES, `at most ${MAX_RULES} rules`),
    })
    .superRefine(({ jwks_url, jwks }, context) => {
      if (jwks_url !== undefined && jwks !== undefined)
        context.addIssue({ code: 'custom', path: ['jwks'], message: 'not together with jwks_url' });
    }),
  {
    issuer: 'What `iss` is in its tokens, byte by byte: an https URL without a query.',
    jwks_url: 'Where its keys are. By default, where its `/.well-known/openid-configuration` says.',
    jwks: 'Its keys, if the service cannot reach them.',
    rules: 'The first one that a token fulfils decides.',
  },
  refuses(withAll('jwks_url', 'jwks')),
);

const ruleSchema = described(
  'IssuerRule',
  'Which tokens of an issuer get a key of which agent.',
  z.strictObject({
    identity_id: z.string(),
    claims: z
      .record(z.string(), z.string())
      .meta({ id: 'IssuerClaims', description: 'What the claims of a token have to be.' }),
    scopes: z.array(scopeSchema),
  }),
  ruleTexts,
);

const keySetSchema = described(
  'IssuerKeys',
  'The public keys of an issuer (RFC 7517).',
  z.strictObject({
    keys: z.array(z.record(z.string(), z.string()).meta({ id: 'IssuerKey', description: 'A public key.' })),
  }),
  { keys: null },
);

export const trustedIssuerSchema = described(
  'TrustedIssuer',
  'An issuer of tokens that workloads exchange for keys of agents.',
  z.strictObject({
    id: z.string(),
    issuer: z.string(),
    audience: z.string(),
    jwks_url: z.string().nullable(),
    jwks: keySetSchema.nullable(),
    rules: z.array(ruleSchema),
    created_at: timestampSchema,
  }),
  {
    id: 'The trusted issuer’s id.',
    issuer: 'What `iss` is in its tokens.',
    audience: 'What `aud` has to be in its tokens, and nothing else.',
    jwks_url: 'Where its keys are. Null if they are in `jwks`, or found by discovery.',
    jwks: 'Its keys, if they were given.',
    rules: 'The first one that a token fulfils decides.',
  },
);

export const trustedIssuersSchema = described(
  'TrustedIssuerList',
  'A page of trusted issuers.',
  z.strictObject({ trusted_issuers: z.array(trustedIssuerSchema) }),
  { trusted_issuers: null },
);
