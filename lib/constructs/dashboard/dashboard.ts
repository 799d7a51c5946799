import { Dashboard as CloudWatchDashboard, PeriodOverride } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { serviceNameOf } from '../../settings.ts';
import { alarmRow } from './alarm-row.ts';
import { callerRow } from './caller-row.ts';
import { connectionRow } from './connection-row.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { eventRow } from './event-row.ts';
import { functionRow } from './function-row.ts';
import { mailRow } from './mail-row.ts';
import { queueRow } from './queue-row.ts';
import { tableRow } from './table-row.ts';

/**
 * One page, read from the top: failures, what callers notice, whether side effects are dispatched, and then the
 * details. The title of each graph is the question that it answers; a red line is the threshold of an alarm. It has at
 * most 50 metrics, so that it costs nothing as one of the first three dashboards of an account.
 *
 * The local profile draws it too, at `/_local/dashboard`.
 *
 * See: docs/decisions/0038-alarms.md#the-dashboard.
 */
export class Dashboard extends Construct {
  readonly #name: string;

  constructor(scope: Construct, id: string, parts: DashboardParts) {
    super(scope, id);
    this.#name = serviceNameOf(parts.config, 'overview');
    new CloudWatchDashboard(this, 'Dashboard', {
      dashboardName: this.#name,
      defaultInterval: Duration.hours(3),
      periodOverride: PeriodOverride.INHERIT,
      widgets: [alarmRow, callerRow, eventRow, mailRow, connectionRow, queueRow, functionRow, tableRow].flatMap((row) =>
        row(parts),
      ),
    });
  }

  get address(): string {
    const { region } = Stack.of(this);
    return `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/${this.#name}`;
  }
}
