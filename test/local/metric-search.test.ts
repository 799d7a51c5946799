import { expect, test } from 'vitest';
import type { Metric } from '#local/metrics/metric.ts';
import { evaluateMath } from '#local/metrics/metric-math.ts';
import { MetricStore } from '#local/metrics/metric-store.ts';
import { searchPredicate } from '#local/metrics/search-expression.ts';

const named = (name: string): Metric => ({ namespace: 'MyNamespace', name, dimensions: {} });
const lambda = (FunctionName: string, name = 'Errors', more = {}): Metric => ({
  namespace: 'AWS/Lambda',
  name,
  dimensions: { FunctionName, ...more },
});

test.each([
  // The examples of the CloudWatch user guide about tokens, partial and exact matches.
  ['count', true],
  ['Count', true],
  ['COUNT', true],
  ['couNT', false],
  ['CustomCount', true],
  ['Count1', true],
  ['customcount', false],
  ['count1', false],
  ['"CustomCount1"', true],
  ['"customcount1"', false],
  ['"Custom"', false],
  ['{MyNamespace}, "CustomCount1"', true],
  ['{Another}, "CustomCount1"', false],
  ['MetricName="CustomCount1"', true],
  ['Namespace="CustomCount1"', false],
  ['NOT Count', false],
  ['Another OR Count', true],
  ['Another OR (Count AND NOT Custom)', false],
])('A search for %s finds the metric CustomCount1: %s', (search, found) => {
  expect(searchPredicate(search)(named('CustomCount1'))).toBe(found);
});

test.each([
  ['sdb', 'SDBFailure', true],
  ['failure', 'SDBFailure', true],
  ['trial', 'Project2-trial333', true],
  ['Project2-trial', 'Project2-trial333', true],
  ['tri', 'Project2-trial333', false],
])('The token %s is found in %s: %s', (search, name, found) => {
  expect(searchPredicate(search)(named(name))).toBe(found);
});

test('A prefix of several parts in quotes finds no function, and without quotes it finds those that have the parts next to each other', () => {
  const functions = ['aid-prod-http-wait', 'aid-prod-worker-relay', 'aid-prod-eu-http-wait', 'other-aid'];
  const found = (search: string) => functions.filter((name) => searchPredicate(search)(lambda(name)));
  expect(found('{AWS/Lambda,FunctionName} MetricName="Errors" "aid-prod-"')).toEqual([]);
  expect(found('{AWS/Lambda,FunctionName} MetricName="Errors" FunctionName=aid-prod-http')).toEqual([
    'aid-prod-http-wait',
  ]);
});

test('A schema finds only metrics with exactly its dimensions', () => {
  const search = searchPredicate('{AWS/Lambda,FunctionName} MetricName="Errors"');
  expect(search(lambda('f'))).toBe(true);
  expect(search(lambda('f', 'Errors', { Resource: 'f:live' }))).toBe(false);
  expect(search({ ...lambda('f'), dimensions: {} })).toBe(false);
});

test('A search that cannot be read is an error', () => {
  for (const search of ['(a', 'a)', 'a =', '= a', '{N', 'x'.repeat(1025)]) {
    expect(() => searchPredicate(search), search).toThrow();
  }
});

test('An expression selects the worst lines of a search, and adds the lines of another', () => {
  const store = new MetricStore();
  for (const [name, errors] of Object.entries({ 'aid-a-x': 1, 'aid-a-y': 5, 'aid-a-z': 3 })) {
    store.record(lambda(name), errors, 0);
  }
  const range = { from: 0, to: 60_000, periodMs: 60_000 };
  const evaluate = (expression: string) => evaluateMath(expression, { store, range, series: () => [] });
  const search = `SEARCH('{AWS/Lambda,FunctionName} MetricName="Errors" FunctionName=aid-a', 'Sum')`;
  expect(evaluate(`SLICE(SORT(${search}, MAX, DESC), 0, 2)`).map(({ label }) => label)).toEqual(['aid-a-y', 'aid-a-z']);
  expect(evaluate(`SUM(${search})`)[0]?.points).toEqual([{ at: 0, value: 9 }]);
  expect(() => evaluate('RATE(m1)')).toThrow('RATE is not emulated');
});

test('Arithmetic has a value where both sides have one, and FILL gives one to the other periods', () => {
  const store = new MetricStore();
  const lines = {
    m1: [
      {
        label: 'a',
        points: [
          { at: 0, value: 6 },
          { at: 60_000, value: 8 },
        ],
      },
    ],
    m2: [{ label: 'b', points: [{ at: 60_000, value: 2 }] }],
  };
  const range = { from: 0, to: 180_000, periodMs: 60_000 };
  const series = (id: string) => lines[id as keyof typeof lines];
  const values = (expression: string) =>
    evaluateMath(expression, { store, range, series })[0]?.points.map(({ value }) => value);
  expect(values('m1 / m2')).toEqual([4]);
  expect(values('100 * (m1 - 2)')).toEqual([400, 600]);
  expect(values('FILL(m1, 0) + FILL(m2, 1)')).toEqual([7, 10, 1]);
  expect(values('FILL(m1, REPEAT)')).toEqual([6, 8, 8]);
});
