import { DISCOVERY_PATH, JWKS_PATH } from '#shared/domain/issuer/metadata.ts';
import { route } from '../route.ts';
import { idParams } from '../schemas/common.ts';
import {
  createIdentityTokenBody,
  identityTokenSchema,
  identityTokenSettingsBody,
  identityTokenSettingsSchema,
} from '../schemas/identity-token.ts';
import { jwksSchema, openidConfigurationSchema } from '../schemas/issuer.ts';

const group = { group: 'tokens' } as const;

export const createIdentityToken = route({
  ...group,
  name: 'createIdentityToken',
  method: 'POST',
  path: '/v1/identities/{id}/tokens',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'id', foreign: 403 }],
  orgOnly: ['claims'],
  summary: 'Issues a short-lived token that proves to another service which agent it is.',
  params: idParams,
  body: createIdentityTokenBody,
  status: 201,
  reply: identityTokenSchema,
  errors: ['identity_token.audience'],
  onceOnlySecret: true,
});

const settings = { ...group, auth: 'org', path: '/v1/identity-tokens/settings' } as const;

export const getIdentityTokenSettings = route({
  ...settings,
  name: 'getIdentityTokenSettings',
  method: 'GET',
  summary: 'Returns the audiences for which agents get identity tokens.',
  status: 200,
  reply: identityTokenSettingsSchema,
});

export const setIdentityTokenSettings = route({
  ...settings,
  name: 'setIdentityTokenSettings',
  method: 'PUT',
  summary: 'Sets the audiences for which agents get identity tokens. No others are allowed.',
  audited: { target: 'identity_token_settings', fields: ['audiences'] },
  body: identityTokenSettingsBody,
  status: 200,
  reply: identityTokenSettingsSchema,
});

/**
 * Services that verify tokens read both, and keep them. A new key is published for a day before it signs, so a copy
 * that is five minutes old always has the key of a token.
 *
 * See: docs/contract/identity-tokens.md#discovery.
 */
const discovery = { ...group, auth: 'none', method: 'GET', status: 200, cacheSeconds: 300 } as const;

export const getOpenidConfiguration = route({
  ...discovery,
  name: 'getOpenidConfiguration',
  path: DISCOVERY_PATH,
  summary: 'Describes the issuer of identity tokens, for services that verify them.',
  reply: openidConfigurationSchema,
});

export const getJwks = route({
  ...discovery,
  name: 'getJwks',
  path: JWKS_PATH,
  summary: 'Returns the public keys with which identity tokens are verified.',
  reply: jwksSchema,
});
