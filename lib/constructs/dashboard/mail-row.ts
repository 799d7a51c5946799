import { Color, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { type MailCount, mailMetric } from '../mail-metric.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { FIVE_MINUTES, graph, QUARTER } from './graph.ts';
import { heading } from './heading.ts';

const ALARMS = ['UnsentEmail', 'FailedMail', 'BounceRate', 'UnmatchedMail', 'AccountSettings'];

export function mailRow(parts: DashboardParts): IWidget[][] {
  const { config, alarms } = parts;
  const count = (name: MailCount, color: string) => mailMetric(config, name).with({ label: name, color });
  const unit = 'emails in 5 minutes';
  return [
    [heading(parts, 'Email', ALARMS)],
    [
      graph(alarms, {
        title: 'What becomes of received email?',
        width: QUARTER,
        left: [count('ingested', Color.GREEN), count('blocked', Color.ORANGE), count('unreadable', Color.RED)],
        unit,
      }),
      graph(alarms, {
        title: 'Do providers accept our email?',
        width: QUARTER,
        left: [count('sent', Color.GREEN), count('retried', Color.ORANGE), count('failed', Color.RED)],
        unit,
        alarms: ['FailedMail'],
        right: [alarms.metricOf('UnsentEmail', { label: 'oldest unsent', color: Color.BLUE })],
        rightUnit: 's',
        rightAlarms: ['UnsentEmail'],
      }),
      graph(alarms, {
        title: 'Does SES trust the account?',
        width: QUARTER,
        left: [alarms.metricOf('BounceRate', { label: 'bounces', color: Color.ORANGE, period: FIVE_MINUTES })],
        unit: 'share of bounces',
        alarms: ['BounceRate'],
        right: [alarms.metricOf('ComplaintRate', { label: 'complaints', color: Color.PURPLE, period: FIVE_MINUTES })],
        rightUnit: 'share of complaints',
        rightAlarms: ['ComplaintRate'],
      }),
      graph(alarms, {
        title: 'Does anyone forge email or use our SES?',
        width: QUARTER,
        left: [count('forged', Color.RED), count('unmatched', Color.PURPLE)],
        unit,
        alarms: ['UnmatchedMail'],
      }),
    ],
  ];
}
