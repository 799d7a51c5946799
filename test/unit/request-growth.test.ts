import { describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from '../../shared/domain/limits.ts';
import { assertSafeJson } from '../../shared/runtime/pipeline/parse.ts';
import { TEXT_BAITS } from '../support/growth-baits.ts';
import { type RequestPlace, requestPlaces } from '../support/request-places.ts';
import { growth, LINEAR } from '../support/time-complexity.ts';

/** Eight times as many are tried as well. No schema refuses a text before its expressions have seen it. */
const TEXT = 8 * 1024;

/** The largest body, less what is around the text. */
const BODY = MAX_BODY_BYTES - 1024;

/** Items that a body of 5 MB has room for, by far not all of them. */
const ITEMS = 100_000;

/** Problems of which a caller sees the first one. Each costs microseconds, so a million of them is a stalled function. */
const MAX_PROBLEMS = 200;

const places = requestPlaces();
const named = (kind: RequestPlace['kind']) =>
  [
    ...Map.groupBy(
      places.filter((place) => place.kind === kind),
      ({ name }) => name,
    ),
  ] as [string, RequestPlace[]][];

function read({ schema, holding }: RequestPlace, value: unknown) {
  return schema.safeParse(assertSafeJson(holding(value)));
}

describe('requests that are made to cost time', () => {
  it('are tried at every place of the route table', () => {
    expect(named('text').length).toBeGreaterThan(100);
    expect(named('list').map(([name]) => name)).toContain('sendMail body.to');
  });

  it.each(named('text'))('%s: the time for a text grows no faster than the text', async (_, at) => {
    for (const place of at) {
      for (const [bait, make] of Object.entries(TEXT_BAITS)) {
        expect(await growth((text) => read(place, text), make, TEXT), bait).toBeLessThan(LINEAR);
      }
    }
  });

  // An expression that repeats a group overflows the stack on megabytes instead of taking long.
  it.each(named('text'))('%s: a text as large as a body is judged without an exception', (_, at) => {
    for (const place of at) {
      for (const piece of ['AAAA', 'a.', 'a@a,']) {
        expect(() => read(place, piece.repeat(BODY / piece.length))).not.toThrow();
      }
    }
  });

  it.each(named('list'))('%s: a list of very many wrong items is refused without judging each', (_, at) => {
    for (const place of at) {
      for (const item of [1, 'x', {}, null]) {
        const problems = read(place, Array(ITEMS).fill(item)).error?.issues.length ?? 0;
        expect(problems).toBeLessThan(MAX_PROBLEMS);
      }
    }
  });

  it.each(named('record'))('%s: the time for a record grows no faster than the record', async (_, at) => {
    const entries = (size: number) => `{${Array.from({ length: size / 8 }, (_, n) => `"k${n}":1`).join(',')}}`;
    for (const place of at) {
      expect(await growth((json) => read(place, JSON.parse(json)), entries, TEXT)).toBeLessThan(LINEAR);
    }
  });
});
