import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  generateTicket,
  isTicket,
  MAX_STREAM_MESSAGE_BYTES,
  matchesStream,
  parseClientMessage,
} from '#shared/domain/delivery/stream.ts';
import { CELL } from '#shared/domain/ids/cell.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';
import { eventMessage } from '#shared/services/connections/stream-messages.ts';

describe('messages of clients', () => {
  test('A ping and a resume with a time are understood, in any order of fields and with white space', () => {
    expect(parseClientMessage(' {"type":"ping"} ')).toEqual({ type: 'ping' });
    const since = Date.UTC(2026, 10, 22);
    expect(parseClientMessage('{"since":"2026-11-22T00:00:00Z","type":"resume"}')).toEqual({ type: 'resume', since });
  });

  test('No text makes the parser throw, and no other JSON is taken for a message', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseClientMessage(text)).toBeUndefined();
      }),
    );
  });
});

describe('messages to clients', () => {
  const eventOf = (subject: string) =>
    ({
      id: 'evt_1',
      type: 'mail.received',
      version: 1,
      identityId: null,
      aggregateType: 'mail_message',
      aggregateId: 'msg_1',
      payload: { messageId: 'msg_1', threadId: 'thr_1', from: 'a@x.example', subject },
      message: null,
      agents: null,
      createdAt: 2,
    }) as unknown as LoggedEvent;

  test('No message is larger than 32 KB, and an event is a pointer only if it has to be', () => {
    const base = Buffer.byteLength(eventMessage(1, eventOf('')));
    const fits = eventMessage(1, eventOf('x'.repeat(MAX_STREAM_MESSAGE_BYTES - base)));
    expect([Buffer.byteLength(fits), JSON.parse(fits).type]).toEqual([MAX_STREAM_MESSAGE_BYTES, 'event']);
    const large = eventMessage(1, eventOf('x'.repeat(MAX_STREAM_MESSAGE_BYTES - base + 1)));
    expect(JSON.parse(large)).toEqual({
      type: 'pointer',
      after: '1970-01-01T00:00:00.001Z',
      cursor: '1970-01-01T00:00:00.002Z',
      event_id: 'evt_1',
    });
    const wide = eventMessage(1, eventOf('€'.repeat(MAX_STREAM_MESSAGE_BYTES / 3)));
    expect(JSON.parse(wide).type).toBe('pointer');
  });
});

test('A stream sends an event that has one of its types and is about its agent', () => {
  const event = { type: 'mail.sent', identityId: 'agt_1' };
  expect(matchesStream({ identityId: null, types: null }, event)).toBe(true);
  expect(matchesStream({ identityId: 'agt_1', types: ['mail.sent', 'mail.bounced'] }, event)).toBe(true);
  expect(matchesStream({ identityId: 'agt_2', types: null }, event)).toBe(false);
  expect(matchesStream({ identityId: null, types: ['mail.bounced'] }, event)).toBe(false);
  expect(matchesStream({ identityId: 'agt_1', types: null }, { ...event, identityId: null })).toBe(false);
});

test('Tickets differ and name their cell, and a text of another form is none', () => {
  const tickets = Array.from({ length: 50 }, generateTicket);
  for (const ticket of tickets) expect(ticket).toMatch(new RegExp(`^tkt_${CELL}[0-9A-Za-z_-]{43}$`));
  expect(new Set(tickets).size).toBe(50);
  expect(tickets.every(isTicket)).toBe(true);
  for (const other of [undefined, '', 'tkt_', `${tickets[0]}x`, tickets[0]?.slice(1)])
    expect(isTicket(other)).toBe(false);
});
