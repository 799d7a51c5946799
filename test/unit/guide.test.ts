import { expect, test } from 'vitest';
import { DESCRIPTION_PATH } from '#shared/contract/description-links.ts';
import { FIRST_CALLS, type GuideCall, guide, MAIN_CALLS } from '#shared/contract/openapi/guide.ts';
import { MAX_PAGE_LIMIT, MAX_WAIT_TIMEOUT_MS } from '#shared/domain/limits/limits.ts';
import { DOCUMENT, describedOperation, type Json, problemsOf, resolved } from '#testing/described-api.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';

const ADDRESS = 'https://a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com/prod';
const TEXT = guide(DOCUMENT, ADDRESS);
const CALLS = [...FIRST_CALLS, ...MAIN_CALLS];

/** A language model reads it whole before its first call. */
const MAX_BYTES = 8 * 1024;

test('The guide has at most 8 KB and the form of llms.txt: a title, a summary, and links under headings', () => {
  expect(Buffer.byteLength(TEXT)).toBeLessThanOrEqual(MAX_BYTES);
  expect(TEXT).toMatch(/^# AID\n\n> .+\n\n## /);
  expect(TEXT).toMatch(/\n## Links\n\n(?:- \[.+\]\(https:\/\/\S+\).*\n)+$/);
});

test('The guide has ten calls that matter to an agent, each with its method and path', () => {
  expect(MAIN_CALLS).toHaveLength(10);
  for (const { operation } of CALLS) {
    const { method, path } = routeOf(operation as OperationName);
    expect(TEXT).toContain(`${method} ${path.replace('/identities/{id}', '/identities/me')}`);
  }
});

test.each(CALLS.map((call, index) => ({ ...call, index })))(
  'The description allows the query and the body of $operation in the guide',
  ({ operation: name, query, body }: GuideCall) => {
    const operation = describedOperation(routeOf(name as OperationName));
    for (const [parameter, value] of new URLSearchParams(query)) {
      const found: Json = operation.parameters
        .map(resolved)
        .find((one: Json) => one.in === 'query' && one.name === parameter);
      expect(found, parameter).toBeDefined();
      const { type } = resolved(found.schema);
      const typed = type === 'integer' ? Number(value) : type === 'boolean' ? value === 'true' : value;
      expect(problemsOf(found.schema, typed), parameter).toEqual([]);
    }
    const { schema, example } = operation.requestBody?.content['application/json'] ?? {};
    if (schema === undefined) return expect(body).toBeUndefined();
    expect(problemsOf(schema, body ?? example)).toEqual([]);
    expect(TEXT).toContain(JSON.stringify(body ?? example));
  },
);

test('The guide says what a limit is, and names what the service has', () => {
  expect(TEXT).toContain(`\`timeout_ms\` (${MAX_WAIT_TIMEOUT_MS} at most)`);
  expect(TEXT).toContain(`\`limit\` (${MAX_PAGE_LIMIT} at most)`);
  for (const [, type = ''] of TEXT.matchAll(/`((?:mail|a2a)\.[a-z_.]+)`/g)) {
    expect(DOCUMENT.components.schemas.EventType.enum).toContain(type);
  }
  for (const [, path = ''] of TEXT.matchAll(/`GET (\/v1\/[a-z/]+)/g)) expect(DOCUMENT.paths[path]).toBeDefined();
});

test('The links of the guide begin with the address of the service or lead to its documentation', () => {
  const links = [...TEXT.matchAll(/\]\((\S+)\)/g)].map(([, link]) => link);
  expect(links).toEqual([
    `${ADDRESS}${DESCRIPTION_PATH}?format=index`,
    `${ADDRESS}${DESCRIPTION_PATH}?tag=Mail`,
    `${ADDRESS}${DESCRIPTION_PATH}`,
    'https://git.example/aid/aid',
  ]);
});
