import type { AlarmProps } from 'aws-cdk-lib/aws-cloudwatch';

/** An alarm of the stage. */
export interface AlarmDeclaration extends AlarmProps {
  /** What is wrong, in one sentence. */
  readonly alarmDescription: string;
  /** Whether it rolls a release back: it follows from the code, within minutes, and users cannot make it fire. */
  readonly triggersRollback?: true;
  /** The heading of the runbook that says what it means and what to do, as an anchor. */
  readonly runbook: string;
}
