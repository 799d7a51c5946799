import { expect, test } from 'vitest';
import { filterOf, matches } from '#clients/console/src/log/event-filter.ts';
import { EVENT_TYPES as OFFERED } from '#clients/console/src/log/event-types.ts';
import { countsByDay, knownDays } from '#clients/console/src/organization/counts-by-day.ts';
import { placeOf, placeWithin } from '#clients/console/src/shell/id-places.ts';
import { fragmentOf, routeOf } from '#clients/console/src/shell/route-text.ts';
import { conversationOf } from '#clients/console/src/tour/conversation.ts';
import { countOf } from '#clients/console/src/widgets/count-of.ts';
import { relativeText } from '#clients/console/src/widgets/relative-time.ts';
import { snippetOf } from '#clients/console/src/widgets/snippet-text.ts';
import type { Event } from '#clients/typescript/src/index.ts';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';

const MESSAGE = 'msg_01M8A00BGKA3HVASHC838G3C6F';
const AGENT = 'agt_01M8A001PQAET1NJQ7RE6MSPP7';

function eventAt(second: number, fields: Partial<Event> = {}): Event {
  const created_at = `2026-11-25T18:00:0${second}.000Z`;
  return { id: `evt_${second}`, type: 'mail.sent', payload: { threadId: 'thr_1' }, created_at, ...fields } as Event;
}

test('A place of the console is read from its address as it was written', () => {
  const address = fragmentOf('acme', ['agents', 'a/b?c#d %'], { type: 'mail.sent', agent: '', q: 'a&b=ü' });
  const { slug, path, query } = routeOf(address);
  expect([slug, path]).toEqual(['acme', ['agents', 'a/b?c#d %']]);
  expect(Object.fromEntries(query)).toEqual({ type: 'mail.sent', q: 'a&b=ü' });
  expect(routeOf('')).toMatchObject({ slug: '', path: [] });
  expect(routeOf('#/acme/%')).toMatchObject({ slug: 'acme', path: ['%'] });
});

test('One of something is singular, and none or several are plural', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'event type'))).toEqual([
    ...['0 event types', '1 event type', '2 event types'],
  ]);
});

test('An id leads to its page, and a text that is none leads nowhere', () => {
  expect(placeOf(MESSAGE, AGENT)).toEqual({ path: ['agents', AGENT, 'mail', MESSAGE] });
  expect(placeOf(MESSAGE)).toEqual({ path: ['log'], query: { aggregate_id: MESSAGE } });
  for (const text of ['', 'constructor', `xyz${MESSAGE.slice(3)}`, `${MESSAGE}x`, 'javascript:alert(1)']) {
    expect(placeOf(text), text).toBeUndefined();
  }
});

test('A message in a value leads to its page if the value is about mail, and nowhere in a task', () => {
  expect(placeWithin(MESSAGE, AGENT)).toEqual(placeOf(MESSAGE, AGENT));
  expect(placeWithin(MESSAGE, null)).toBeUndefined();
  expect(placeWithin(AGENT, null)).toEqual(placeOf(AGENT));
});

test('The log can be filtered by every type of event', () => {
  expect([...OFFERED].sort()).toEqual([...EVENT_TYPES].sort());
});

test('An event of the stream is shown if the log would return it for the filters', () => {
  const filter = filterOf(new URLSearchParams('type=mail.sent&thread_id=thr_1&unknown=x&identity_id='));
  expect(filter).toEqual({ type: 'mail.sent', thread_id: 'thr_1' });
  expect(matches(eventAt(1), filter)).toBe(true);
  expect(matches(eventAt(1, { type: 'mail.received' } as Partial<Event>), filter)).toBe(false);
  expect(matches(eventAt(1, { payload: {} } as Partial<Event>), filter)).toBe(false);
});

