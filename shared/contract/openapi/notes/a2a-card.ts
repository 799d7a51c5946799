import * as routes from '../../routes/a2a-card.ts';
import { notesOf } from '../notes.ts';
import { DISCOVERED } from '../sdk.ts';

export const A2A_CARD = notesOf(routes, {
  listDirectory: {
    title: 'List the directory',
    sdk: 'a2a.directory.list',
  },
  getAgentCard: { title: 'Get an agent card', sdk: 'a2a.card' },
  getWellKnownCard: { title: 'Get the well-known card', sdk: DISCOVERED },
  getRpcWellKnownCard: { title: 'Get the RPC well-known card', sdk: DISCOVERED },
});
