import { expect, test } from 'vitest';
import { embeddedMetrics } from '#local/metrics/embedded-metrics.ts';
import { MetricStore } from '#local/metrics/metric-store.ts';

const MINUTE = 60_000;
const METRIC = { namespace: 'N', name: 'M', dimensions: { a: '1' } };
const statistics = (store: MetricStore, periodMs: number, ...names: readonly string[]) =>
  names.map((name) => store.points(METRIC, name, { from: 0, to: 10 * MINUTE, periodMs }).map(({ value }) => value));

test('Values are aggregated by period, and a period without values has no point', () => {
  const store = new MetricStore();
  for (const [value, at] of [
    [1, 0],
    [3, MINUTE - 1],
    [5, 2 * MINUTE],
  ] as const) {
    store.record(METRIC, value, at);
  }
  expect(statistics(store, MINUTE, 'Sum', 'Maximum')).toEqual([
    [4, 5],
    [3, 5],
  ]);
  expect(() => statistics(store, MINUTE, 'Average')).toThrow('the statistic Average is not emulated');
  expect(store.points(METRIC, 'Sum', { from: 0, to: 10 * MINUTE, periodMs: 5 * MINUTE })).toEqual([
    { at: 0, value: 9 },
  ]);
});

test('Percentiles are correct to two percent', () => {
  const store = new MetricStore();
  for (let value = 1; value <= 1000; value++) store.record(METRIC, value, 0);
  const [[p50 = 0] = [], [p99 = 0] = [], [p100 = 0] = []] = statistics(store, MINUTE, 'p50', 'p99', 'p100');
  expect(Math.abs(p50 - 500)).toBeLessThan(10);
  expect(Math.abs(p99 - 990)).toBeLessThan(20);
  expect(p100).toBe(1000);
});

test('Metrics with the same name and other dimensions are separate, and the order of dimensions does not matter', () => {
  const store = new MetricStore();
  store.record({ ...METRIC, dimensions: { a: '1', b: '2' } }, 1, 0);
  store.record({ ...METRIC, dimensions: { b: '2', a: '1' } }, 1, 0);
  store.record(METRIC, 1, 0);
  expect(store.list()).toHaveLength(2);
});

test('The store keeps a bounded time and a bounded number of metrics', () => {
  const store = new MetricStore({ retentionMs: 5 * MINUTE, maxMetrics: 1 });
  store.record(METRIC, 1, 0);
  store.record(METRIC, 1, 9 * MINUTE);
  store.record({ ...METRIC, name: 'another' }, 1, 0);
  expect(store.list()).toEqual([METRIC]);
  expect(store.points(METRIC, 'Sum', { from: 0, to: 10 * MINUTE, periodMs: MINUTE })).toEqual([
    { at: 9 * MINUTE, value: 1 },
  ]);
});

test('A line in the embedded metric format holds metrics with each set of dimensions, and several values of one metric', () => {
  const line = JSON.stringify({
    _aws: {
      Timestamp: 5,
      CloudWatchMetrics: [
        { Namespace: 'N', Dimensions: [['service'], []], Metrics: [{ Name: 'M', Unit: 'Count' }, { Name: 'L' }] },
      ],
    },
    service: 's',
    M: 1,
    L: [2, 3],
  });
  const found = embeddedMetrics(line).map(({ metric, value, at }) => [metric.name, metric.dimensions, value, at]);
  expect(found).toEqual([
    ['M', { service: 's' }, 1, 5],
    ['L', { service: 's' }, 2, 5],
    ['L', { service: 's' }, 3, 5],
    ['M', {}, 1, 5],
    ['L', {}, 2, 5],
    ['L', {}, 3, 5],
  ]);
});

test('Other lines of a function hold no metrics', () => {
  for (const line of ['', 'text', '{"level":"INFO"}', '{"_aws":1}', '{"_aws":', '{"message":"\\"_aws\\""}']) {
    expect(embeddedMetrics(line), line).toEqual([]);
  }
});