test('An email counts as answered once an agent has written in its conversation after it', () => {
  const inThread = (second: number, threadId: string) => eventAt(second, { payload: { threadId } } as Partial<Event>);
  const [one, two] = [inThread(1, 'thr_1'), inThread(4, 'thr_2')];
  const answer = inThread(3, 'thr_1');
  expect(conversationOf([], [answer])).toEqual({ received: undefined, answer: undefined });
  expect(conversationOf([two, one], [])).toEqual({ received: two, answer: undefined });
  expect(conversationOf([two, one], [answer])).toEqual({ received: one, answer });
  expect(conversationOf([inThread(5, 'thr_1')], [answer])).toMatchObject({ answer: undefined });
});

const URL_OF_STAGE = 'https://api.example.com';
const CALL = {
  name: 'mail.messages.list',
  verb: 'GET',
  path: `/v1/identities/${AGENT}/mail/messages`,
  identityId: AGENT,
  params: { folder: 'inbox', from: "o'neil@example.com", q: undefined, is_read: false },
  isList: true,
} as const;

test('The snippet for curl quotes what a shell would read otherwise', () => {
  expect(snippetOf(CALL, 'curl', URL_OF_STAGE)).toBe(
    `curl 'https://api.example.com/v1/identities/${AGENT}/mail/messages?folder=inbox&from=o%27neil%40example.com&is_read=false' \\\n` +
      '  -H "Authorization: Bearer $AID_KEY"',
  );
  const sent = { name: 'mail.send', verb: 'POST', path: '/v1/x', params: { text: "It's $HOME `here`" } };
  expect(snippetOf(sent, 'curl', URL_OF_STAGE)).toContain(`-d '{"text":"It'\\''s $HOME \`here\`"}'`);
});

test('The snippets for the libraries make the same call', () => {
  expect(snippetOf(CALL, 'TypeScript', URL_OF_STAGE)).toContain(
    `for await (const row of aid.identity('${AGENT}').mail.messages.list({ folder: 'inbox', from: 'o\\'neil@example.com', is_read: false })) console.log(row);`,
  );
  expect(snippetOf(CALL, 'Python', URL_OF_STAGE)).toContain(
    `for row in aid.identity("${AGENT}").mail.messages.list(folder="inbox", from_="o'neil@example.com", is_read=False):`,
  );
  const rotate = {
    name: 'webhooks.rotateSecret',
    verb: 'POST',
    path: '/v1/webhooks/whk_1/rotate-secret',
    ids: ['whk_1'],
  };
  expect(snippetOf(rotate, 'TypeScript', URL_OF_STAGE)).toContain("await aid.webhooks.rotateSecret('whk_1')");
  expect(snippetOf(rotate, 'Python', URL_OF_STAGE)).toContain('aid.webhooks.rotate_secret("whk_1")');
});

test('Days are counted as far back as all of their records are known, and today in any case', () => {
  const present = Date.parse('2026-11-28T12:00:00Z');
  expect(knownDays(3, undefined, present)).toEqual(['2026-11-26', '2026-11-27', '2026-11-28']);
  // The day of the last record that was read has others before it.
  expect(knownDays(3, '2026-11-26T23:59:59Z', present)).toEqual(['2026-11-27', '2026-11-28']);
  expect(knownDays(3, '2026-11-28T11:00:00Z', present)).toEqual(['2026-11-28']);
  const times = ['2026-11-28T00:00:00Z', '2026-11-27T23:59:59Z', '2026-11-28T11:00:00Z', '2026-11-20T00:00:00Z'];
  expect(countsByDay(['2026-11-27', '2026-11-28'], times)).toEqual([
    { day: '2026-11-27', count: 1 },
    { day: '2026-11-28', count: 2 },
  ]);
});

test('A time near the present is as far away as its largest unit says, and one beyond a week is a date', () => {
  const present = Date.parse('2026-11-28T12:00:00Z');
  const texts = [0, -4, -59, -61, -3_599, -7_200, -86_400 * 6, 900, 86_400 * 2].map((seconds) =>
    relativeText(present + seconds * 1_000, present),
  );
  expect(texts).toEqual([
    'now',
    'now',
    '59 seconds ago',
    '1 minute ago',
    '59 minutes ago',
    '2 hours ago',
    '6 days ago',
    'in 15 minutes',
    'in 2 days',
  ]);
  expect(relativeText(present - 86_400_000 * 7, present)).toBeUndefined();
});
