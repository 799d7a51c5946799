import * as routes from '../../routes/oauth.ts';
import { notesOf } from '../notes.ts';

export const OAUTH = notesOf(routes, {
  listGrants: { title: 'List grants', sdk: 'grants.list' },
  getGrant: { title: 'Get a grant', sdk: 'grants.get' },
  revokeGrant: { title: 'Revoke a grant', sdk: 'grants.revoke' },
});
