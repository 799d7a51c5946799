import {
  DescribeActiveReceiptRuleSetCommand,
  type SESClient,
  SetActiveReceiptRuleSetCommand,
} from '@aws-sdk/client-ses';
import type { StageConfig } from '#lib/config.ts';
import { ruleSetNameOf } from '#lib/settings.ts';
import { explainAwsError } from '../ops/explain-aws-error.ts';
import { type Finding, warn } from '../preflight/finding.ts';

/** The set of receipt rules that is active in the region, or `undefined`. */
export async function activeRuleSet(ses: SESClient): Promise<string | undefined> {
  const { Metadata } = await ses.send(new DescribeActiveReceiptRuleSetCommand({}));
  return Metadata?.Name;
}

/**
 * A warning for the end of a deployment, if SES does not deliver mail to the stage. A deployment activates no rules,
 * because that could end the mail of another stage or program.
 */
export async function inboundMailFinding(ses: SESClient, config: StageConfig): Promise<Finding | undefined> {
  const own = ruleSetNameOf(config);
  try {
    const active = await activeRuleSet(ses);
    if (active === own) return undefined;
    return warn(
      'inbound mail',
      `the stage receives no mail, because ${active === undefined ? 'no receipt rules are' : `${active} is`} active in ` +
        `${await ses.config.region()}; run: npm run inbound-mail -- activate (or set AID_INBOUND_MAIL=false, if it is ` +
        'to receive none)',
    );
  } catch (error) {
    return warn('inbound mail', `not checked: ${explainAwsError(error)}; run: npm run inbound-mail -- status`);
  }
}

/**
 * Activates a set of receipt rules, and returns what happened in one line. Throws if another set is active, because
 * that ends the mail of the other, unless `replace` is set.
 */
export async function activateRuleSet(ses: SESClient, own: string, replace: boolean): Promise<string> {
  const active = await activeRuleSet(ses);
  if (active === own) return `${own} is active already`;
  if (active !== undefined && !replace) {
    throw new Error(`${active} is active, and would receive no mail any more; --replace activates ${own} all the same`);
  }
  await ses.send(new SetActiveReceiptRuleSetCommand({ RuleSetName: own }));
  return active === undefined ? `${own} is active` : `${own} is active instead of ${active}`;
}

/** Deactivates a set of receipt rules if it is the active one: SES does not delete an active set. */
export async function deactivateRuleSet(ses: SESClient, own: string): Promise<string> {
  const active = await activeRuleSet(ses);
  if (active !== own) return `${own} is not active${active === undefined ? '' : `; ${active} is, and stays so`}`;
  await ses.send(new SetActiveReceiptRuleSetCommand({}));
  return `${own} is no longer active: this region receives no mail`;
}
