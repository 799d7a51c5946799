import * as routes from '#shared/contract/routes/accounts.ts';
import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import { findStoredBytes } from '#shared/data/entities/organization/stored-bytes.ts';
import { identityTokensToday } from '#shared/data/entities/organization/token-count.ts';
import { recipientsToday } from '#shared/data/entities/organization/usage.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import {
  agentLimit,
  recipientLimit,
  storedBytesLimit,
  tokenLimit,
} from '#shared/domain/organization/organization-limits.ts';
import { nextMidnight, timestamp } from '#shared/domain/time/time.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';

export const getUsage = operation(routes.getUsage, async ({ actor, table, settings, now }) => {
  const [organization, recipients, storedBytes, identityTokens] = await Promise.all([
    findOrganization(table, actor.organization.id),
    recipientsToday(table, actor.organization.id, now),
    findStoredBytes(table, actor.organization.id, now),
    identityTokensToday(table, actor.organization.id, now),
  ]);
  if (organization === undefined) throw notFound();
  const { ownerVerified, agentCount } = organization;
  return reply({
    email_sent_today: recipients,
    email_daily_limit: recipientLimit(ownerVerified, settings.limits),
    email_resets_at: timestamp(nextMidnight(now)),
    owner_verified: ownerVerified,
    agent_count: agentCount,
    agent_limit: agentLimit(ownerVerified, settings.limits),
    stored_bytes: storedBytes,
    stored_bytes_limit: storedBytesLimit(ownerVerified, settings.limits),
    identity_tokens_today: identityTokens,
    identity_token_daily_limit: tokenLimit(ownerVerified, settings.limits),
  });
});
