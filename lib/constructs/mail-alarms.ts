import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import type { StageConfig } from '../config.ts';
import type { AlarmDeclaration } from './alarm-declaration.ts';
import { oldestUnsentEmail } from './alarm-metrics.ts';
import { mailMetric } from './mail-metric.ts';

/** Attempts that a provider or SES may refuse before it is a problem: three, over two and a half minutes. */
const MAX_UNSENT_SECONDS = 180;

/** The alarms about mail, by their ids. */
export function mailAlarms(config: StageConfig): Readonly<Record<string, AlarmDeclaration>> {
  return {
    BounceRate: reputation('Bounce', 0.05),
    ComplaintRate: reputation('Complaint', 0.001),
    UnmatchedMail: {
      metric: mailMetric(config, 'unmatched'),
      threshold: 0,
      evaluationPeriods: 1,
      runbook: 'mail-unmatched',
      alarmDescription: 'SES sent a notification about a message that the service did not send, or has no record of.',
    },
    UnsentEmail: {
      metric: oldestUnsentEmail(config),
      threshold: MAX_UNSENT_SECONDS,
      evaluationPeriods: 1,
      runbook: 'oldest-unsent-email',
      alarmDescription: 'SES has not accepted an email for three minutes: paused, denied, throttled or unreachable.',
    },
    FailedMail: {
      metric: mailMetric(config, 'failed'),
      threshold: 20,
      evaluationPeriods: 1,
      runbook: 'failed-mail',
      alarmDescription: 'Providers refuse mail permanently: its senders get bounce events.',
    },
  };
}

/** SES reviews an account above a bounce rate of 5 % or a complaint rate of 0.1 %, and pauses it at twice as much. */
function reputation(name: 'Bounce' | 'Complaint', threshold: number): AlarmDeclaration {
  return {
    metric: new Metric({
      namespace: 'AWS/SES',
      metricName: `Reputation.${name}Rate`,
      statistic: Stats.MAXIMUM,
      period: Duration.hours(1),
    }),
    threshold,
    evaluationPeriods: 1,
    runbook: 'bounce-rate-complaint-rate',
    alarmDescription: `The ${name.toLowerCase()} rate of the account is so high that SES may pause its sending.`,
  };
}
