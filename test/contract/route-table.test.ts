import { describe, expect, test } from 'vitest';
import { ROUTES } from '../../shared/contract/table.ts';
import { OPERATIONS } from '../support/operations.ts';
import { EXAMPLES, OPERATION_NAMES } from './example-requests.ts';
import { makeFixture } from './fixture.ts';

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

  test('All example requests succeed', async () => {
    const fixture = await makeFixture();
    for (const name of OPERATION_NAMES) await fixture.organization.api.ok(name, await EXAMPLES[name].request(fixture));
  });
});
