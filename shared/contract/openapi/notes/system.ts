import * as routes from '../../routes/system.ts';
import { notesOf } from '../notes.ts';

export const SYSTEM = notesOf(routes, {
  getHealth: {
    title: 'Check health',
    sdk: 'system.health',
  },
  getReady: {
    title: 'Check readiness',
    sdk: 'system.ready',
  },
  getDescription: {
    title: 'Get this description',
    sdk: 'system.description',
  },
});
