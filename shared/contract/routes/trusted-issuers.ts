import { route } from '../route.ts';
import { idParams, pageQuery } from '../schemas/common.ts';
import { exchangedTokenSchema, exchangeTokenBody } from '../schemas/token-exchange.ts';
import { createTrustedIssuerBody, trustedIssuerSchema, trustedIssuersSchema } from '../schemas/trusted-issuer.ts';

const managed = { group: 'tokens', auth: 'org' } as const;

const AUDITED_ISSUER = { target: 'trusted_issuer', fields: ['issuer', 'jwks_url', 'rules'] } as const;

export const createTrustedIssuer = route({
  ...managed,
  name: 'createTrustedIssuer',
  method: 'POST',
  path: '/v1/trusted-issuers',
  summary: 'Trusts an issuer: workloads with a token that fulfils a rule get a key of an agent.',
  audited: AUDITED_ISSUER,
  body: createTrustedIssuerBody,
  status: 201,
  reply: trustedIssuerSchema,
  // A rule names agents in its body.
  errors: ['resource.not_found', 'trusted_issuer.duplicate', 'trusted_issuer.limit_reached'],
});

export const listTrustedIssuers = route({
  ...managed,
  name: 'listTrustedIssuers',
  method: 'GET',
  path: '/v1/trusted-issuers',
  summary: 'Lists the trusted issuers with their rules.',
  query: pageQuery,
  status: 200,
  reply: trustedIssuersSchema,
});

export const deleteTrustedIssuer = route({
  ...managed,
  name: 'deleteTrustedIssuer',
  method: 'DELETE',
  path: '/v1/trusted-issuers/{id}',
  summary: 'Stops trusting an issuer. The keys that its tokens got end at once.',
  audited: AUDITED_ISSUER,
  params: idParams,
  status: 204,
});

export const exchangeToken = route({
  name: 'exchangeToken',
  group: 'tokens',
  auth: 'none',
  method: 'POST',
  path: '/v1/auth/token',
  summary: 'Exchanges a token of a trusted issuer for a key of an agent, for 15 minutes at most (RFC 8693).',
  body: exchangeTokenBody,
  acceptsForm: true,
  status: 200,
  reply: exchangedTokenSchema,
  onceOnlySecret: true,
  errors: ['auth.token_refused', 'identity.suspended'],
});
