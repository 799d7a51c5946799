import { TunnelClient } from '#clients/tunnel/tunnel-client.ts';
import { Receiver } from '#testing/receiver.ts';
import type { Body } from '../api-client.ts';
import { EventSocket } from '../event-socket.ts';
import { findDelivery } from '../find-delivery.ts';
import type { SmokeAgent } from '../run.ts';
import type { Step } from '../run-steps.ts';
import type { SentMail } from './mail.ts';

interface Endpoint {
  readonly id: string;
  readonly secret: string;
}

export const stream: Step = {
  name: 'stream',
  after: ['agents'],
  needs: 'the WebSocket API, and WebSocket connections from this machine to it',
  run: async (run) => {
    const { key } = run.made<SmokeAgent>('sender');
    const opened = await run.call('POST', '/v1/events/streams', { key, body: { types: ['mail.sent'] } });
    const socket = run.keep('socket', new EventSocket(opened.connect_url));
    run.undoLater('the connection of the stream', async () => socket.close());
    await run.until(async () => socket.find(({ type }) => type === 'ready'));
    // From here on the service knows the connection. A stream that was never open ends with its ticket.
    run.undoLater(`the stream ${opened.id}`, () => run.call('DELETE', `/v1/events/streams/${opened.id}`, { key }));
    return `${opened.id} is open`;
  },
};

/** The service itself makes the receiver of the webhook public. */
export const tunnel: Step = {
  name: 'tunnel',
  after: ['agents'],
  needs: 'the WebSocket API, the API of tunnels, and connections from this machine to both',
  run: async (run) => {
    const key = run.made<string>('orgKey');
    const greeting = `smoke test ${run.id}`;
    const receiver = run.keep(
      'receiverServer',
      await Receiver.start(({ method }) => (method === 'GET' ? { body: greeting } : { status: 204 })),
    );
    run.undoLater('the receiver on this machine', () => receiver.stop());
    const made = await run.call('POST', '/v1/tunnels', { key, body: { name: `smoke-${run.id}` } });
    run.undoLater(`the tunnel ${made.id}`, () => run.call('DELETE', `/v1/tunnels/${made.id}`, { key }));
    const client = new TunnelClient({
      connectUrl: made.connect_url,
      key,
      target: { host: '127.0.0.1', port: receiver.port },
    });
    let problem: string | undefined;
    let isConnected = false;
    client.on('connected', () => {
      isConnected = true;
    });
    client.on('refused', (reason) => {
      problem = reason;
    });
    run.undoLater('the connection of the tunnel', async () => client.stop());
    client.start();
    await run.until(async () => {
      if (problem !== undefined) throw new Error(`the connection of the tunnel was refused: ${problem}`);
      return isConnected || undefined;
    });
    run.keep('publicUrl', made.public_url);
    const response = await fetch(made.public_url);
    const text = await response.text();
    if (text !== greeting) throw new Error(`the public address responded ${response.status} ${text.slice(0, 100)}`);
    return `${made.id} passed a public request to this machine`;
  },
};

export const webhook: Step = {
  name: 'webhook',
  after: ['tunnel'],
  needs: 'the relay and the delivery worker',
  run: async (run) => {
    const key = run.made<string>('orgKey');
    const body = { url: `${run.made<string>('publicUrl')}/hook`, event_types: ['mail.sent'] };
    const made = await run.call('POST', '/v1/webhooks', { key, body });
    run.undoLater(`the webhook ${made.id}`, () => run.call('DELETE', `/v1/webhooks/${made.id}`, { key }));
    const { id, secret } = run.keep<Endpoint>('endpoint', { id: made.id, secret: made.secret });
    await run.call('POST', `/v1/webhooks/${id}/test`, { key });
    const receiver = run.made<Receiver>('receiverServer');
    await run.until(async () => findDelivery(receiver, secret, ({ type }) => type === 'webhook.test'));
    return `${id} got a signed test delivery through the tunnel`;
  },
};

export const streamEvent: Step = {
  name: 'stream-event',
  after: ['stream', 'mail-out'],
  needs: 'the relay, and the worker that pushes to event streams',
  run: async (run) => {
    const { id } = run.made<SentMail>('mail');
    const socket = run.made<EventSocket>('socket');
    const { event } = await run.until(async () => socket.find((message) => message.event?.aggregate_id === id));
    return `${event.id} ${event.type} over the WebSocket`;
  },
};

export const delivery: Step = {
  name: 'delivery',
  after: ['webhook', 'mail-out'],
  needs: 'the relay and the delivery worker',
  run: async (run) => {
    const key = run.made<string>('orgKey');
    const { id: mailId } = run.made<SentMail>('mail');
    const { id, secret } = run.made<Endpoint>('endpoint');
    const receiver = run.made<Receiver>('receiverServer');
    const event = await run.until(async () =>
      findDelivery(receiver, secret, ({ aggregate }) => aggregate?.id === mailId),
    );
    const delivered: Body = await run.until(async () => {
      const query = new URLSearchParams({ webhook_id: id, event_id: event.id, status: 'delivered' });
      return (await run.call('GET', `/v1/webhooks/deliveries?${query}`, { key })).deliveries[0];
    });
    return `${delivered.id} delivered ${event.type}, signed, in ${delivered.duration_ms} ms`;
  },
};
