import * as routes from '#shared/contract/routes/domains.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { applyDomainCheck, readHolder } from '#shared/data/entities/mail/domain.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { retryFailed } from '#shared/domain/mail/domain-proof.ts';
import { operation, reject, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { applyLookup } from '#shared/services/mail-domains/apply-lookup.ts';
import { checkDomain } from '#shared/services/mail-domains/check-domain.ts';
import { domainRecord } from './domain-record.ts';
import { loadDomain } from './load-domain.ts';

/** Checks the domain while the caller waits. A worker makes the changes in SES that follow. */
export const verifyDomain = operation(routes.verifyDomain, async ({ actor, table, now }, { params }) => {
  const domain = await loadDomain(table, actor, params.id);
  const [lookup, holder] = await Promise.all([checkDomain(domain), readHolder(table, domain.domain)]);

  const next = applyLookup({ ...domain, ...retryFailed(domain, now) }, lookup, holder, now);
  const unknownToSes = lookup.identity === null;
  return write((tx) => {
    tx.put(...applyDomainCheck(domain, next));
    if (next.status !== 'failed' && (unknownToSes || next.status !== domain.status)) {
      const { organizationId, id: domainId } = domain;
      tx.put(insertOutbox({ id: randomPart(), organizationId, createdAt: now, kind: 'domain_check', domainId }));
    }
    if (next.status !== domain.status) tx.audit({ before: domainRecord(domain) });
    const lost = holder !== undefined && holder.domainId !== domain.id;
    return lost ? reject(new AppError('domain.taken')) : reply(domainRecord(next));
  });
});
