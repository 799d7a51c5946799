import { expect, test } from 'vitest';
import type { AlarmDefinition } from '#local/metrics/alarm-definition.ts';
import { evaluateAlarm } from '#local/metrics/evaluate-alarm.ts';
import { MetricStore } from '#local/metrics/metric-store.ts';

const MINUTE = 60_000;
const METRIC = { namespace: 'N', name: 'M', dimensions: {} };

const alarm = (changes: Partial<AlarmDefinition> = {}): AlarmDefinition => ({
  name: 'a',
  arn: 'arn',
  description: '',
  threshold: 10,
  metric: METRIC,
  statistic: 'Sum',
  periodMs: MINUTE,
  evaluationPeriods: 3,
  treatMissingData: 'notBreaching',
  ...changes,
});

/** A store with these values in its last five minutes: `X` breaches, `0` does not, `-` has none. */
function storeWith(history: string): MetricStore {
  const store = new MetricStore();
  [...history].forEach((sign, minute) => {
    if (sign !== '-') store.record(METRIC, sign === 'X' ? 11 : 0, minute * MINUTE);
  });
  return store;
}

test.each([
  // The table of the CloudWatch user guide, Configuring how CloudWatch alarms treat missing data; 3 of 3 periods.
  ['0-X-X', 'OK', 'OK', 'OK'],
  ['0----', 'OK', 'OK', 'OK'],
  ['-----', 'OK', 'ALARM', 'OK'],
  ['0XX-X', 'ALARM', 'ALARM', 'ALARM'],
  ['--X--', 'OK', 'ALARM', 'OK'],
])('The periods %s make an alarm %s, %s or %s as missing data is ignored, breaching or not', (history, ...states) => {
  const store = storeWith(history);
  const treatments = ['ignore', 'breaching', 'notBreaching'] as const;
  const found = treatments.map(
    (treatMissingData) => evaluateAlarm(alarm({ treatMissingData }), store, 5 * MINUTE, 'OK').state,
  );
  expect(found).toEqual(states);
});

test('The minute that is not over is not judged', () => {
  const store = storeWith('00000X');
  const one = alarm({ evaluationPeriods: 1 });
  expect(evaluateAlarm(one, store, 5 * MINUTE + 30_000).state).toBe('OK');
  expect(evaluateAlarm(one, store, 6 * MINUTE).state).toBe('ALARM');
});

test('A period of five minutes ends with each minute', () => {
  const store = storeWith('0000X');
  const five = alarm({ periodMs: 5 * MINUTE, evaluationPeriods: 1 });
  expect(evaluateAlarm(five, store, 5 * MINUTE)).toMatchObject({ state: 'ALARM', points: [{ at: 0, value: 11 }] });
  expect(evaluateAlarm(five, store, 9 * MINUTE).state).toBe('ALARM');
});

test('All judged periods have to be above the threshold', () => {
  expect(evaluateAlarm(alarm(), storeWith('0XXX0'), 5 * MINUTE).state).toBe('OK');
  expect(evaluateAlarm(alarm(), storeWith('00XXX'), 5 * MINUTE).state).toBe('ALARM');
  expect(evaluateAlarm(alarm({ threshold: 11 }), storeWith('00XXX'), 5 * MINUTE).state).toBe('OK');
});
