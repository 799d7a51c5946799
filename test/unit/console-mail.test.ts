import { expect, test } from 'vitest';
import {
  addressesOf,
  EMPTY_FIELDS,
  fieldsOfDraft,
  mailOf,
  problemsOf,
} from '#clients/console/src/agents/compose-mail.ts';
import { matchingPages } from '#clients/console/src/agents/matching-pages.ts';
import { batchesOf } from '#clients/console/src/agents/message-batches.ts';
import { markOf } from '#clients/console/src/agents/message-signs.ts';
import { withOpen } from '#clients/console/src/agents/open-row.ts';
import { readParts } from '#clients/console/src/agents/quoted-text.ts';
import { partsOf, shownAddress } from '#clients/console/src/agents/text-links.ts';
import type { FullMailDraft, MailAuth, Message, Page } from '#clients/typescript/src/index.ts';

const PASSED: MailAuth = {
  ...{ spf: 'pass', dkim: 'pass', dmarc: 'pass', spam: 'pass', virus: 'pass' },
  sender_verified: true,
};
const UNKNOWN: MailAuth = {
  ...{ spf: 'none', dkim: 'none', dmarc: 'none', spam: 'none', virus: 'none' },
  sender_verified: false,
};

function received(auth: Partial<MailAuth>, warnings: string[], base = PASSED): Message {
  return {
    direction: 'inbound',
    status: 'received',
    auth: { ...base, ...auth },
    content_warnings: warnings,
    detail: null,
  } as unknown as Message;
}

const sent = (status: string, detail: string | null = null): Message =>
  ({ direction: 'outbound', status, detail, content_warnings: [] }) as unknown as Message;

test('A first message and what ordinary email has are no warnings, failed checks are failures, and the rest is doubtful', () => {
  expect(markOf(received({}, ['first_contact']))).toBeUndefined();
  expect(markOf(received({}, ['first_contact', 'not_verified', 'preheader', 'text_from_plain_part'], UNKNOWN))).toBe(
    undefined,
  );
  expect(markOf(received({}, ['first_contact', 'lookalike_domain']))).toMatchObject({ tone: 'warning' });
  expect(markOf(received({ dmarc: 'fail' }, ['not_verified'], UNKNOWN))).toMatchObject({ tone: 'failure' });
  expect(markOf(received({ virus: 'fail' }, []))).toMatchObject({ tone: 'failure', title: 'Failed: Virus' });
  // Forwarding breaks SPF, and DMARC has passed.
  expect(markOf(received({ spf: 'fail' }, []))).toBeUndefined();
});

test('Sent email that failed, waits or is held is marked, and its reason is in the mark', () => {
  for (const status of ['bounced', 'complained', 'failed', 'denied']) {
    expect(markOf(sent(status, 'mailbox full')), status).toMatchObject({ tone: 'failure', title: 'mailbox full' });
  }
  expect(markOf(sent('held'))).toMatchObject({ tone: 'warning', label: 'Held for approval' });
  expect(markOf(sent('queued', 'retrying'))).toMatchObject({ tone: 'warning', title: 'retrying' });
  for (const status of ['queued', 'sent', 'delivered']) expect(markOf(sent(status))?.tone, status).toBe('');
});

test('Each kind of link in a text is found, and nothing that follows it in the sentence', () => {
  const texts = (text: string) => partsOf(text).map((part) => (typeof part === 'string' ? part : [part.address]));
  expect(texts('See https://a.example/x?y=1, or (http://b.example/).')).toEqual([
    ...['See ', ['https://a.example/x?y=1'], ', or ('],
    ...[['http://b.example/'], ').'],
  ]);
  expect(texts('www.bank.example/login and mailto:ada@example.com')).toEqual([
    ['http://www.bank.example/login'],
    ' and ',
    ['mailto:ada@example.com'],
  ]);
  expect(texts('https://en.example/wiki/Ada_(name) is long')).toEqual([
    ['https://en.example/wiki/Ada_(name)'],
    ' is long',
  ]);
  for (const text of ['', 'no link', '[1]', 'javascript:alert(1)', 'https://']) {
    expect(texts(text), text).toEqual(text === '' ? [] : [text]);
  }
});

