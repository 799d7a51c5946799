import * as routes from '../../routes/system.ts';
import { notesOf } from '../notes.ts';
import { MONITORED, READ_BY_TOOLS, READ_FIRST } from '../sdk.ts';

export const SYSTEM = notesOf(routes, {
  getRoot: {
    title: 'Get the entry point',
    sdk: READ_FIRST,
  },
  getApiRoot: {
    title: 'Get the entry point',
    sdk: READ_FIRST,
  },
  getLlmsTxt: {
    title: 'Get the guide for models',
    sdk: READ_FIRST,
  },
  getHealth: {
    title: 'Get health',
    sdk: MONITORED,
  },
  getReady: {
    title: 'Get readiness',
    sdk: MONITORED,
  },
  getDescription: {
    title: 'Get the description',
    sdk: READ_BY_TOOLS,
  },
});
