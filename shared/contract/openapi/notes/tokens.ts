import * as routes from '../../routes/tokens.ts';
import { notesOf } from '../notes.ts';
import { READ_BY_VERIFIERS } from '../sdk.ts';

export const TOKENS = notesOf(routes, {
  createIdentityToken: {
    title: 'Create an identity token',
    sdk: 'identityTokens.create',
    secret: 'token',
    body: { audience: 'sts.amazonaws.com', ttl_seconds: 600 },
  },
  getIdentityTokenSettings: {
    title: 'Get identity token settings',
    sdk: 'identityTokens.settings.get',
  },
  setIdentityTokenSettings: {
    title: 'Set identity token settings',
    sdk: 'identityTokens.settings.update',
    body: { audiences: ['sts.amazonaws.com'] },
  },
  getOpenidConfiguration: {
    title: 'Get the OpenID configuration',
    sdk: READ_BY_VERIFIERS,
  },
  getJwks: {
    title: 'Get the JWKS',
    sdk: READ_BY_VERIFIERS,
  },
});
