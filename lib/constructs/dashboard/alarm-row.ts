import { AlarmStatusWidget, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { DashboardParts } from './dashboard-parts.ts';
import { WIDE } from './graph.ts';
import { text } from './heading.ts';

export function alarmRow({ config, alarms }: DashboardParts): IWidget[][] {
  const explained = config.runbookUrl === undefined ? 'docs/runbook.md' : `[the runbook](${config.runbookUrl}#alarms)`;
  const title = `# Agents · ${config.stage} · ${config.mailDomain}`;
  return [
    [text(`${title}\n\nRed lines are thresholds of alarms. What each alarm means: ${explained}.`, 2)],
    [new AlarmStatusWidget({ title: 'What is wrong?', alarms: alarms.all, width: WIDE, height: 4 })],
  ];
}
