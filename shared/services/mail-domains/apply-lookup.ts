import type { Domain, DomainRef } from '#shared/data/entities/mail/domain.ts';
import { applyCheck } from '#shared/domain/mail/domain-proof.ts';
import { rampStart } from '#shared/domain/mail/domain-ramp.ts';
import { readEnv } from '#shared/runtime/env.ts';
import type { DomainLookup } from './check-domain.ts';

/** The claim after a check: its status, its DKIM keys, and the records that were found. */
export function applyLookup(domain: Domain, lookup: DomainLookup, holder: DomainRef | undefined, now: number): Domain {
  const { identity, findings, proof } = lookup;
  const heldByAnother = holder !== undefined && holder.domainId !== domain.id;
  const keys = identity === null || identity === 'unknown' ? null : identity.keys;
  const before = new Set(domain.published);
  const state = applyCheck(domain, { proof, heldByAnother }, now);
  const isOn = readEnv('DOMAIN_RAMP').DOMAIN_RAMP !== undefined;
  const rampFrom = rampStart(domain, state.status, { now, isOn });
  return {
    ...domain,
    ...state,
    ...(rampFrom === undefined ? {} : { rampFrom }),
    dkim: keys ?? domain.dkim,
    published: [...findings]
      .filter(([key, finding]) => finding === 'found' || (finding === 'unknown' && before.has(key)))
      .map(([key]) => key),
    lastCheckedAt: now,
    updatedAt: now,
    version: domain.version + 1,
  };
}
