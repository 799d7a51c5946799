import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyRow } from '#shared/data/decode-row.ts';
import { contactIdsWith } from '#shared/data/entities/contact/contact-address.ts';
import { PREFIX } from '#shared/data/table.ts';
import { queryRows } from '#shared/data/table-client.ts';
import { namesOf, newOffice } from '../support/contact-office.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table, { unverifiedAgents: 10 });
});

interface ContactBody {
  id: string;
  emails: string[];
  created_at: string;
}

const idsOf = (contacts: { id: string }[]) => contacts.map((one) => one.id);

async function addressRows(organizationId: string): Promise<number> {
  const pk = `${PREFIX.contactAddress}${organizationId}`;
  return (await Array.fromAsync(queryRows(engine.table, anyRow, { pk, from: ' ', to: '~', strong: true }))).length;
}

describe('contact lookup', () => {
  test('A lookup by a whole address, in any letter case, finds all contacts with it, newest first, in pages', async () => {
    const { ada, eve, create, list } = await newOffice(api);
    const made: ContactBody[] = [];
    for (let index = 0; index < 7; index++) {
      const who = index % 3 === 0 ? eve.key : ada.key;
      made.unshift((await create({ emails: ['team@example.com', `m${index}@example.com`] }, who)).body);
    }
    await create({ emails: ['team@example.org', 'xteam@example.com'] });
    const email = 'Team@EXAMPLE.com';
    expect(await list({ email })).toEqual(made);
    expect(await list({ email, limit: '3' })).toEqual(made.slice(0, 3));
    expect(await list({ email, limit: '3', before: made[2]?.created_at ?? '' })).toEqual(made.slice(3, 6));
    expect(await list({ email, q: 'M4' })).toEqual([made[2]]);
    // Pages are filled with the contacts that the caller may see.
    expect(await list({ email, limit: '2' }, eve.key)).toEqual([made[0], made[3]]);
    expect(await list({ email, limit: '2' }, ada.key)).toEqual([made[1], made[2]]);
    expect(await list({ email: 'unknown@example.com' })).toEqual([]);
  });

  test('A lookup by text searches name, company, address and handle', async () => {
    const { create, list } = await newOffice(api);
    await create({ display_name: 'one', company: 'Ångström Works' });
    await create({ display_name: 'two', agent_handles: ['works-bot'] });
    await create({ display_name: 'three', emails: ['works@example.com'] });
    await create({ display_name: 'WORKS' });
    await create({ display_name: 'five', notes: 'works', metadata: { works: 'works' } });
    expect(namesOf(await list({ q: 'works' }))).toEqual(['WORKS', 'three', 'two', 'one']);
    expect(namesOf(await list({ q: 'WORKS', limit: '2' }))).toEqual(['WORKS', 'three']);
    expect(namesOf(await list({ q: 'ångström' }))).toEqual(['one']);
    expect(await list({ q: '.*' })).toEqual([]);
  });

  test('A lookup by text that is not an address is rejected', async () => {
    const { key } = await newOffice(api);
    const reply = await api.call('listContacts', { key, query: { email: 'nonsense' } });
    expect(reply.body.error).toMatchObject({ code: 'validation.failed', message: 'email: an email address' });
  });
});

describe('the lookup rows of contacts', () => {
  const addresses = ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'];
  const someAddresses = fc.uniqueArray(fc.constantFrom(...addresses));
  const step = fc.oneof(
    fc.record({ kind: fc.constant('create' as const), emails: someAddresses }),
    fc.record({ kind: fc.constant('update' as const), which: fc.nat(), emails: someAddresses }),
    fc.record({ kind: fc.constant('rename' as const), which: fc.nat() }),
    fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }),
  );

  test('The lookup rows follow every creation, change and deletion', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        const { organizationId, create, update, remove, list } = await newOffice(api);
        const model = new Map<string, string[]>();
        const pick = (which: number) => [...model.keys()][which % model.size];
        for (const one of steps) {
          if (one.kind === 'create') {
            model.set((await create({ display_name: 'x', emails: one.emails })).body.id, one.emails);
            continue;
          }
          const id = pick(one.which);
          if (id === undefined) continue;
          if (one.kind === 'delete') {
            expect((await remove(id)).status).toBe(204);
            model.delete(id);
          } else {
            const change = one.kind === 'rename' ? { display_name: 'y' } : { emails: one.emails };
            expect((await update(id, change)).status).toBe(200);
            if (one.kind === 'update') model.set(id, one.emails);
          }
        }
        for (const email of addresses) {
          const expected = [...model].filter(([, emails]) => emails.includes(email)).map(([id]) => id);
          expect(idsOf(await list({ email }))).toEqual(expected.sort().reverse());
        }
        expect(await addressRows(organizationId)).toBe([...model.values()].flat().length);
      }),
      { numRuns: 12 },
    );
  });

  test('No lookup row leads to a deleted contact, whatever changes and deletions are concurrent', async () => {
    const { organizationId, create, update, remove, read } = await newOffice(api);
    for (let round = 0; round < 12; round++) {
      const { id } = (await create({ display_name: 'x', emails: ['a@x.example'] })).body;
      const replies = await Promise.all([
        update(id, { emails: ['a@x.example', 'b@x.example'] }),
        remove(id),
        update(id, { emails: ['c@x.example'] }),
      ]);
      for (const { status } of replies) expect([200, 204, 404]).toContain(status);
      expect(replies[1]?.status).toBe(204);
      expect((await read(id)).status).toBe(404);
    }
    expect(await addressRows(organizationId)).toBe(0);
  });

  test('The lookup rows are correct after twenty addresses were replaced by twenty others', async () => {
    const { organizationId, create, update, list } = await newOffice(api);
    const twenty = (name: string) => Array.from({ length: 20 }, (_, index) => `${name}${index}@x.example`);
    const { id } = (await create({ emails: twenty('old') })).body;
    expect((await update(id, { emails: twenty('new') })).status).toBe(200);
    expect(await list({ email: 'old7@x.example' })).toEqual([]);
    expect(idsOf(await list({ email: 'new7@x.example' }))).toEqual([id]);
    expect(await addressRows(organizationId)).toBe(20);
  });

  test('A lookup page is filled before it is returned', async () => {
    const { organizationId, create } = await newOffice(api);
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.unshift((await create({ emails: ['a@x.example'] })).body.id);
    const pages = await Array.fromAsync(contactIdsWith(engine.table, { organizationId, address: 'a@x.example' }, 2));
    expect(pages).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
  });
});
