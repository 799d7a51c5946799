import * as routes from '../../routes/webhooks.ts';
import { AT, exampleId } from '../example-records.ts';
import { notesOf } from '../notes.ts';

const URL = 'https://receiver.example/hook';

export const WEBHOOKS = notesOf(routes, {
  createWebhook: {
    title: 'Create a webhook',
    sdk: 'webhooks.create',
    secret: 'secret',
    body: { url: URL, event_types: ['mail.received'], identity_id: exampleId('agent') },
  },
  listWebhooks: {
    title: 'List webhooks',
    sdk: 'webhooks.list',
  },
  updateWebhook: {
    title: 'Update a webhook',
    sdk: 'webhooks.update',
    body: { enabled: false },
  },
  deleteWebhook: {
    title: 'Delete a webhook',
    sdk: 'webhooks.delete',
  },
  rotateWebhookSecret: {
    title: 'Rotate a webhook secret',
    sdk: 'webhooks.rotateSecret',
    secret: 'secret',
  },
  testWebhook: {
    title: 'Test a webhook',
    sdk: 'webhooks.test',
  },
  recoverWebhook: {
    title: 'Recover a webhook',
    sdk: 'webhooks.recover',
    body: { since: AT, status: 'dead_letter' },
  },
  getRecovery: {
    title: 'Get a recovery',
    sdk: 'webhooks.recoveries.get',
  },
  listDeliveries: {
    title: 'List deliveries',
    sdk: 'webhooks.deliveries.list',
  },
  getDelivery: {
    title: 'Get a delivery',
    sdk: 'webhooks.deliveries.get',
  },
});
