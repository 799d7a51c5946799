import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { useEngine } from '../support/engine.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { receiveMails } from '../support/receive-mails.ts';
import { makeShortKey } from '../support/short-key.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
/** Two agents of one organization. */
let { api, ours, caller, worker } = {} as TwoAgents;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  memoryBucket(new Map());
});

beforeEach(async () => {
  ({ api, ours, caller, worker } = await twoAgents(engine.table, { sameOrganization: true }));
});

interface Found {
  kind: string;
  id: string;
  identity_id: string | null;
  at: string;
  title: string;
  snippet: string;
  highlights: string[];
}

const ask = (key: string, query: Record<string, string>) => api.call('search', { key, query });

async function found(key: string, query: Record<string, string>): Promise<Found[]> {
  const { status, body } = await ask(key, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results;
}

const titles = async (key: string, query: Record<string, string>) =>
  (await found(key, query)).map(({ title }) => title);

async function receive({ handle }: { handle: string }, subject: string, text: string, from = 'ada@example.com') {
  const raw = Buffer.from(`From: Ada Lovelace <${from}>\r\nSubject: ${subject}\r\n\r\n${text}`);
  await receiveMails({ to: `${handle}@agents.test`, raw });
}

test('A message is found by the words of its text, its subject and its people, with what was found', async () => {
  await receive(caller, 'Lamp', 'The invoice for the green lamp is attached.');
  await receive(caller, 'Lunch', 'At noon?', 'bob@example.com');
  const [one, ...others] = await found(caller.key, { q: 'invoice' });
  expect(others).toEqual([]);
  expect(one).toEqual({
    kind: 'mail',
    id: expect.stringMatching(/^msg_/),
    identity_id: caller.id,
    at: expect.any(String),
    title: 'Lamp',
    snippet: 'The invoice for the green lamp is attached.',
    highlights: ['invoice'],
  });
  for (const q of ['"green lamp"', 'invo*', 'subject:lamp', 'from:ada@example.com -noon', 'lamp in:inbox']) {
    expect(await titles(caller.key, { q }), q).toEqual(['Lamp']);
  }
  for (const q of ['"lamp green"', 'invo', 'subject:invoice', 'lamp in:sent', 'lamp has:attachment', '...']) {
    expect(await titles(caller.key, { q }), q).toEqual([]);
  }
  expect(await titles(caller.key, { q: 'lovelace', to: caller.handle })).toEqual(['Lunch', 'Lamp']);
  expect(await titles(caller.key, { q: 'lovelace', from: 'bob@example.com' })).toEqual(['Lunch']);
  // A filter that names no one lets no one pass.
  for (const [name, value] of [
    ['from', '🙂'],
    ['to', '…'],
    ['q', 'lovelace from:🙂'],
    ['q', 'lovelace subject:!'],
  ] as const) {
    expect(await titles(caller.key, { q: 'lovelace', [name]: value }), value).toEqual([]);
  }
  expect(await titles(caller.key, { q: 'lovelace -from:🙂' })).toEqual(['Lunch', 'Lamp']);
  expect(await titles(caller.key, { q: 'lovelace', limit: '1' })).toEqual(['Lunch']);
  const [newest] = await found(caller.key, { q: 'lovelace', limit: '1' });
  expect(await titles(caller.key, { q: 'lovelace', before: newest?.at ?? '' })).toEqual(['Lamp']);
  expect(await titles(caller.key, { q: 'lovelace', since: newest?.at ?? '' })).toEqual(['Lunch']);
  expect(await titles(caller.key, { q: 'lovelace', until: newest?.at ?? '' })).toEqual(['Lamp']);
});

test('Messages are found by their labels, and without them', async () => {
  await receive(caller, 'Urgent', 'A lamp.');
  await receive(caller, 'Later', 'A lamp.');
  const [, urgent] = await found(caller.key, { q: 'lamp' });
  const params = { id: caller.id, mid: urgent?.id ?? '' };
  await api.call('updateMessage', { key: caller.key, params, body: { labels: ['urgent', 'home'] } });
  expect(await titles(caller.key, { q: 'lamp label:urgent' })).toEqual(['Urgent']);
  expect(await titles(caller.key, { q: 'label:urgent label:home' })).toEqual(['Urgent']);
  expect(await titles(caller.key, { q: 'lamp -label:urgent' })).toEqual(['Later']);
  expect(await titles(caller.key, { q: 'lamp', label: 'urgent' })).toEqual(['Urgent']);
  expect(await titles(caller.key, { q: 'lamp label:other', label: 'urgent' })).toEqual([]);
  const { body } = await api.call('listMessages', {
    key: caller.key,
    params: { id: caller.id },
    query: { q: 'label:urgent' },
  });
  expect(body.messages.map(({ subject }: { subject: string }) => subject)).toEqual(['Urgent']);
  const refused = await ask(ours.key, { q: 'lamp', kind: 'task', label: 'urgent' });
  expect([refused.status, refused.body.error.message]).toEqual([400, 'label: only messages have it, not this kind']);
});

test('Tasks and contacts are found with messages, newest first, and events where they are named', async () => {
  await receive(caller, 'Order', 'The zeppelin has landed.');
  const body = { to_handle: worker.handle, message: 'Please inspect the zeppelin.' };
  const task = await api.call('createTask', { key: caller.key, body });
  expect(task.status).toBe(201);
  await api.call('createContact', {
    key: ours.key,
    body: { display_name: 'Zeppelin Works', emails: ['info@zeppelin.example'] },
  });
  const all = await found(ours.key, { q: 'zeppelin' });
  expect(all.map(({ kind, identity_id }) => [kind, identity_id])).toEqual([
    ['contact', null],
    ['task', worker.id],
    ['mail', caller.id],
  ]);
  expect(all.map(({ highlights }) => highlights)).toEqual([['zeppelin', 'Zeppelin'], ['zeppelin'], ['zeppelin']]);
  for (const kind of ['contact', 'task', 'mail']) {
    expect(await found(ours.key, { q: 'zeppelin', kind }), kind).toEqual(all.filter((one) => one.kind === kind));
  }
  const events = await found(ours.key, { q: 'a2a.task.created zeppelin', kind: 'event' });
  expect(events.map(({ title, identity_id }) => [title, identity_id])).toEqual([['a2a.task.created', worker.id]]);
  // A filter that only messages have.
  expect((await found(ours.key, { q: 'zeppelin', folder: 'inbox' })).map(({ kind }) => kind)).toEqual(['mail']);
  expect(await found(ours.key, { q: 'zeppelin in:inbox', kind: 'task' })).toEqual([]);
  const refused = await ask(ours.key, { q: 'zeppelin', kind: 'task', folder: 'inbox' });
  expect([refused.status, refused.body.error.message]).toEqual([400, 'folder: only messages have it, not this kind']);
});

test('An agent finds what is its own, and a foreign and a missing agent are the same', async () => {
  await receive(caller, 'Order', 'A zeppelin.');
  const own = { display_name: 'Zeppelin', identity_id: caller.id };
  await api.call('createContact', { key: ours.key, body: own });
  await api.call('createContact', { key: ours.key, body: { display_name: 'Zeppelin of all' } });
  const other = await api.organization();
  const stranger = await api.agent(other.key);

  expect(await titles(caller.key, { q: 'zeppelin' })).toEqual(['Zeppelin of all', 'Zeppelin', 'Order']);
  expect(await titles(worker.key, { q: 'zeppelin' })).toEqual(['Zeppelin of all']);
  expect(await titles(ours.key, { q: 'zeppelin', identity_id: worker.id })).toEqual(['Zeppelin of all']);
  expect(await titles(stranger.key, { q: 'zeppelin' })).toEqual([]);
  expect(await titles(other.key, { q: 'zeppelin' })).toEqual([]);
  expect(await titles(worker.key, { q: 'mail.received', kind: 'event' })).toEqual([]);

  const missing = makeId('agent', Date.now(), randomPart());
  const outcome = async (key: string, identityId: string) => {
    const { status, body } = await ask(key, { q: 'zeppelin', identity_id: identityId });
    return [status, body.error.code, body.error.message];
  };
  expect(await outcome(other.key, caller.id)).toEqual(await outcome(other.key, missing));
  expect((await outcome(other.key, caller.id))[0]).toBe(404);
  expect(await outcome(worker.key, caller.id)).toEqual(await outcome(worker.key, missing));
  expect((await outcome(worker.key, caller.id))[0]).toBe(403);
});

test('A credential with scopes finds the kinds that they show', async () => {
  await receive(caller, 'Order', 'A zeppelin.');
  await api.call('createContact', { key: ours.key, body: { display_name: 'Zeppelin' } });
  const [mail, both, tasks] = await Promise.all([
    makeShortKey(api, ours.key, caller.id, ['mail.read']),
    makeShortKey(api, ours.key, caller.id, ['mail.read', 'contacts']),
    makeShortKey(api, ours.key, caller.id, ['tasks']),
  ]);
  expect(await titles(mail, { q: 'zeppelin' })).toEqual(['Order']);
  expect(await titles(both, { q: 'zeppelin' })).toEqual(['Zeppelin', 'Order']);
  const refused = await Promise.all([ask(mail, { q: 'zeppelin', kind: 'contact' }), ask(tasks, { q: 'zeppelin' })]);
  expect(refused.map(({ status, body }) => [status, body.error.message])).toEqual([
    [403, 'This needs the scope contacts, which the credential does not have.'],
    [403, 'This needs the scope mail.read, which the credential does not have.'],
  ]);
});

test('A query beyond its limits is refused by name', async () => {
  for (const q of ['a '.repeat(33), 'a'.repeat(501)]) {
    const { status, body } = await ask(ours.key, { q });
    expect([status, body.error.message.slice(0, 3)]).toEqual([400, 'q: ']);
  }
});
