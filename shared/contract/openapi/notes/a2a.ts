import * as routes from '../../routes/a2a.ts';
import { AT, exampleId } from '../example-records.ts';
import { notesOf } from '../notes.ts';

const QUESTION = 'Please look up invoice 4711.';

const _message = (digit: number, role: 'caller' | 'worker', text: string, at = AT) => ({
  id: exampleId('message', digit),
  message_id: exampleId('message', digit),
  role,
  parts: [{ text }],
  created_at: at,
});

export const A2A = notesOf(routes, {
  createTask: {
    title: 'Create a task',
    sdk: 'tasks.create',
    body: {
      to_identity_id: exampleId('agent', 2),
      parts: [{ text: QUESTION }, { data: { invoice: 4711 }, media_type: 'application/json' }],
      context_id: exampleId('context'),
      message_id: 'invoice-4711',
      metadata: { team: 'support' },
    },
  },
  listTasks: {
    title: 'List tasks',
    sdk: 'tasks.list',
  },
  getTask: {
    title: 'Get a task',
    sdk: 'tasks.get',
  },
  claimTask: {
    title: 'Claim a task',
    sdk: 'tasks.claim',
    body: { lease_seconds: 30 },
  },
  replyToTask: {
    title: 'Reply to a task',
    sdk: 'tasks.reply',
    body: {
      state: 'completed',
      message: 'Here it is.',
      result: { invoice: 4711 },
      artifacts: [{ artifact_id: 'invoice', name: 'Invoice', parts: [{ url: 'https://example.com/4711.pdf' }] }],
    },
  },
  addTaskMessage: {
    title: 'Add a task message',
    sdk: 'tasks.message',
    body: { message: 'It is from last May.' },
  },
  cancelTask: {
    title: 'Cancel a task',
    sdk: 'tasks.cancel',
    body: { reason: 'No longer needed.' },
  },
});
