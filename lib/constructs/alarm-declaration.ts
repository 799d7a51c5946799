import { type AlarmProps, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';

/** An alarm of the stage. It fires when all of its periods are above the threshold. */
export interface AlarmDeclaration extends Omit<AlarmProps, 'comparisonOperator' | 'datapointsToAlarm'> {
  /** What is wrong, in one sentence. */
  readonly alarmDescription: string;
  /** Whether it rolls a release back: it follows from the code, within minutes, and users cannot make it fire. */
  readonly triggersRollback?: true;
  /** The heading of the runbook that says what it means and what to do, as an anchor. */
  readonly runbook: string;
}

/** The sweep reports each minute, also when all is well, so two minutes without a value are an alarm too. */
export const MISSING_BREACHES = { evaluationPeriods: 2, treatMissingData: TreatMissingData.BREACHING } as const;
