import { MAX_WAIT_TIMEOUT_MS } from '#shared/domain/limits/limits.ts';
import * as routes from '../../routes/events.ts';
import * as streamRoutes from '../../routes/streams.ts';
import * as waitRoutes from '../../routes/wait.ts';
import { exampleId } from '../example-records.ts';
import { notesOf } from '../notes.ts';

export const EVENTS = notesOf(routes, {
  listEvents: {
    title: 'List events',
    sdk: 'events.list',
  },
  replayEvent: {
    title: 'Replay an event',
    sdk: 'events.replay',
  },
  getTrace: {
    title: 'Get a trace',
    sdk: 'trace',
  },
});

export const WAIT = notesOf(waitRoutes, {
  waitForEvent: {
    title: 'Wait for an event',
    sdk: 'events.wait',
    wait: { parameter: 'timeout_ms', max_ms: MAX_WAIT_TIMEOUT_MS },
  },
});

export const STREAMS = notesOf(streamRoutes, {
  createStream: {
    title: 'Create a stream',
    sdk: 'events.streams.create',
    secret: 'connect_url',
    body: { types: ['mail.received'], identity_id: exampleId('agent') },
  },
  listStreams: {
    title: 'List streams',
    sdk: 'events.streams.list',
  },
  deleteStream: {
    title: 'Delete a stream',
    sdk: 'events.streams.delete',
  },
});
