import * as routes from '../../routes/identities.ts';
import { notesOf } from '../notes.ts';

export const IDENTITIES = notesOf(routes, {
  createIdentity: {
    title: 'Create an identity',
    sdk: 'identities.create',
    body: {
      handle: 'support-bot',
      display_name: 'Support',
      description: 'Answers customers.',
      metadata: { team: 'support' },
    },
  },
  listIdentities: {
    title: 'List identities',
    sdk: 'identities.list',
  },
  getIdentity: {
    title: 'Get an identity',
    sdk: 'identities.get',
  },
  suspendIdentity: {
    title: 'Suspend an identity',
    sdk: 'identities.suspend',
    body: { reason: 'Under review' },
  },
  reinstateIdentity: {
    title: 'Reinstate an identity',
    sdk: 'identities.reinstate',
  },
});
