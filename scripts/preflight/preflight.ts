import type { StageConfig } from '../../lib/config.ts';
import type { Account } from './account.ts';
import { checkBootstrap, checkConcurrency } from './check-deployment.ts';
import { checkCertificates } from './check-domains.ts';
import { checkLayout } from './check-layout.ts';
import { checkIdentity, checkInboundRegion, checkRuleSet, checkSending } from './check-mail.ts';
import { type Finding, warn } from './finding.ts';

const CHECKS = {
  bootstrap: checkBootstrap,
  layout: checkLayout,
  concurrency: checkConcurrency,
  'inbound mail': checkInboundRegion,
  'mail domain': checkIdentity,
  'receipt rules': checkRuleSet,
  sending: checkSending,
  certificates: checkCertificates,
} as const satisfies Record<string, (account: Account, config: StageConfig) => Promise<Finding>>;

/**
 * Reads what a deployment of the stage will meet in the account. A check that fails itself, mostly for want of a
 * permission, is a warning: it says nothing about the deployment, which runs with other permissions.
 */
export function preflight(account: Account, config: StageConfig): Promise<Finding[]> {
  return Promise.all(
    Object.entries(CHECKS).map(async ([subject, check]) => {
      try {
        return await check(account, config);
      } catch (error) {
        const { name, message } = error as Error;
        return warn(subject, `not checked: ${name}: ${message}`);
      }
    }),
  );
}
