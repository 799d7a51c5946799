import * as routes from '../../routes/identities.ts';
import { notesOf } from '../notes.ts';

export const IDENTITIES = notesOf(routes, {
  createIdentity: {
    title: 'Create an agent',
    sdk: 'identities.create',
    body: {
      handle: 'support-bot',
      display_name: 'Support',
      description: 'Answers customers.',
      metadata: { team: 'support' },
    },
  },
  listIdentities: {
    title: 'List agents',
    sdk: 'identities.list',
  },
  getIdentity: {
    title: 'Get an agent',
    sdk: 'identities.get',
  },
  suspendIdentity: {
    title: 'Suspend an agent',
    sdk: 'identities.suspend',
    body: { reason: 'Under review' },
  },
  reinstateIdentity: {
    title: 'Reinstate an agent',
    sdk: 'identities.reinstate',
  },
});
