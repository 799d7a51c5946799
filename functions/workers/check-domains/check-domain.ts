import { applyDomainCheck, type DomainRef, findDomain, readHolder } from '../../../shared/data/entities/domain.ts';
import { retryOnStaleRead } from '../../../shared/data/retry-on-stale-read.ts';
import { commit } from '../../../shared/data/unit-of-work.ts';
import { mailFromDomain } from '../../../shared/domain/mail/dns-records.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { applyLookup } from '../../../shared/services/mail-domains/apply-lookup.ts';
import { checkRecords } from '../../../shared/services/mail-domains/check-domain.ts';
import { ensureSesIdentity, readSesIdentity, setMailFrom } from '../../../shared/services/mail-domains/ses-identity.ts';

/**
 * Looks at a claim and commits how it stands. A domain that SES does not know, or does not know any more, is made known
 * first. Whoever holds a name gets its MAIL FROM domain into SES: after the commit that says so, and again at every
 * look at which SES says otherwise.
 */
export async function checkDomain({ organizationId, domainId }: DomainRef, now: number): Promise<void> {
  const table = getTable();
  const claim = await findDomain(table, organizationId, domainId);
  // A claim that failed is looked at again when its organization asks.
  if (claim === undefined || claim.status === 'failed') return;
  const identity = (await readSesIdentity(claim.domain)) ?? (await ensureSesIdentity(claim.domain));

  const settled = await retryOnStaleRead(async () => {
    const domain = await findDomain(table, organizationId, domainId);
    if (domain === undefined || domain.status === 'failed') return undefined;
    const [look, holder] = await Promise.all([checkRecords(domain, identity), readHolder(table, domain.domain)]);
    const next = applyLookup(domain, look, holder, now);
    await commit(table, { clockOwners: [], stage: (s) => s.put(...applyDomainCheck(domain, next)) }, { now: Date.now });
    return next;
  });
  if (settled?.status !== 'verified') return;
  const mailFrom = mailFromDomain(settled);
  if (identity.mailFrom !== mailFrom) await setMailFrom(settled.domain, mailFrom);
}
