import type { AlarmDefinition } from './alarm-definition.ts';
import type { DataPoint, TimeRange } from './metric.ts';
import { type MetricStore, minuteOf } from './metric-store.ts';

export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

export interface AlarmEvaluation {
  readonly state: AlarmState;
  /** The values that were judged, the newest last. Periods without data are not among them. */
  readonly points: readonly DataPoint[];
}

/**
 * Periods that are read in addition to those that are judged, in case some have no data. CloudWatch does not publish
 * their number; its examples for three periods read five.
 */
const EXTRA_PERIODS = 2;

/**
 * The state of an alarm at a time, as CloudWatch would set it. It is evaluated every minute over the periods before
 * that minute; the current minute is not included. If enough of the periods that were read have data, the most recent
 * of those are judged; otherwise missing periods count as the alarm says.
 *
 * `ignore` keeps the state that the alarm had; `previous` is that state.
 *
 * Source: CloudWatch user guide, Configuring how CloudWatch alarms treat missing data.
 */
export function evaluateAlarm(
  alarm: AlarmDefinition,
  store: MetricStore,
  now: number,
  previous: AlarmState = 'INSUFFICIENT_DATA',
): AlarmEvaluation {
  const { metric, statistic, evaluationPeriods, treatMissingData, threshold } = alarm;
  const points = store.points(metric, statistic, rangeAt(alarm, now)).slice(-evaluationPeriods);
  const missing = evaluationPeriods - points.length;
  const breaching = points.filter(({ value }) => value > threshold).length;
  const isAlarm = breaching + (treatMissingData === 'breaching' ? missing : 0) >= evaluationPeriods;
  if (treatMissingData === 'ignore' && missing > 0) return { state: previous, points };
  return { state: isAlarm ? 'ALARM' : 'OK', points };
}

function rangeAt({ evaluationPeriods, periodMs }: AlarmDefinition, now: number): TimeRange {
  const to = minuteOf(now);
  return { from: to - (evaluationPeriods + EXTRA_PERIODS) * periodMs, to, periodMs };
}
