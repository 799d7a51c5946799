import * as routes from '../../routes/tokens.ts';
import { notesOf } from '../notes.ts';
import { READ_BY_VERIFIERS } from '../sdk.ts';

export const TOKENS = notesOf(routes, {
  createIdentityToken: {
    title: 'Issue an identity token',
    sdk: 'identityTokens.create',
    secret: 'token',
    body: { audience: 'sts.amazonaws.com', ttl_seconds: 600 },
  },
  getIdentityTokenSettings: {
    title: 'Get token audiences',
    sdk: 'identityTokens.settings.get',
  },
  setIdentityTokenSettings: {
    title: 'Set token audiences',
    sdk: 'identityTokens.settings.update',
    body: { audiences: ['sts.amazonaws.com'] },
  },
  getOpenidConfiguration: {
    title: 'Discover the issuer',
    sdk: READ_BY_VERIFIERS,
  },
  getJwks: {
    title: 'Get the public keys',
    sdk: READ_BY_VERIFIERS,
  },
});
