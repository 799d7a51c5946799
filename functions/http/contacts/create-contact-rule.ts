import * as routes from '#shared/contract/routes/contacts.ts';
import { type ContactRule, insertContactRule } from '#shared/data/entities/contact-rule.ts';
import { readRuleTarget, replaceRuleTarget, ruleTargetKey } from '#shared/data/entities/contact-rule-target.ts';
import { AppError } from '#shared/domain/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids.ts';
import { ruleTarget } from '#shared/domain/mail/contact-rules.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { contactRuleRecord } from './contact-rule-record.ts';

export const createContactRule = operation(routes.createContactRule, async ({ actor, table, now }, { body }) => {
  const organizationId = actor.organization.id;
  const { action, match_type: matchType, direction } = body;
  const matchTarget = ruleTarget(matchType, body.match_target);
  const identityId =
    (await namedIdentity(routes.createContactRule, { actor, table }, body.identity_id ?? undefined))?.id ?? null;

  const key = ruleTargetKey(organizationId, identityId, matchType, matchTarget);
  const target = await readRuleTarget(table, key);
  if (target.rules.some((rule) => rule.action === action && rule.direction === direction)) {
    throw new AppError('contact_rule.duplicate');
  }
  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const id = makeId('contactRule', createdAt, randomPart());
    const rule: ContactRule = {
      id,
      organizationId,
      identityId,
      action,
      matchType,
      matchTarget,
      direction,
      note: body.note ?? null,
      createdAt,
    };
    tx.put(insertContactRule(rule), replaceRuleTarget(key, target, [...target.rules, { id, action, direction }], now));
    return reply(contactRuleRecord(rule));
  });
});
