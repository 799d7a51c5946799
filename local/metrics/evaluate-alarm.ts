import type { AlarmDefinition, Comparison } from './alarm-definition.ts';
import type { DataPoint, TimeRange, TimeSeries } from './metric.ts';
import { evaluateMath } from './metric-math.ts';
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

const BREACHES: Readonly<Record<Comparison, (value: number, threshold: number) => boolean>> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
};

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
  const { evaluationPeriods, datapointsToAlarm, treatMissingData, threshold, comparison } = alarm;
  const points = alarmPoints(alarm, store, rangeAt(alarm, now)).slice(-evaluationPeriods);
  const missing = evaluationPeriods - points.length;
  const breaching = points.filter(({ value }) => BREACHES[comparison](value, threshold)).length;
  const state = (isAlarm: boolean): AlarmEvaluation => ({ state: isAlarm ? 'ALARM' : 'OK', points });
  if (missing <= 0 || treatMissingData === 'notBreaching') return state(breaching >= datapointsToAlarm);
  if (treatMissingData === 'breaching') return state(breaching + missing >= datapointsToAlarm);
  if (treatMissingData === 'ignore') return { state: breaching >= datapointsToAlarm ? 'ALARM' : previous, points };
  if (points.length === 0) return { state: 'INSUFFICIENT_DATA', points };
  return state(breaching >= datapointsToAlarm || breaching === points.length);
}

/** The values of an alarm's metric or expression in a range. */
export function alarmPoints(alarm: AlarmDefinition, store: MetricStore, range: TimeRange): readonly DataPoint[] {
  const series = (id: string): readonly TimeSeries[] => {
    const query = alarm.queries.find((one) => one.id === id);
    if (query === undefined) throw new Error(`the alarm ${alarm.name} has no metric ${id}`);
    if ('expression' in query) return evaluateMath(query.expression, { store, range, series });
    return [{ label: query.metric.name, points: store.points(query.metric, query.statistic, range) }];
  };
  return series(alarm.returned)[0]?.points ?? [];
}

function rangeAt({ evaluationPeriods, periodMs }: AlarmDefinition, now: number): TimeRange {
  const to = minuteOf(now);
  return { from: to - (evaluationPeriods + EXTRA_PERIODS) * periodMs, to, periodMs };
}
