import { expect, test } from 'vitest';
import type { Metric } from '#local/metrics/metric.ts';
import { evaluateMath } from '#local/metrics/metric-math.ts';
import { MetricStore } from '#local/metrics/metric-store.ts';
import { searchPredicate } from '#local/metrics/search-expression.ts';

const lambda = (FunctionName: string, name = 'Errors', more = {}): Metric => ({
  namespace: 'AWS/Lambda',
  name,
  dimensions: { FunctionName, ...more },
});

const ERRORS = '{AWS/Lambda,FunctionName} MetricName="Errors"';

test.each([
  // The examples of the CloudWatch user guide about tokens, partial and exact matches.
  ['FunctionName="CustomCount1"', true],
  ['FunctionName="customcount1"', false],
  ['FunctionName="Custom"', false],
  ['FunctionName=CustomCount', true],
  ['FunctionName=Count1', true],
  ['FunctionName=customcount1', false],
  ['NOT FunctionName="CustomCount1"', false],
  ['NOT FunctionName="Another"', true],
  ['(FunctionName="Another" OR FunctionName="CustomCount1")', true],
  ['(FunctionName="Another" OR FunctionName=Other-Count)', false],
  ['FunctionName=CustomCount NOT FunctionName="CustomCount1"', false],
  ['FunctionName=CustomCount NOT FunctionName="CustomCount2" NOT FunctionName="Another"', true],
])('A search for %s finds the function CustomCount1: %s', (condition, found) => {
  expect(searchPredicate(`${ERRORS} ${condition}`)(lambda('CustomCount1'))).toBe(found);
});

test.each([
  ['Project2-trial', 'Project2-trial333', true],
  ['Project2-tri', 'Project2-trial333', false],
])('The parts of %s are found in %s: %s', (part, name, found) => {
  expect(searchPredicate(`${ERRORS} FunctionName=${part}`)(lambda(name))).toBe(found);
});

test('A prefix of several parts in quotes finds no function, and without quotes it finds those that have the parts next to each other', () => {
  const functions = ['aid-prod-http-wait', 'aid-prod-worker-relay', 'aid-prod-eu-http-wait', 'other-aid'];
  const found = (search: string) => functions.filter((name) => searchPredicate(search)(lambda(name)));
  expect(found(`${ERRORS} FunctionName="aid-prod-"`)).toEqual([]);
  expect(found(`${ERRORS} FunctionName=aid-prod-http`)).toEqual(['aid-prod-http-wait']);
});

test('A schema finds only metrics with exactly its dimensions', () => {
  const search = searchPredicate(ERRORS);
  expect(search(lambda('f'))).toBe(true);
  expect(search(lambda('f', 'Throttles'))).toBe(false);
  expect(search(lambda('f', 'Errors', { Resource: 'f:live' }))).toBe(false);
  expect(search({ ...lambda('f'), dimensions: {} })).toBe(false);
  expect(search({ ...lambda('f'), dimensions: { Resource: 'f' } })).toBe(false);
  expect(search({ ...lambda('f'), namespace: 'Other' })).toBe(false);
});

test.each([
  'FunctionName="a"',
  '{AWS/Lambda} MetricName="Errors"',
  '{AWS/Lambda,FunctionName,Resource} MetricName="Errors"',
  '{AWS/Lambda,FunctionName} MetricName=Errors',
  `${ERRORS} word`,
  `${ERRORS} "aid-prod"`,
  `${ERRORS} QueueName="a"`,
  // CloudWatch compares a single part of a name in other ways.
  `${ERRORS} FunctionName=sdb`,
  `${ERRORS} (FunctionName="a" AND FunctionName="b")`,
  `${ERRORS} (FunctionName="a"`,
  `${ERRORS} FunctionName="a" OR FunctionName="b"`,
  `${ERRORS} ${'FunctionName=aid-prod '.repeat(50).trim()}`,
])('The search %s is an error: it is not emulated', (search) => {
  expect(() => searchPredicate(search)).toThrow('is not emulated');
});

test('An expression selects the worst lines of a search, or adds them', () => {
  const store = new MetricStore();
  for (const [name, errors] of Object.entries({ 'aid-a-x': 1, 'aid-a-y': 5, 'aid-a-z': 3 })) {
    store.record(lambda(name), errors, 0);
  }
  const range = { from: 0, to: 60_000, periodMs: 60_000 };
  const search = `SEARCH('${ERRORS} FunctionName=aid-a', 'Sum')`;
  const worst = evaluateMath(`SLICE(SORT(${search}, MAX, DESC), 0, 2)`, store, range);
  expect(worst.map(({ label }) => label)).toEqual(['aid-a-y', 'aid-a-z']);
  expect(evaluateMath(`SUM(${search})`, store, range)[0]?.points).toEqual([{ at: 0, value: 9 }]);
  for (const expression of ['RATE(m1)', 'm1 / m2', `AVG(${search})`, `SLICE(SORT(${search}, SUM, ASC), 0, 2)`]) {
    expect(() => evaluateMath(expression, store, range), expression).toThrow('is not emulated');
  }
});
