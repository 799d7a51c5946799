import { expect, test } from 'vitest';
import { insightsQuery } from '#local/logs/insights-query.ts';

const QUERY = [
  "SOURCE 'api'",
  'filter status like /^5/',
  'stats count(*) as failures, latest(id) as example by route, method',
  'sort failures desc',
  'limit 2',
];
const textOf = (commands: readonly string[]) => commands.join('\n| ');
const line = (at: number, fields: unknown) => ({ at, text: JSON.stringify(fields) });

test('A query counts the lines that match by their groups, the largest first, with the latest value of each', () => {
  const { group, run } = insightsQuery(textOf(QUERY));
  expect(group).toBe('api');
  const failure = (at: number, route: string, id: string) => line(at, { status: '503', route, method: 'GET', id });
  const rows = run([
    failure(1, '/a', 'a1'),
    failure(4, '/b', 'b4'),
    failure(3, '/b', 'b3'),
    failure(2, '/c', 'c2'),
    failure(5, '/c', 'c5'),
    failure(6, '/b', 'b6'),
    line(7, { status: '200', route: '/a', method: 'GET', id: 'a7' }),
    line(8, null),
    { at: 9, text: 'no JSON' },
  ]);
  expect(rows).toEqual([
    { route: '/b', method: 'GET', failures: 3, example: 'b6' },
    { route: '/c', method: 'GET', failures: 2, example: 'c5' },
  ]);
});

test.each([
  QUERY.slice(0, 4),
  [...QUERY, 'display route'],
  QUERY.with(1, 'filter status = 500'),
  QUERY.with(1, 'filter status like /^5/ and route like /a/'),
  QUERY.with(2, 'stats avg(latency) as latency by route'),
  QUERY.with(2, 'stats count(*) by route'),
  QUERY.with(3, 'sort failures asc'),
])('A query of another form is an error: %j', (...commands) => {
  expect(() => insightsQuery(textOf(commands))).toThrow('is not emulated');
});
