import * as routes from '../../routes/webhooks.ts';
import { exampleId } from '../example-records.ts';
import { notesOf } from '../notes.ts';

const URL = 'https://receiver.example/hook';

export const WEBHOOKS = notesOf(routes, {
  createWebhook: {
    title: 'Create a webhook endpoint',
    sdk: 'webhooks.create',
    secret: 'secret',
    body: { url: URL, event_types: ['mail.received'], identity_id: exampleId('agent') },
  },
  listWebhooks: {
    title: 'List webhook endpoints',
    sdk: 'webhooks.list',
  },
  updateWebhook: {
    title: 'Update a webhook endpoint',
    sdk: 'webhooks.update',
    body: { enabled: false },
  },
  deleteWebhook: {
    title: 'Delete a webhook endpoint',
    sdk: 'webhooks.delete',
  },
  rotateWebhookSecret: {
    title: 'Rotate a signing secret',
    sdk: 'webhooks.rotateSecret',
    secret: 'secret',
  },
  testWebhook: {
    title: 'Test a webhook endpoint',
    sdk: 'webhooks.test',
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
