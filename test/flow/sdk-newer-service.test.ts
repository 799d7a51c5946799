import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { NO_FAULTS } from '#testing/hostile-proxy/plan.ts';
import { sendMail } from '#testing/mailer.ts';
import { asNewerService } from '../support/newer-service.ts';
import { aidOf, endingSignal, hostileProxy, settled, startWork } from '../support/sdk.ts';

/** What all objects of the newer service have. */
const LATER = { added_later: ['of a later release'] };

let organization: Organization;
let agent: Agent;
let other: Agent;

beforeAll(async () => {
  organization = await makeOrganization();
  [agent, other] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
});

/** The address of the shared stack, as a service of a later release that has these texts in place of its own. */
async function newerService(others: Readonly<Record<string, string>>, rates = NO_FAULTS): Promise<string> {
  const proxy = await hostileProxy({ rates, translate: asNewerService(others) });
  return proxy.url;
}

test.each([
  ['by stream', NO_FAULTS],
  ['by the history', { ...NO_FAULTS, handshake: { refuseBefore: 1, refuseAfter: 0 } }],
])('follow yields events of unknown types %s, in their place and with their fields', async (_how, rates) => {
  const url = await newerService({ 'a2a.settings.updated': 'a2a.settings.redefined', ready: 'greeting' }, rates);
  const ours = await makeOrganization();
  const our = await makeAgent(ours);
  const events = aidOf(ours, url).events.follow({ since: new Date(0), signal: endingSignal() });
  const rule = { identity_id: our.id, action: 'block' } as const;
  await aidOf(ours).a2a.rules.create({ ...rule, handle: 'a-stranger' });
  await aidOf(our).a2a.settings.update({ description: 'of a later release' });
  await aidOf(ours).a2a.rules.create({ ...rule, handle: 'another-stranger' });
  const seen = [await events.next(), await events.next(), await events.next()].map(({ value }) => value);
  expect(seen).toMatchObject([
    { type: 'a2a.contact_rule.changed' },
    { type: 'a2a.settings.redefined', ...LATER, payload: LATER },
    { type: 'a2a.contact_rule.changed' },
  ]);
});

test('work does tasks with states and fields that it does not know', async () => {
  const worker = await makeAgent(organization);
  const url = await newerService({ working: 'preparing', 'a2a.task.updated': 'a2a.task.redefined' });
  const errors: unknown[] = [];
  startWork(
    worker,
    async (task, context) => {
      expect(task).toMatchObject({ ...LATER, state: 'preparing', messages: [{ ...LATER, parts: [LATER] }] });
      await context.update('thinking');
      return `${context.text} is done, with ${await context.ask('Which color?')}`;
    },
    { url, onError: (error) => errors.push(error) },
  );
  const { id } = await aidOf(other).tasks.create({ to_handle: worker.handle, message: 'the house' });
  await settled(other, id, 'input_required');
  await aidOf(other).tasks.message(id, { message: 'green' });
  await settled(other, id, 'completed');
  const { messages } = await aidOf(other).tasks.get(id);
  const said = messages.map(({ parts }) => parts[0]?.text);
  expect(said).toEqual(['the house', 'thinking', 'Which color?', 'green', 'the house is done, with green']);
  expect(errors).toEqual([]);
});

test('waitForReply returns a reply in an unknown folder, from an author with an unknown verdict', async () => {
  const url = await newerService({ inbox: 'priority', gray: 'of_another_kind', 'mail.received': 'mail.arrived' });
  const aid = aidOf(agent, url);
  const sent = await aid.mail.send({ to: 'friend@example.com', subject: 'A question', text: 'Well?' });
  await expect.poll(() => aid.mail.messages.get(sent.id)).toMatchObject({ status: 'delivered' });
  const { rfc_message_id: parent } = await aid.mail.messages.get(sent.id);
  await sendMail({
    from: 'friend@example.com',
    to: agent.address,
    subject: 'Re: A question',
    text: 'Very well.',
    inReplyTo: parent ?? '',
  });
  const { message, heldBack } = await aid.mail.waitForReply(sent);
  expect(message).toMatchObject({ ...LATER, folder: 'priority', auth: { spf: 'of_another_kind' } });
  expect(message?.text?.trim()).toBe('Very well.');
  expect(heldBack).toEqual([]);
});

test('vault.use runs with a secret and a lease in states that it does not know', async () => {
  const secret = await aidOf(agent).vault.secrets.create({ name: 'of-a-later-release', value: 'the value' });
  const aid = aidOf(agent, await newerService({ active: 'prepared', exhausted: 'spent' }));
  expect(await aid.vault.use(secret.id, (value) => `used ${value}`)).toBe('used the value');
});

test('serve serves a tunnel in an unknown state, and passes over messages that it does not know', async () => {
  const url = await newerService({ active: 'prepared', cancel: 'of_another_kind' });
  let aborted = 0;
  const { url: address, close } = await aidOf(agent, url).tunnels.serve({
    handler: async (request) => {
      request.signal.addEventListener('abort', () => {
        aborted += 1;
      });
      return new Response(`to ${await request.text()}`);
    },
  });
  onTestFinished(close);
  const ask = async (body: string) => (await fetch(address, { method: 'POST', body })).text();
  expect(await Promise.all(['one', 'two', 'x'.repeat(100_000)].map(ask))).toEqual([
    'to one',
    'to two',
    `to ${'x'.repeat(100_000)}`,
  ]);
  expect(aborted).toBe(0);
});
