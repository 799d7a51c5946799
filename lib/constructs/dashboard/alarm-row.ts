import { AlarmStatusWidget, type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { DashboardParts } from './dashboard-parts.ts';
import { graph, MINUTE, QUARTER, WIDE } from './graph.ts';
import { text } from './heading.ts';
import { lateWaySearch, worst } from './worst.ts';

export function alarmRow({ config, alarms }: DashboardParts): IWidget[][] {
  const explained = config.runbookUrl === undefined ? 'docs/runbook.md' : `[the runbook](${config.runbookUrl}#alarms)`;
  const title = `# Agents · ${config.stage} · ${config.mailDomain}`;
  return [
    [text(`${title}\n\nRed lines are thresholds of alarms. What each alarm means: ${explained}.`, 2)],
    [
      new AlarmStatusWidget({ title: 'What is wrong?', alarms: alarms.all, width: WIDE - QUARTER, height: 6 }),
      graph(alarms, {
        title: 'Which way does not work?',
        width: QUARTER,
        left: [worst(lateWaySearch(config), Stats.MAXIMUM, MINUTE, 2)],
        unit: 's since it worked; empty if all do',
        alarms: ['AccountSettings'],
      }),
    ],
  ];
}
