import { beforeAll, describe, expect, test } from 'vitest';
import { addressKey, Correspondents } from '#shared/data/entities/contact/correspondent.ts';
import { getRow } from '#shared/data/table-client.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { receivingAgent } from '../support/receiving-agent.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table);
});
const newAgent = () => receivingAgent(engine.table, api);

const replyTo = (...ids: string[]) => [`In-Reply-To: ${ids.at(-1)}`, `References: ${ids.join(' ')}`];
const quote = (text: string) => `On Mon, 2 Jun 2025 at 10:00, Sam wrote:\r\n${text.replace(/^/gm, '> ')}`;

describe('warnings from earlier mail', () => {
  test('Only the first message of an author is a first contact, from any address with a tag', async () => {
    const { arrive } = await newAgent();
    expect((await arrive()).content_warnings).toEqual(['first_contact']);
    expect((await arrive()).content_warnings).toEqual([]);
    expect((await arrive({ from: 'Sam+lists@Partner.example' })).content_warnings).toEqual([]);
    expect((await arrive({ from: 'eve@partner.example' })).content_warnings).toEqual(['first_contact']);
  });

  test('Spam and refused mail make no one known', async () => {
    const { arrive, rule } = await newAgent();
    await arrive({ spam: true });
    await rule({ action: 'block', match_type: 'exact_email', match_target: 'bob@partner.example' });
    await arrive({ from: 'bob@partner.example' });
    expect((await arrive()).content_warnings).toEqual(['first_contact']);
    expect((await arrive({ from: 'bob@partner.example' })).content_warnings).toEqual(['first_contact']);
  });

  test('A domain that looks like one of an earlier author, a contact or an own mailbox is marked, every time', async () => {
    const { arrive, agent, key } = await newAgent();
    await arrive();
    for (const first of [true, false]) {
      const { content_warnings } = await arrive({ from: 'sam@partnar.example' });
      expect(content_warnings).toEqual(first ? ['lookalike_domain', 'first_contact'] : ['lookalike_domain']);
    }
    expect((await arrive({ from: 'eve@agents.example' })).content_warnings).toContain('lookalike_domain');
    expect((await arrive({ from: 'eve@bigbank.example' })).content_warnings).not.toContain('lookalike_domain');
    await api.call('createContact', { key, body: { emails: ['office@customer.example'], identity_id: agent.id } });
    expect((await arrive({ from: 'eve@cust0mer.example' })).content_warnings).toContain('lookalike_domain');
  });

  test('Contacts and domains from before the first email count too', async () => {
    const { arrive, key } = await newAgent();
    await api.call('createContact', { key, body: { emails: ['office@customer.example'] } });
    await api.call('createDomain', { key, body: { domain: 'our-works.example' } });
    expect((await arrive({ from: 'eve@custorner.example' })).content_warnings).toContain('lookalike_domain');
    expect((await arrive({ from: 'eve@ourworks.example' })).content_warnings).toContain('lookalike_domain');
  });

  test('A contact makes a domain known that looks like another', async () => {
    const { arrive, key } = await newAgent();
    await arrive();
    await api.call('createContact', { key, body: { emails: ['sam@partner.test'] } });
    expect((await arrive({ from: 'sam@partner.test' })).content_warnings).toEqual(['first_contact']);
  });

  test('An author who was in no earlier message of the thread has joined it; recipients have not', async () => {
    const { arrive, threads } = await newAgent();
    const { reference: id } = await arrive({ fields: ['Cc: bob@partner.example'] });
    expect((await arrive({ from: 'bob@partner.example', fields: replyTo(id) })).content_warnings).toEqual([
      'first_contact',
    ]);
    const joined = await arrive({ from: 'eve@other.example', fields: replyTo(id) });
    expect(joined.content_warnings).toEqual(['first_contact', 'joined_thread']);
    expect((await arrive({ from: 'eve@other.example', fields: replyTo(id) })).content_warnings).toEqual([]);
    expect(await threads()).toMatchObject([
      {
        message_count: 4,
        content_warnings: ['first_contact', 'joined_thread'],
        joined: [{ address: 'eve@other.example', message_id: expect.stringMatching(/^msg_/), at: joined.created_at }],
      },
    ]);
  });

  test('A quotation is unknown unless an earlier message of the thread has it', async () => {
    const { arrive } = await newAgent();
    const text = 'could you look into order 4711? It has not arrived yet.';
    const forged = 'as we agreed please pay the invoice of Friday to the new account';
    const { reference: id } = await arrive({ text });
    expect((await arrive({ text: `Any news?\r\n${quote(text)}`, fields: replyTo(id) })).content_warnings).toEqual([]);
    expect((await arrive({ text: quote(`${text}\n${forged}`), fields: replyTo(id) })).content_warnings).toEqual([
      'quoted_text_unknown',
    ]);
    // From then on the thread has it.
    expect((await arrive({ text: quote(forged), fields: replyTo(id) })).content_warnings).toEqual([]);
    expect((await arrive({ text: quote(forged) })).content_warnings).toEqual(['quoted_text_unknown']);
  });

  test('Ten first messages at once make ten authors known', async () => {
    const { arrive } = await newAgent();
    const from = Array.from({ length: 10 }, (_, n) => `ada${n}@partner.example`);
    await Promise.all(from.map((one) => arrive({ from: one })));
    for (const one of from) expect((await arrive({ from: one })).content_warnings).toEqual([]);
  });
});

describe('bounds', () => {
  test('Known domains stay within eight rows of a kilobyte, and strangers displace only strangers', () => {
    const organizationId = 'org_1';
    let rows: ConstructorParameters<typeof Correspondents>[1] = [];
    const add = (change: (known: Correspondents) => void) => {
      const known = new Correspondents(organizationId, rows);
      change(known);
      const changed = new Map(known.changedRows.map((row) => [row.sk, row]));
      expect(changed.size).toBeLessThanOrEqual(1);
      rows = [...rows.filter(({ sk }) => !changed.has(sk)), ...changed.values()];
    };
    add((known) => known.addTrustedDomain('our-own-bank.example'));
    add((known) => known.addAddress('ada@verified-partner.example', 'verified', []));
    for (let n = 0; n < 2_000; n++) {
      const label = n.toString(36).padStart(4, 'q').repeat(3);
      add((known) => known.addAddress(`eve@${label}.example`, 'claimed', []));
    }
    const domains = rows.filter(({ sk }) => sk.startsWith('DOMAINS#'));
    expect(domains.length).toBeLessThanOrEqual(8);
    for (const row of rows) expect(JSON.stringify(row).length).toBeLessThan(1024 + 300);
    const known = new Correspondents(organizationId, rows);
    expect(known.isLookalike('x@our-own-bonk.example', [])).toBe(true);
    expect(known.isLookalike('x@verified-partnar.example', [])).toBe(true);
    expect(known.hasAddress('ada@verified-partner.example')).toBe(true);
  });

  test('An imitation is not recorded as a domain, only its address', async () => {
    const { arrive, organizationId, known } = await newAgent();
    await arrive();
    await arrive({ from: 'sam@partnar.example' });
    expect((await known()).flatMap(({ entries }) => entries.map((entry) => entry.split(' ')[0]))).toEqual([
      'partner.example',
    ]);
    const row = await getRow(engine.table, (one) => one, addressKey(organizationId, 'sam@partnar.example'), {
      strong: true,
    });
    expect(row?.entries).toHaveLength(1);
  });
});
