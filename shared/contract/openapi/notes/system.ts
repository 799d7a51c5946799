import * as routes from '../../routes/system.ts';
import { notesOf } from '../notes.ts';
import { MONITORED, READ_BY_TOOLS } from '../sdk.ts';

export const SYSTEM = notesOf(routes, {
  getHealth: {
    title: 'Check health',
    sdk: MONITORED,
  },
  getReady: {
    title: 'Check readiness',
    sdk: MONITORED,
  },
  getDescription: {
    title: 'Get this description',
    sdk: READ_BY_TOOLS,
  },
});
