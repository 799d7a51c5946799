import { beforeAll, describe, expect, test } from 'vitest';
import { namesOf, newOffice } from '../support/contact-office.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table, { unverifiedAgents: 10 });
});

describe('a contact', () => {
  test('A contact is stored as given, with its addresses in normalized form', async () => {
    const { create, read } = await newOffice(api);
    const body = {
      display_name: 'Ada Lovelace',
      emails: ['Ada@Example.COM', 'countess@example.com'],
      agent_handles: ['ada-bot'],
      company: 'Engines',
      notes: 'first\nof all',
      metadata: { team: 'support' },
    };
    const made = await create(body);
    expect(made).toMatchObject({
      status: 201,
      body: {
        ...body,
        id: expect.stringMatching(/^con_/),
        identity_id: null,
        emails: ['ada@example.com', 'countess@example.com'],
        source: 'manual',
        updated_at: made.body.created_at,
      },
    });
    expect((await read(made.body.id)).body).toEqual(made.body);
  });

  test.each([
    [{ emails: ['Ada@example.com'] }, 'ada@example.com'],
    [{ emails: ['Ada@Bücher.example'] }, 'ada@xn--bcher-kva.example'],
    [{ agent_handles: ['ada-bot'] }, 'ada-bot'],
    [{ display_name: 'Ada', emails: [] }, 'Ada'],
  ])('A contact with only %j is displayed as %s', async (body, display_name) => {
    const { create } = await newOffice(api);
    expect((await create(body)).body).toMatchObject({ display_name, company: null, notes: null, metadata: {} });
  });

  test.each([
    ['emails', { emails: ['nonsense'] }],
    ['emails', { emails: ['Ada <ada@example.com>'] }],
    ['emails', { emails: ['ada@example.com', 'ADA@example.com'] }],
    ['emails', { emails: Array.from({ length: 21 }, (_, index) => `a${index}@example.com`) }],
    ['agent_handles', { agent_handles: ['Not A Handle'] }],
    ['agent_handles', { agent_handles: ['same', 'same'] }],
    ['agent_handles', { agent_handles: Array.from({ length: 21 }, (_, index) => `agent-${index}`) }],
    ['metadata', { metadata: { key: 'v'.repeat(501) } }],
    ['notes', { notes: 'x'.repeat(2001) }],
    ['company', { company: '' }],
    ['source', { source: 'mail' }],
    ['identity_id', { identity_id: null }],
  ])('A contact with an invalid %s is rejected: %j', async (field, body) => {
    const { create, update, list } = await newOffice(api);
    const { id } = (await create({ display_name: 'Ada' })).body;
    for (const reply of [await create({ display_name: 'Eve', ...body }), await update(id, body)]) {
      expect(reply.body.error.code).toBe('validation.failed');
      expect(reply.body.error.message).toMatch(new RegExp(`^${field}\\b`));
    }
    expect(namesOf(await list())).toEqual(['Ada']);
  });

  test('An update of a contact changes only the fields that it names, and null clears company and notes', async () => {
    const { create, read, update } = await newOffice(api);
    const body = {
      display_name: 'Ada',
      emails: ['ada@example.com'],
      company: 'Engines',
      notes: 'x',
      metadata: { a: '1' },
    };
    const made = (await create(body)).body;
    const { updated_at: _, ...kept } = made;
    const changes: Record<string, unknown>[] = [
      { display_name: 'Ada King' },
      { notes: null },
      { company: null, agent_handles: ['ada-bot'] },
      { metadata: { b: '2' }, emails: [] },
      { notes: 'y' },
    ];
    for (const change of changes) {
      Object.assign(kept, change);
      const changed = await update(made.id, change);
      expect(changed).toMatchObject({ status: 200, body: kept });
      expect(changed.body.updated_at >= made.updated_at).toBe(true);
      expect((await read(made.id)).body).toEqual(changed.body);
    }
  });
});

describe('permissions for contacts', () => {
  test('An agent’s contact belongs to that agent; all agents read a shared one, and only an org key changes it', async () => {
    const { key, ada, eve, create, read, update, remove, list } = await newOffice(api);
    const own = (await create({ display_name: 'own' }, ada.key)).body;
    const shared = (await create({ display_name: 'shared' })).body;
    const given = (await create({ display_name: 'given', identity_id: ada.id })).body;
    expect([own, shared, given].map((one) => one.identity_id)).toEqual([ada.id, null, ada.id]);

    expect(namesOf(await list())).toEqual(['given', 'shared', 'own']);
    expect(namesOf(await list({}, ada.key))).toEqual(['given', 'shared', 'own']);
    expect(namesOf(await list({}, eve.key))).toEqual(['shared']);

    const may = async (who: string, id: string) => [
      (await read(id, who)).status,
      (await update(id, { notes: 'x' }, who)).status,
    ];
    expect(await may(ada.key, own.id)).toEqual([200, 200]);
    expect(await may(ada.key, shared.id)).toEqual([200, 403]);
    expect(await may(eve.key, own.id)).toEqual([403, 403]);
    expect(await may(key, own.id)).toEqual([200, 200]);
    expect((await remove(shared.id, ada.key)).status).toBe(403);
    expect((await remove(own.id, eve.key)).status).toBe(403);
    expect((await remove(given.id, ada.key)).status).toBe(204);
    expect((await remove(shared.id)).status).toBe(204);
    expect(namesOf(await list())).toEqual(['own']);
  });

  test('An agent key creates contacts for its own agent only', async () => {
    const [mine, theirs] = await Promise.all([newOffice(api), newOffice(api)]);
    const named = (identity_id: string) => ({ display_name: 'x', identity_id });
    expect((await mine.create(named(mine.ada.id), mine.ada.key)).status).toBe(201);
    for (const id of [mine.eve.id, theirs.ada.id, 'nonsense']) {
      expect((await mine.create(named(id), mine.ada.key)).body.error.code).toBe('auth.forbidden');
    }
    for (const id of [theirs.ada.id, 'nonsense']) {
      expect((await mine.create(named(id))).body.error.code).toBe('resource.not_found');
    }
  });

  test('Another organization’s contact is 404, by id and by address', async () => {
    const [mine, theirs] = await Promise.all([newOffice(api), newOffice(api)]);
    const contact = (await theirs.create({ emails: ['ada@example.com'] })).body;
    for (const who of [mine.key, mine.ada.key]) {
      expect((await mine.read(contact.id, who)).status).toBe(404);
      expect((await mine.update(contact.id, { notes: 'x' }, who)).status).toBe(404);
      expect((await mine.remove(contact.id, who)).status).toBe(404);
    }
    expect(await mine.list({ email: 'ada@example.com' })).toEqual([]);
    expect((await theirs.read(contact.id)).body).toEqual(contact);
  });
});
