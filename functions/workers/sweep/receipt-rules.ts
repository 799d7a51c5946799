import { DescribeActiveReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import { clientOptions } from '#shared/runtime/client-options.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { count, logger, publishMetrics } from '#shared/runtime/log.ts';

let client: SESClient | undefined;

/**
 * Counts the minute if SES does not deliver mail to the stage: an account has one active set of receipt rules in a
 * region, and this stage's is not it. A look that fails counts too, so that a missing permission does not pass for mail
 * that arrives. Never throws.
 *
 * See: docs/runbook.md#inbound-mail-inactive.
 */
export async function watchReceiptRules(): Promise<void> {
  const { RECEIPT_RULE_SET: own } = readEnv('RECEIPT_RULE_SET');
  if (own === undefined) return;
  client ??= new SESClient(clientOptions({ maxAttempts: 3 }));
  try {
    const { Metadata } = await client.send(new DescribeActiveReceiptRuleSetCommand({}));
    if (Metadata?.Name === own) return;
    logger.warn('receipt rules not active', { own, active: Metadata?.Name ?? 'none' });
  } catch (error) {
    logger.error('receipt rules not checked', { error: error as Error });
  }
  count('ReceiptRulesInactive');
  publishMetrics();
}