test('A number behind a label leads to the link of the message with its warnings, and an address written out has them too', () => {
  const links = [{ id: 1, text: 'bank.example', url: 'https://evil.example', host: 'evil.example', warnings: ['x'] }];
  const [, number, , address] = partsOf('bank.example [1], https://evil.example/', links);
  expect(number).toEqual({ text: '[1]', label: 'bank.example', address: 'https://evil.example/', warnings: ['x'] });
  expect(address).toEqual({ text: 'https://evil.example/', address: 'https://evil.example/', warnings: ['x'] });
});

test('The host of an address is found behind what imitates one, and what deceives is named', () => {
  expect(shownAddress('https://bank.example@evil.example:8443/bank.example?q')).toEqual({
    before: 'https://bank.example@',
    host: 'evil.example:8443',
    after: '/bank.example?q',
    isPage: true,
    doubts: ['What precedes the @ is not the site.'],
  });
  expect(shownAddress('https://xn--bcher-kva.example/').doubts).toHaveLength(1);
  expect(shownAddress('http://127.0.0.1/x').doubts).toHaveLength(2);
  for (const other of ['mailto:ada@example.com', 'javascript:alert(1)', 'tel:+1']) {
    expect(shownAddress(other), other).toMatchObject({ before: other, host: '', isPage: false });
  }
});

test('What the author wrote is separated from what is quoted', () => {
  expect(readParts('Yes.\n\n> Shall we?', 'Yes.')).toEqual({ own: 'Yes.', quoted: '> Shall we?' });
  expect(readParts('> One?\nYes.\n> Two?\nNo.', 'Yes.\nNo.')).toEqual({
    own: 'Yes.\nNo.',
    quoted: '> One?\nYes.\n> Two?\nNo.',
  });
  for (const extracted of [null, undefined, '', 'Yes.']) {
    expect(readParts('Yes.', extracted)).toEqual({ own: 'Yes.', quoted: undefined });
  }
});

test('Recipients are separated by commas, and a comma in quotes belongs to a name', () => {
  expect(addressesOf(' a@x.example, "Lovelace, Ada" <ada@x.example>;b@x.example,, ')).toEqual([
    'a@x.example',
    '"Lovelace, Ada" <ada@x.example>',
    'b@x.example',
  ]);
  expect(addressesOf('"broken, a@x.example')).toEqual(['"broken', 'a@x.example']);
});

test('A draft is edited and saved as it was, and a field that is emptied loses its value', () => {
  const draft = {
    to: [{ name: 'Lovelace, Ada', address: 'ada@x.example' }],
    ...{ cc: [], bcc: [{ name: null, address: 'b@x.example' }], subject: 'Hello', text: null, html: '<p>x</p>' },
    ...{ reply_all: false, send_at: '2026-12-01T10:00:00.000Z' },
  } as unknown as FullMailDraft;
  const fields = fieldsOfDraft(draft);
  const parts = { inReplyTo: undefined, files: undefined };
  expect(mailOf(fields, parts)).toEqual({
    ...{ to: ['"Lovelace, Ada" <ada@x.example>'], cc: null, bcc: ['b@x.example'], subject: 'Hello' },
    ...{ text: null, html: '<p>x</p>', in_reply_to_message_id: null, reply_all: null },
    send_at: '2026-12-01T10:00:00.000Z',
  });
  expect(mailOf({ ...EMPTY_FIELDS, text: 'x' }, { ...parts, files: [] })).toMatchObject({
    ...{ to: null, subject: null, text: 'x', html: null, attachments: [], send_at: null },
  });
});

