import { describe, expect, test } from 'vitest';
import { ROUTES } from '#shared/contract/table.ts';
import { OPERATIONS } from '#testing/operations.ts';
import { EXAMPLES } from './support/example-requests.ts';

describe('the generated contract tests', () => {
  test('There is an example request for every route, and none for a route that does not exist', () => {
    const names = ROUTES.map((route) => route.name).sort();
    expect(Object.keys(EXAMPLES).sort()).toEqual(names);
    expect(Object.keys(OPERATIONS).sort()).toEqual(names);
  });

  test('The examples give the kind of every id in every path', () => {
    for (const route of ROUTES) {
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(EXAMPLES[route.name as keyof typeof EXAMPLES].kinds ?? {})).toEqual(inPath);
    }
  });
});
