import { expect, test } from 'vitest';
import { Assembly } from '#local/assembly/assembly.ts';
import { linePredicate } from '#local/logs/metric-filter.ts';
import { logMetrics } from '#local/metrics/log-metrics.ts';
import { MetricStore } from '#local/metrics/metric-store.ts';

const CRASHED = '{ ($.status = "5*") && ($.error_type != "-") }';
const line = (fields: object) => ({ at: 0, text: JSON.stringify(fields) });

test('A filter counts the lines that meet all of its conditions, and none that lacks a field', () => {
  const matches = linePredicate(CRASHED);
  expect(matches(line({ status: '502', error_type: 'DEFAULT_5XX' }))).toBe(true);
  expect(matches(line({ status: '502', error_type: '-' }))).toBe(false);
  expect(matches(line({ status: '404', error_type: 'DEFAULT_4XX' }))).toBe(false);
  expect(matches(line({ status: '502' }))).toBe(false);
  expect(matches(line({ status: 502, error_type: 'DEFAULT_5XX' }))).toBe(false);
  expect(matches({ at: 0, text: 'no JSON' })).toBe(false);
});

test.each(['status = 5*', '{ $.status = 502 }', '{ ($.status = "5*") || ($.status = "4*") }', '[ip, user, status=5*]'])(
  'The pattern %s is not emulated, which is an error and not a filter that never matches',
  (pattern) => {
    expect(() => linePredicate(pattern)).toThrow('not emulated');
  },
);

test('The metric of a filter has the dimensions that the line says, and lines of other logs do not count', () => {
  const filter = (transformation: object) =>
    new Assembly(
      [
        {
          name: 'one',
          template: {
            Resources: {
              Filter: {
                Type: 'AWS::Logs::MetricFilter',
                Properties: {
                  LogGroupName: '/aid/dev/api-access',
                  FilterPattern: CRASHED,
                  MetricTransformations: [
                    { MetricNamespace: 'AID', MetricName: 'Crashes', MetricValue: '1', ...transformation },
                  ],
                },
              },
            },
          },
          assets: new Map(),
        },
      ],
      'http://127.0.0.1',
    );
  const store = new MetricStore({ now: () => 0 });
  const read = logMetrics(filter({ Dimensions: [{ Key: 'service', Value: '$.failures' }] }), store);
  const crash = line({ status: '502', error_type: 'DEFAULT_5XX', failures: 'aid-dev-workers' });
  read('/aid/dev/api-access', crash);
  read('/aid/dev/api-access', line({ status: '200', error_type: '-', failures: 'aid-dev-workers' }));
  read('/aid/dev/socket-access', crash);
  const metric = { namespace: 'AID', name: 'Crashes', dimensions: { service: 'aid-dev-workers' } };
  expect(store.points(metric, 'Sum', { from: 0, to: 60_000, periodMs: 60_000 })).toEqual([{ at: 0, value: 1 }]);
  expect(() => logMetrics(filter({ Dimensions: [{ Key: 'service', Value: 'fixed' }] }), store)).toThrow('MetricFilter');
});
