import * as routes from '../../routes/tokens.ts';
import { notesOf } from '../notes.ts';

export const TOKENS = notesOf(routes, {
  getIdentityTokenSettings: {
    title: 'Get token audiences',
    sdk: 'identityTokens.settings.get',
  },
  setIdentityTokenSettings: {
    title: 'Set token audiences',
    sdk: 'identityTokens.settings.update',
    body: { audiences: ['sts.amazonaws.com'] },
  },
});
