import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { settleDelay } from '../support/eventually.ts';
import { type EventRecord, eventsOf, messageWith } from '../support/log-reader.ts';

const LONG_AGO = '2020-01-01T00:00:00Z';

describe('GET /v1/events/wait', () => {
  let organization: Organization;
  let ada: Agent;
  let ben: Agent;
  let adasEvent: EventRecord;
  let bensEvent: EventRecord;

  async function mailFor(agent: Agent): Promise<EventRecord> {
    const subject = freshName('wait');
    await sendMail({ to: agent.address, subject, text: 'x' });
    const [event] = await eventsOf(organization, 1, ({ payload }) => payload.subject === subject);
    return event as EventRecord;
  }

  beforeAll(async () => {
    organization = await makeOrganization();
    [ada, ben] = [await makeAgent(organization), await makeAgent(organization)];
    adasEvent = await mailFor(ada);
    bensEvent = await mailFor(ben);
  });

  /** The reply of a wait over the whole log. */
  async function past(query: Record<string, string>, api = organization.api) {
    const wait = { type: 'mail.received', since: LONG_AGO, timeout_ms: 0, ...query };
    const { event, timed_out } = await api.ok('waitForEvent', { query: wait });
    expect(timed_out).toBe(event === null);
    return event;
  }

  test('A wait returns the oldest event after since, one at a time', async () => {
    expect(await past({})).toEqual(adasEvent);
    expect(await past({ since: adasEvent.created_at })).toEqual(bensEvent);
    expect(await past({ since: bensEvent.created_at })).toBeNull();
  });

  test('A wait compares every filter for equality and requires all of them', async () => {
    const matching = {
      identity_id: ben.id,
      aggregate_type: 'mail_message',
      aggregate_id: bensEvent.aggregate_id ?? '',
      thread_id: String(bensEvent.payload.threadId),
    };
    expect(await past(matching)).toEqual(bensEvent);
    for (const [name, value] of Object.entries(matching)) {
      expect(await past({ [name]: value }), name).toEqual(name === 'aggregate_type' ? adasEvent : bensEvent);
      for (const other of [
        `${value}x`,
        value.slice(0, -1),
        value.toUpperCase() === value ? value.toLowerCase() : value.toUpperCase(),
        '*',
      ]) {
        expect(await past({ ...matching, [name]: other }), `${name} ${other}`).toBeNull();
      }
    }
    for (const type of ['mail.*', 'mail', 'mail.received,mail.sent', 'MAIL.RECEIVED', 'no.such.type', 'mail.sent']) {
      expect(await past({ type }), type).toBeNull();
    }
    expect(await past({ ...matching, identity_id: ada.id })).toBeNull();
  });

  test('A wait accepts a since with any offset and any fraction', async () => {
    const at = Date.parse(adasEvent.created_at);
    const shifted = new Date(at + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30');
    expect(await past({ since: shifted })).toEqual(bensEvent);
    expect(await past({ since: adasEvent.created_at.replace('Z', '999999Z') })).toEqual(bensEvent);
    expect(await past({ since: new Date(at - 1).toISOString() })).toEqual(adasEvent);
    expect(await past({ since: '2999-01-01T00:00:00Z' })).toBeNull();
  });

  test('A wait without since never matches an event from before it began', async () => {
    const query = { type: 'mail.received', timeout_ms: 300 };
    expect(await organization.api.ok('waitForEvent', { query })).toEqual({ event: null, timed_out: true });
  });

  test('A wait with timeout_ms 0 returns immediately', async () => {
    const query = { type: 'mail.received', timeout_ms: 0 };
    expect(await organization.api.ok('waitForEvent', { query })).toEqual({ event: null, timed_out: true });
  });

  test('A wait rejects a timeout_ms above 55000, below 0 or not a whole number, by its name', async () => {
    for (const timeout_ms of ['55001', '-1', '1.5', 'soon', '1e3', '']) {
      const query = { type: 'mail.received', timeout_ms };
      const { error } = await organization.api.refused('waitForEvent', 'validation.failed', { query });
      expect(error?.message).toMatch(/^timeout_ms\b/);
    }
    const query = { type: 'mail.received', timeout_ms: 55_000, since: LONG_AGO };
    expect((await organization.api.ok('waitForEvent', { query })).event).toEqual(adasEvent);
  });

  test('A wait requires a type and an RFC 3339 since', async () => {
    const { error } = await organization.api.refused('waitForEvent', 'validation.failed', { query: { timeout_ms: 0 } });
    expect(error?.message).toMatch(/^type\b/);
    for (const since of ['yesterday', '2026-11-21', '1700000000000']) {
      const query = { type: 'mail.received', since };
      expect((await organization.api.refused('waitForEvent', 'validation.failed', { query })).error?.message).toMatch(
        /^since\b/,
      );
    }
  });

  test('A wait shows an agent key its own agent’s events alone, and rejects another’s identity_id', async () => {
    expect(await past({}, ben.api)).toEqual(bensEvent);
    expect(await past({ identity_id: ben.id }, ben.api)).toEqual(bensEvent);
    expect(await past({ aggregate_id: adasEvent.aggregate_id ?? '' }, ben.api)).toBeNull();
    const query = { type: 'mail.received', identity_id: ada.id, since: LONG_AGO };
    await ben.api.refused('waitForEvent', 'auth.forbidden', { query });
    await ben.api.refused('waitForEvent', 'auth.forbidden', { query: { ...query, identity_id: 'nonsense' } });
  });

  test('Several waits at once each return the event of their own filters', async () => {
    const wait = (query: Record<string, string>) =>
      organization.api.ok('waitForEvent', { query: { type: 'mail.received', timeout_ms: 30_000, ...query } });
    const waiting = [
      wait({}),
      wait({ identity_id: ada.id }),
      wait({ identity_id: ben.id }),
      wait({ type: 'mail.sent', timeout_ms: '5000' }),
    ];
    // A wait without a time begins at the end of the log.
    await settleDelay(2000);
    const first = await mailFor(ada);
    const second = await mailFor(ben);
    const replies = await Promise.all(waiting);
    expect(replies.map(({ event }) => event)).toEqual([first, first, second, null]);
    expect(replies.map(({ timed_out }) => timed_out)).toEqual([false, false, false, true]);
  });

  test('Waits from event to event return every event once and in order', async () => {
    const own = await makeOrganization();
    const agent = await makeAgent(own);
    const subjects = Array.from({ length: 12 }, (_, index) => `follow ${index}`);
    const sending = Promise.all(subjects.map((subject) => sendMail({ to: agent.address, subject, text: 'x' })));
    const seen: EventRecord[] = [];
    let since = LONG_AGO;
    while (seen.length < subjects.length) {
      const query = { type: 'mail.received', since, timeout_ms: 30_000 };
      const { event } = await agent.api.ok('waitForEvent', { query });
      if (event === null) throw new Error(`only ${seen.length} events`);
      seen.push(event);
      since = event.created_at;
    }
    await sending;
    expect(seen.map(({ payload }) => payload.subject).sort()).toEqual([...subjects].sort());
    expect(await eventsOf(own, subjects.length)).toEqual([...seen].reverse());
    await messageWith(agent, subjects[0] ?? '');
  });
});
