import * as routes from '#shared/contract/routes/domains.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { type Domain, domainsBefore, insertDomain } from '#shared/data/entities/mail/domain.ts';
import { collect } from '#shared/data/table-client.ts';
import { AppError, invalid } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { isWithin } from '#shared/domain/mail/domain-name.ts';
import { pendingDelay } from '#shared/domain/mail/domain-proof.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { trustDomains } from '#shared/services/correspondents/known-domains.ts';
import { domainRecord } from './domain-record.ts';

/** Domains of one organization. All organizations share the 10,000 identities of an SES account. */
const MAX_DOMAINS = 100;

export const createDomain = operation(routes.createDomain, async ({ actor, table, settings }, { body }) => {
  const organizationId = actor.organization.id;
  if (isWithin(body.domain, settings.mailDomain)) throw new AppError('domain.taken');
  const known = await collect(domainsBefore(table, organizationId, undefined), MAX_DOMAINS);
  if (known.some(({ domain }) => domain === body.domain)) throw new AppError('domain.taken');
  if (known.length >= MAX_DOMAINS) throw invalid('domain', `at most ${MAX_DOMAINS} per organization: delete one first`);

  const trusted = await trustDomains(table, organizationId, [body.domain]);
  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const domain: Domain = {
      id: makeId('domain', createdAt, randomPart()),
      organizationId,
      domain: body.domain,
      status: 'pending',
      pendingSince: createdAt,
      lostSince: null,
      verifiedAt: null,
      nextCheckAt: createdAt + pendingDelay(0),
      dkim: null,
      published: [],
      mailboxCount: 0,
      lastCheckedAt: null,
      createdAt,
      updatedAt: createdAt,
      version: 1,
    };
    tx.put(
      ...insertDomain(domain),
      ...trusted,
      insertOutbox({ id: randomPart(), organizationId, createdAt, kind: 'domain_check', domainId: domain.id }),
    );
    return reply(domainRecord(domain));
  });
});
