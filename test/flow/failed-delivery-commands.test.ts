import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeAgent, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { commandLineIn } from '../support/command-line-client.ts';
import { withReceiver } from '../support/with-receiver.ts';

const home = mkdtempSync(join(tmpdir(), 'aid-failed-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const BROKEN = { status: 500, body: '{"error":"unknown order"}\n' };
const FIXED = { status: 204 };

/** The command line with a key, and how many commands were run. */
function counted(key: string) {
  const aid = commandLineIn(home, { environment: { AID_URL: sharedStack().baseUrl, AID_KEY: key } });
  const commands: string[] = [];
  return {
    commands,
    /** What a person reads. */
    shown: async (...args: string[]) => {
      commands.push(args.join(' '));
      const { code, output, errors } = await aid(args, { isTerminal: true, columns: 80 });
      expect([code, errors], args.join(' ')).toEqual([0, '']);
      return output;
    },
    rows: async (...args: string[]) => {
      const { code, rows, errors } = await aid(args);
      expect([code, errors], args.join(' ')).toEqual([0, '']);
      return rows;
    },
  };
}

test(
  'Three commands find a failed delivery, say why it failed and what the receiver responded, and recover it',
  withReceiver(async ({ organization, receiver, mail, endpoint, deliveryThat }) => {
    const { id: webhookId } = await endpoint();
    receiver.respondWith(BROKEN);
    const subject = await mail();
    const { id } = await deliveryThat(({ status }) => status === 'dead_letter');
    const { shown, commands } = counted(organization.key);

    const list = await shown('webhooks', 'deliveries', 'list', '--status', 'dead_letter');
    for (const text of [id, webhookId, 'HTTP 500']) expect(list).toContain(text);
    const trace = await shown('trace', id);
    expect(trace).toContain(subject);
    expect(trace).toMatch(/attempt +failed +Attempt: HTTP 500, \d+ ms\n +\{"error":"unknown order"\}/);
    receiver.respondWith(FIXED);
    const recovered = await shown('webhooks', 'recover', webhookId, '--since', '1h');
    expect(recovered).toContain('1 of 1 replayed, 1 delivered, 0 failed again\n');
    expect(commands).toHaveLength(3);
    await deliveryThat((one) => one.id === id && one.status === 'delivered');
  }),
);

test(
  'A replay says what became of each delivery, to programs too, and where it reaches no endpoint',
  withReceiver(async ({ organization, receiver, mail, endpoint, deliveryThat }) => {
    const { id: webhookId } = await endpoint();
    receiver.respondWith(BROKEN);
    await mail();
    const { id, event_id: eventId } = await deliveryThat(({ status }) => status === 'dead_letter');
    const { shown, rows } = counted(organization.key);

    const again = await shown('events', 'replay', eventId);
    expect(again).toMatch(new RegExp(`^failed again: HTTP 500  \\d+ ms  ${receiver.url()}  see aid trace ${id}\n`));
    expect(again).toMatch(/\nReplayed to 1 endpoint: 0 delivered, 1 failed again\.\n$/);
    // No retry of this replay is to end during the next one.
    await deliveryThat((one) => one.id === id && one.status === 'dead_letter');
    receiver.respondWith(FIXED);
    const delivered = await shown('events', 'replay', eventId);
    expect(delivered).toMatch(new RegExp(`^delivered: HTTP 204  \\d+ ms  ${receiver.url()}  ${id}\n`));
    expect(delivered).toMatch(/\nReplayed to 1 endpoint: 1 delivered, 0 failed again\.\n$/);
    const reply = { id: eventId, replayed: true, delivery_ids: [id] };
    expect(await rows('events', 'replay', eventId)).toEqual([{ ...reply, delivered: 1, failed: 0, waiting: 0 }]);
    expect(await rows('events', 'replay', eventId, '--no-wait')).toEqual([reply]);
    expect(await rows('events', 'replay', eventId, '--dry-run')).toEqual([
      { method: 'POST', url: expect.stringContaining(`/v1/events/${eventId}/replay`) },
    ]);

    await organization.api.ok('updateWebhook', { params: { id: webhookId }, body: { enabled: false } });
    const nothing = await shown('events', 'replay', eventId);
    expect(nothing).toMatch(/^Nothing was sent: no endpoint that is enabled receives this event\. A receiver on this/);
    const listening = ['webhooks', 'listen', '--forward-to', receiver.url('/local'), '--replay', eventId];
    expect(nothing).toContain(`aid webhooks listen --forward-to <url> --replay ${eventId}`);
    receiver.respondWith(BROKEN);
    expect(await shown(...listening)).toMatch(/ {2}500 {2}\d+ ms {2}replay\n {4}\{"error":"unknown order"\}\n$/);
    expect((await rows(...listening)).at(-1)).toMatchObject({ status: 500, response: BROKEN.body, replay: true });
  }),
);

test(
  'An agent replays its own event, and does not wait for deliveries that it does not see',
  withReceiver(async ({ organization, receiver, endpoint, deliveryThat }) => {
    const agent = await makeAgent(organization);
    await endpoint({ url: receiver.url('/organization') });
    const own = await endpoint({ url: receiver.url('/own'), identity_id: agent.id });
    await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
    const { event_id: eventId, id } = await deliveryThat(
      ({ webhook_id, status }) => webhook_id === own.id && status === 'delivered',
    );
    const { rows } = counted(agent.key);
    expect(await rows('events', 'replay', eventId)).toEqual([
      expect.objectContaining({ delivery_ids: [id], delivered: 1, waiting: 0 }),
    ]);
  }),
);
