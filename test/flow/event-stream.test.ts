import { once } from 'node:events';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { eventually } from '../support/eventually.ts';
import { eventsOf } from '../support/log-reader.ts';

test('A WebSocket gets what came after a time and each event as it is committed, and its ticket works once', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const mail = (subject: string) => sendMail({ to: agent.address, subject, text: 'x' });
  await mail('before');
  const [first] = await eventsOf(organization, 1);
  const body = { types: ['mail.received'], since: '2020-01-01T00:00:00Z' };
  const { connect_url } = await agent.api.ok('createStream', { body });
  const socket = new WebSocket(connect_url);
  const received: { type: string; after?: string; cursor?: string; event?: unknown }[] = [];
  socket.on('message', (data) => received.push(JSON.parse(String(data))));
  await once(socket, 'open');
  const got = (count: number) =>
    eventually(() => {
      const events = received.filter(({ type }) => type === 'event');
      expect(events).toHaveLength(count);
      return events;
    });
  expect((await got(1))[0]).toMatchObject({ event: first, cursor: first?.created_at });
  await mail('after');
  const events = await got(2);
  expect(events.map(({ event }) => event)).toEqual((await eventsOf(organization, 2)).reverse());
  expect(events[1]?.after).toBe(first?.created_at);
  expect(received[0]?.type).toBe('ready');
  socket.close();

  const again = new WebSocket(connect_url);
  again.on('error', () => {});
  const [, response] = await once(again, 'unexpected-response');
  expect(response.statusCode).toBe(401);
  again.terminate();
});
