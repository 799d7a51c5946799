import { type IWidget, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { DeclaredAlarm } from '../alarms.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { WIDE } from './graph.ts';

/** The heading of a row, with a link to the section of the runbook about each of its alarms. */
export function heading({ config, alarms }: DashboardParts, title: string, ids: readonly string[]): IWidget {
  const declared = ids.flatMap((id) => alarms.find(id) ?? []);
  return text(`**${title}** ${runbookLinks(declared, config.runbookUrl).join(' · ')}`.trim(), 1);
}

/** Where the runbook says what each of the alarms means, each section once. */
function runbookLinks(alarms: readonly DeclaredAlarm[], runbookUrl: string | undefined): readonly string[] {
  const anchors = [...new Set(alarms.map(({ runbook }) => runbook))];
  if (runbookUrl !== undefined) return anchors.map((anchor) => `[${titleOf(anchor)}](${runbookUrl}#${anchor})`);
  return anchors.length === 0 ? [] : [`docs/runbook.md: ${anchors.map(titleOf).join(', ')}`];
}

export function text(markdown: string, height: number): IWidget {
  return new TextWidget({ markdown, width: WIDE, height });
}

/** An anchor is its heading in lower case, with hyphens. */
function titleOf(anchor: string): string {
  return anchor.replaceAll('-', ' ');
}
