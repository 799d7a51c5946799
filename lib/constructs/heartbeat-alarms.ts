import { MAX_HEARTBEAT_AGE_SECONDS } from '#shared/contract/metrics.ts';
import type { StageConfig } from '../config.ts';
import { type AlarmDeclaration, MISSING_BREACHES } from './alarm-declaration.ts';
import { oldestAccountSetting, oldestHeartbeat } from './alarm-metrics.ts';

/** The text of an alarm is the same for all ways. The sweep emails which of them are late. */
const WHICH_WAY = '"npm run ops -- ways" shows which one.';

/**
 * The alarms about the heartbeat, by their ids. Neither rolls a release back: a stage that is flooded by users may
 * process the signals late. What new code breaks is seen in failures and errors.
 *
 * The settings of the account have an alarm of their own, because one that is wrong for days must not hide that a way
 * through the stage does not work. While they are right, its metric has no values.
 *
 * See: docs/decisions/0075-a-heartbeat-from-outside.md.
 */
export function heartbeatAlarms(config: StageConfig): Readonly<Record<string, AlarmDeclaration>> {
  return {
    Heartbeat: {
      metric: oldestHeartbeat(config),
      threshold: MAX_HEARTBEAT_AGE_SECONDS,
      ...MISSING_BREACHES,
      runbook: 'heartbeat',
      alarmDescription: `A way through the stage does not work, or the sweep does not run. ${WHICH_WAY}`,
    },
    AccountSettings: {
      metric: oldestAccountSetting(config),
      threshold: MAX_HEARTBEAT_AGE_SECONDS,
      evaluationPeriods: 1,
      runbook: 'account-settings',
      alarmDescription: `Emails or alarms end nowhere, by a setting of the account around the stage. ${WHICH_WAY}`,
    },
  };
}
