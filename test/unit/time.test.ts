import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTimestamp, timestamp, timestampOrNull } from '#shared/domain/time/time.ts';

const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const instant = fc.integer({ min: 0, max: LAST });
const two = (value: number) => String(value).padStart(2, '0');

describe('timestamps', () => {
  test('A timestamp is parsed to the millisecond that it was made from', () => {
    fc.assert(
      fc.property(instant, (ms) => {
        expect(timestamp(ms)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
        expect(parseTimestamp(timestamp(ms))).toBe(ms);
      }),
    );
  });

  test('The same instant is parsed from timestamps in all time zones', () => {
    const day = 86_400_000;
    fc.assert(
      fc.property(fc.integer({ min: day, max: LAST - day }), fc.integer({ min: -1439, max: 1439 }), (ms, offset) => {
        const local = timestamp(ms + offset * 60_000).slice(0, -1);
        const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
        expect(parseTimestamp(local + zone)).toBe(ms);
      }),
    );
  });

  test('Digits beyond milliseconds are rounded down', () => {
    fc.assert(
      fc.property(instant, fc.stringMatching(/^[0-9]{1,12}$/), (ms, digits) => {
        expect(parseTimestamp(timestamp(ms).replace('Z', `${digits}Z`))).toBe(ms);
      }),
    );
  });

  test('The parser throws for no text, and every parsed time fits into an id and a timestamp', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-0-9T:.Z+]{0,40}$/)), (text) => {
        const read = parseTimestamp(text);
        expect(read === undefined || (Number.isInteger(read) && read >= 0 && read <= LAST)).toBe(true);
      }),
    );
  });

  test.each([
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2000-02-29T00:00:00Z', Date.UTC(2000, 1, 29)],
    ['2026-11-21T08:30:00z', Date.UTC(2026, 10, 21, 8, 30)],
    ['2026-11-21t08:30:00.5Z', Date.UTC(2026, 10, 21, 8, 30, 0, 500)],
    ['2026-11-21T08:30:00-00:00', Date.UTC(2026, 10, 21, 8, 30)],
    ['2026-12-31T23:59:60Z', Date.UTC(2027, 0, 1)],
    ['1969-12-31T23:59:59Z', 0],
    ['0000-01-01T00:00:00Z', 0],
    ['0099-06-01T00:00:00Z', 0],
    ['9999-12-31T23:59:59.999-23:59', LAST],
    ['9999-12-31T23:59:60Z', LAST],
  ])('The timestamp %s is parsed', (text, ms) => {
    expect(parseTimestamp(text)).toBe(ms);
  });

  test.each([
    '',
    'now',
    '0',
    '1700000000000',
    '2026-11-21',
    '2026-11-21T08:30Z',
    '2026-11-21T08:30:00',
    '2026-11-21 08:30:00Z',
    '2026-11-21T08:30:00.Z',
    '2026-11-21T08:30:00,5Z',
    '2026-11-21T08:30:00 Z',
    '2026-11-21T08:30:00+1:00',
    '2026-11-21T08:30:00+0100',
    '2026-11-21T08:30:00+24:00',
    '2026-11-21T08:30:00+01:60',
    '2026-11-21T24:00:00Z',
    '2026-11-21T08:60:00Z',
    '2026-11-21T08:30:61Z',
    '2026-00-21T08:30:00Z',
    '2026-13-21T08:30:00Z',
    '2026-11-00T08:30:00Z',
    '2026-11-31T08:30:00Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '26-11-21T08:30:00Z',
    '+2026-11-21T08:30:00Z',
    '２０２６-11-21T08:30:00Z',
    '2026-11-21T08:30:00Z\n',
    ' 2026-11-21T08:30:00Z',
  ])('%j is not an RFC 3339 date and time', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  test('An absent time is null, and the epoch is not absent', () => {
    expect([timestampOrNull(null), timestampOrNull(undefined), timestampOrNull(0)]).toEqual([
      null,
      null,
      '1970-01-01T00:00:00.000Z',
    ]);
  });
});
