import { describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '#shared/domain/limits/limits.ts';
import { assertSafeJson } from '#shared/runtime/pipeline/parse.ts';
import { TEXT_BAITS } from '../support/growth-baits.ts';
import { type RequestPlace, requestPlaces } from '../support/request-places.ts';
import { growth, LINEAR } from '../support/time-complexity.ts';

/** Eight times as many are tried as well. Schemas run their expressions on texts of any length. */
const TEXT = 8 * 1024;

/** The size of a text that fits into the largest body. */
const BODY = MAX_BODY_BYTES.mail - 1024;

/** The number of items: more than a body may have. */
const ITEMS = 100_000;

/**
 * The maximum of problems that are collected; clients see the first one. Each takes microseconds, a million block the
 * function.
 */
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
  test('Hostile values are tried in every field of the route table', () => {
    expect(named('text').length).toBeGreaterThan(100);
    expect(named('list').map(([name]) => name)).toContain('sendMail body.to');
  });

  test.each(named('text'))('The time for a text in %s is linear', async (_, at) => {
    for (const place of at) {
      for (const [bait, make] of Object.entries(TEXT_BAITS)) {
        expect(await growth((text) => read(place, text), make, TEXT), bait).toBeLessThan(LINEAR);
      }
    }
  });

  // An expression with a repeated group overflows the stack for megabytes, instead of taking long.
  test.each(named('text'))('A text of the size of a body in %s is checked without an exception', (_, at) => {
    for (const place of at) {
      for (const piece of ['AAAA', 'a.', 'a@a,']) {
        expect(() => read(place, piece.repeat(BODY / piece.length))).not.toThrow();
      }
    }
  });

  test.each(named('list'))(
    'A list of very many invalid items in %s is refused without checking all of them',
    (_, at) => {
      for (const place of at) {
        for (const item of [1, 'x', {}, null]) {
          const problems = read(place, Array(ITEMS).fill(item)).error?.issues.length ?? 0;
          expect(problems).toBeLessThan(MAX_PROBLEMS);
        }
      }
    },
  );

  test.each(named('record'))('The time for a record in %s is linear', async (_, at) => {
    const entries = (size: number) => `{${Array.from({ length: size / 8 }, (_, n) => `"k${n}":1`).join(',')}}`;
    for (const place of at) {
      expect(await growth((json) => read(place, JSON.parse(json)), entries, TEXT)).toBeLessThan(LINEAR);
    }
  });
});
