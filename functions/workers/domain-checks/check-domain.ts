import {
  applyDomainCheck,
  type Domain,
  type DomainRef,
  findDomain,
  readHolder,
} from '#shared/data/entities/mail/domain.ts';
import { insertServiceEntry } from '#shared/data/entities/organization/audit-entry.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { mailFromDomain } from '#shared/domain/mail/dns-records.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { applyLookup } from '#shared/services/mail-domains/apply-lookup.ts';
import { checkRecords } from '#shared/services/mail-domains/check-domain.ts';
import {
  endFeedbackForwarding,
  ensureSesIdentity,
  readSesIdentity,
  setMailFrom,
} from '#shared/services/mail-domains/ses-identity.ts';

/**
 * Checks a claim and commits its status. Creates the domain in SES first if SES does not have it (any more). SES gets
 * the MAIL FROM domain of the verified claim: after the commit that verifies it, and after every check that finds
 * another value in SES.
 */
export async function checkDomain({ organizationId, domainId }: DomainRef, now: number): Promise<void> {
  const table = getTable();
  const claim = await findDomain(table, organizationId, domainId);
  // A failed claim is checked again only when its organization asks for it.
  if (claim === undefined || claim.status === 'failed') return;
  const identity = (await readSesIdentity(claim.domain)) ?? (await ensureSesIdentity(claim.domain));
  // An identity that another user of the account has made keeps what that user chose.
  if (identity.ours && identity.forwardsFeedback) await endFeedbackForwarding(claim.domain);

  const checked = await retryOnStaleRead(async (isOver) => {
    const domain = await findDomain(table, organizationId, domainId);
    if (domain === undefined || domain.status === 'failed') return undefined;
    const [lookup, holder] = await Promise.all([checkRecords(domain, identity), readHolder(table, domain.domain)]);
    const next = applyLookup(domain, lookup, holder, now);
    await commit(table, { build: (tx) => stageCheck(tx, domain, next) }, { now: Date.now, isOver });
    return next;
  });
  if (checked?.status !== 'verified') return;
  const mailFrom = mailFromDomain(checked);
  if (identity.mailFrom !== mailFrom) await setMailFrom(checked.domain, mailFrom);
}

/** Stages what a check has found. Another status is a change that its organization finds in the audit. */
function stageCheck(tx: TransactionBuilder, domain: Domain, next: Domain): void {
  tx.put(...applyDomainCheck(domain, next));
  if (next.status === domain.status) return;
  const { organizationId, id: targetId } = domain;
  const change = {
    organizationId,
    action: 'checkDomain',
    target: 'domain',
    targetId,
    fields: ['domain', 'status'],
  } as const;
  tx.put(insertServiceEntry({ ...change, before: facts(domain), after: facts(next) }, tx.now));
}

const facts = ({ domain, status }: Domain) => ({ domain, status });
