import { route } from '../route.ts';
import { identityTokenSettingsBody, identityTokenSettingsSchema } from '../schemas/identity-token.ts';

const group = { group: 'tokens' } as const;

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
  body: identityTokenSettingsBody,
  status: 200,
  reply: identityTokenSettingsSchema,
});
