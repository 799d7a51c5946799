import type { StageConfig } from '#lib/config.ts';
import { explainAwsError, lacksPermission } from '../ops/explain-aws-error.ts';
import type { Account } from './account.ts';
import { checkAlarms } from './check-alarms.ts';
import { checkBootstrap, checkConcurrency } from './check-deployment.ts';
import { checkCertificates } from './check-domains.ts';
import { checkHeartbeat } from './check-heartbeat.ts';
import { checkIssuer } from './check-issuer.ts';
import { checkLayout } from './check-layout.ts';
import { checkLogRole } from './check-logs.ts';
import { checkIdentity, checkInboundRegion, checkRuleSet, checkSending } from './check-mail.ts';
import { checkMailRecords } from './check-mail-records.ts';
import { checkTable } from './check-table.ts';
import { type Finding, fail, warn } from './finding.ts';

export interface PreflightOptions {
  /** Whether the deployment may switch the stage to another table. */
  readonly maySwitchTable: boolean;
  /** The qualifier of the bootstrap that the deployment uses; absent for the default one. */
  readonly qualifier?: string | undefined;
}

type Check = (account: Account, config: StageConfig, options: PreflightOptions) => Finding | Promise<Finding>;

/** What no deployment may leave out: it would change what the stage reads and writes. */
const GUARDS = {
  table: (account, config, { maySwitchTable }) => checkTable(account, config, maySwitchTable),
} as const satisfies Record<string, Check>;

const CHECKS = {
  bootstrap: (account, _, { qualifier }) => checkBootstrap(account, qualifier),
  layout: checkLayout,
  ...GUARDS,
  concurrency: checkConcurrency,
  'api logs': checkLogRole,
  'inbound mail': checkInboundRegion,
  'mail domain': checkIdentity,
  'mail records': checkMailRecords,
  'receipt rules': checkRuleSet,
  sending: checkSending,
  certificates: checkCertificates,
  issuer: checkIssuer,
  alarms: checkAlarms,
  heartbeat: checkHeartbeat,
} as const satisfies Record<string, Check>;

/**
 * Reads what a deployment of the stage will meet in the account. A check for which the credentials lack a permission is
 * a warning: it says nothing about the deployment, which runs with other permissions. Every other check that fails is a
 * failure, because nothing is known.
 */
export function preflight(account: Account, config: StageConfig, options: PreflightOptions): Promise<Finding[]> {
  return runChecks(CHECKS, account, config, options);
}

/**
 * The checks that a deployment makes without its preflight too. Without the permissions for them it may not go ahead.
 */
export async function guard(account: Account, config: StageConfig, options: PreflightOptions): Promise<Finding[]> {
  return runChecks(GUARDS, account, config, options);
}

function runChecks(
  checks: Readonly<Record<string, Check>>,
  account: Account,
  config: StageConfig,
  options: PreflightOptions,
): Promise<Finding[]> {
  return Promise.all(
    Object.entries(checks).map(async ([subject, check]) => {
      try {
        return await check(account, config, options);
      } catch (error) {
        const text = `not checked: ${explainAwsError(error)}`;
        return lacksPermission(error) && !Object.hasOwn(GUARDS, subject) ? warn(subject, text) : fail(subject, text);
      }
    }),
  );
}
