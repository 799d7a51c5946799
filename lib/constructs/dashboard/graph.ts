import { Color, GraphWidget, type HorizontalAnnotation, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import type { Alarms } from '../alarms.ts';

export const WIDE = 24;
export const HALF = 12;
export const THIRD = 8;
export const QUARTER = 6;

export const MINUTE = Duration.minutes(1);
export const FIVE_MINUTES = Duration.minutes(5);

export interface GraphProps {
  /** The question that the graph answers. */
  readonly title: string;
  readonly width: number;
  readonly left: readonly IMetric[];
  /** The unit of the left axis. */
  readonly unit?: string;
  /** Lines of another order of size, on an axis of their own. */
  readonly right?: readonly IMetric[];
  readonly rightUnit?: string;
  /** Ids of the alarms over the lines of each axis. Their thresholds are drawn. */
  readonly alarms?: readonly string[];
  readonly rightAlarms?: readonly string[];
  /** Limits that are no alarms: their names and values. */
  readonly limits?: Readonly<Record<string, number>>;
}

/** Draws lines over time, with the thresholds that the alarms over them declare. */
export function graph(declared: Alarms, props: GraphProps): IWidget {
  const { title, width, left, right = [], unit, rightUnit, alarms = [], rightAlarms = [], limits = {} } = props;
  return new GraphWidget({
    title,
    width,
    height: 6,
    left: [...left],
    right: [...right],
    leftYAxis: { min: 0, showUnits: false, ...(unit !== undefined && { label: unit }) },
    rightYAxis: { min: 0, showUnits: false, ...(rightUnit !== undefined && { label: rightUnit }) },
    leftAnnotations: [
      ...thresholds(declared, alarms),
      ...Object.entries(limits).map(([label, value]) => ({ label, value, color: Color.GREY })),
    ],
    rightAnnotations: thresholds(declared, rightAlarms),
  });
}

/** One line for each threshold, however many alarms have it. */
function thresholds(declared: Alarms, ids: readonly string[]): HorizontalAnnotation[] {
  const byValue = new Map<number, HorizontalAnnotation>();
  for (const id of ids) {
    const found = declared.find(id);
    if (found === undefined) continue;
    const { value } = found.alarm.toAnnotation();
    const label = `alarm above ${value.toLocaleString('en')}`;
    byValue.set(value, { value, label, color: Color.RED });
  }
  return [...byValue.values()];
}