test('A draft with a text of its own next to HTML keeps both', () => {
  const draft = { to: [], cc: [], bcc: [], subject: null, reply_all: false, send_at: null };
  const fields = fieldsOfDraft({ ...draft, text: 'Its own words', html: '<p>x</p>' } as unknown as FullMailDraft);
  const parts = { inReplyTo: undefined, files: undefined };
  expect(mailOf(fields, parts)).toMatchObject({ text: 'Its own words', html: '<p>x</p>' });
  // A person can still choose one of them.
  expect(mailOf({ ...fields, format: 'html' }, parts)).toMatchObject({ text: null, html: '<p>x</p>' });
  expect(mailOf({ ...fields, format: 'text' }, parts)).toMatchObject({ text: 'Its own words', html: null });
});

test('A time that is no date is neither left out nor an error of the page: the API refuses it', () => {
  const sendAt = '202609-05-12T03:00';
  const mail = mailOf({ ...EMPTY_FIELDS, sendAt }, { inReplyTo: undefined, files: undefined });
  expect(mail.send_at).toBe(sendAt);
});

test('The problems of an error are those of the fields, and the rest is kept', () => {
  expect(problemsOf('to.0: expected an address; subject: required; a thing; limit.x: y')).toEqual({
    fields: { to: 'expected an address', subject: 'required; a thing' },
    rest: 'limit.x: y',
  });
  expect(problemsOf('A contact rule blocks ada@x.example')).toEqual({
    fields: {},
    rest: 'A contact rule blocks ada@x.example',
  });
});

function pagesOf(pages: readonly (readonly number[])[], read: number[] = []): Page<number> {
  const [rows = [], ...rest] = pages;
  read.push(rows.length);
  return Object.assign([...rows], { hasMore: rest.length > 0, next: async () => pagesOf(rest, read) });
}

test('Pages without a match are passed over, a limited number of them, and no match is lost', async () => {
  const isEven = (row: number) => row % 2 === 0;
  const first = await matchingPages(pagesOf([[1, 3], [5], [6, 7, 8], [9], [10]]), isEven);
  expect([[...first], first.hasMore]).toEqual([[6, 8], true]);
  const second = await first.next();
  expect([[...second], second.hasMore]).toEqual([[10], false]);
  const read: number[] = [];
  const none = await matchingPages(
    pagesOf(
      Array.from({ length: 9 }, () => [1]),
      read,
    ),
    isEven,
  );
  expect([none.length, none.hasMore, read.length]).toEqual([0, true, 5]);
});

test('Messages are changed in requests of at most 100 of one agent each', () => {
  const messages = Array.from({ length: 250 }, (_, index) => ({ id: `m${index}`, identity_id: index % 2 ? 'a' : 'b' }));
  const batches = batchesOf(messages);
  expect(batches.map(({ agentId, ids }) => [agentId, ids.length]).sort()).toEqual([
    ['a', 100],
    ['a', 25],
    ['b', 100],
    ['b', 25],
  ]);
  expect(batches.flatMap(({ ids }) => ids).sort()).toEqual(messages.map(({ id }) => id).sort());
  expect(
    batches.every(({ agentId, ids }) => ids.every((id) => (Number(id.slice(1)) % 2 ? 'a' : 'b') === agentId)),
  ).toBe(true);
});

test('The message that is open stays in a list of unread ones, at its place, and in no list that does not reach it', () => {
  const row = (id: string, day: number, folder = 'inbox') =>
    ({ id, folder, created_at: `2026-11-0${day}T10:00:00.000Z` }) as unknown as Message;
  const view = { folder: 'inbox', q: '', label: '', is_read: 'false' };
  const rows = [row('new', 5), row('old', 3)];
  const idsWith = (open: Message | null | undefined, hasMore = false, shown = view) =>
    withOpen({ rows, hasMore }, open, shown)?.map(({ id }) => id);
  expect(idsWith(row('open', 4))).toEqual(['new', 'open', 'old']);
  expect(idsWith(row('open', 1))).toEqual(['new', 'old', 'open']);
  for (const same of [
    idsWith(row('open', 1), true),
    idsWith(row('open', 4, 'archive')),
    idsWith(row('open', 4), false, { ...view, is_read: '' }),
    idsWith(row('old', 3)),
    idsWith(null),
    idsWith(undefined),
  ]) {
    expect(same).toEqual(['new', 'old']);
  }
});
