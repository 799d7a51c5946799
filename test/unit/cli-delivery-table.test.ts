import { expect, test } from 'vitest';
import { columnsOf } from '#clients/cli/src/output/table.ts';

test('A narrow table of deliveries has what recovers them and why they failed, and a wide one the event too', () => {
  const id = (kind: string) => `${kind}_01KDVAW2ZZ0000000000000000`;
  const error = 'connection refused by the receiver';
  const failed = { id: id('dlv'), webhook_id: id('whk'), event_id: id('evt'), event_type: 'mail.received' };
  const rows = [
    { ...failed, url: 'https://receiver.example/hook', status: 'dead_letter', attempt_count: 8, last_error: error },
  ];
  expect(columnsOf(rows, undefined, 80)).toEqual(['id', 'webhook_id', 'last_error']);
  expect(columnsOf(rows, undefined, 200)).toEqual([
    ...['id', 'webhook_id', 'last_error', 'url', 'event_type', 'status', 'event_id'],
  ]);
});

test('A narrow table of deliveries that differ in their status has the status, and not the endpoint', () => {
  const id = (kind: string) => `${kind}_01KDVAW2ZZ0000000000000000`;
  const one = { id: id('dlv'), webhook_id: id('whk'), event_id: id('evt'), event_type: 'mail.received' };
  const all = {
    ...one,
    url: 'https://receiver.example/hook',
    attempt_count: 1,
    created_at: '2026-01-01T00:00:00.000Z',
  };
  const delivered = { ...all, status: 'delivered', last_error: null };
  const failed = { ...all, status: 'dead_letter', last_error: 'HTTP 500' };
  expect(columnsOf([delivered, failed], undefined, 80)).toEqual(['id', 'last_error', 'url', 'status']);
  const pending = { ...delivered, status: 'pending' };
  expect(columnsOf([delivered, pending], undefined, 80)).toEqual(['id', 'url', 'event_type', 'status']);
  expect(columnsOf([delivered, failed], undefined, 200)).toContain('webhook_id');
});
