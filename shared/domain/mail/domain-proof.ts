import { DAY, HOUR, MINUTE } from '../time.ts';

/** See: docs/contract/domains.md#rules. */
export const DOMAIN_STATUSES = ['pending', 'verified', 'failed'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** What a look outside came to. `unknown`: nobody could say, so nothing follows from it. */
export type CheckResult = 'found' | 'absent' | 'unknown';

/** How long a proof may be missing, at first and later on. SES itself looks for as long. */
export const PROOF_GRACE_MS = 72 * HOUR;

/** How a claim on a domain stands. */
export interface ProofState {
  status: DomainStatus;
  /** Since when it waits for its proof. */
  pendingSince: number;
  /** Since when a verified domain's proof is gone; null while it is there. */
  lostSince: number | null;
  verifiedAt: number | null;
  /** When to look again by itself; null: only when asked. */
  nextCheckAt: number | null;
}

/** What a look saw. */
export interface DomainCheck {
  proof: CheckResult;
  /** Another organization has proved the name: a name has one holder. */
  heldByAnother: boolean;
}

/** Both halves of a proof have to be there; one that is certainly not decides. */
export function combine(one: CheckResult, other: CheckResult): CheckResult {
  if (one === 'absent' || other === 'absent') return 'absent';
  return one === 'found' && other === 'found' ? 'found' : 'unknown';
}

/**
 * How a claim stands after a look.
 *
 * | from | sees | to |
 * | --- | --- | --- |
 * | pending | name held by another | failed |
 * | pending | proof | verified |
 * | pending | no proof for 72 h | failed |
 * | verified | proof gone for 72 h without a break | failed |
 * | failed | anything | failed; only `revived` leads out |
 *
 * See: docs/decisions/0008-domain-ownership.md.
 */
export function applyCheck(state: ProofState, sighting: DomainCheck, now: number): ProofState {
  if (state.status === 'failed') return state;
  if (state.status === 'verified') return stillVerified(state, sighting, now);
  if (sighting.heldByAnother) return failed(state);
  if (sighting.proof === 'found') {
    return { ...state, status: 'verified', verifiedAt: now, lostSince: null, nextCheckAt: now + DAY };
  }
  if (now - state.pendingSince >= PROOF_GRACE_MS) return failed(state);
  return { ...state, nextCheckAt: now + pendingDelay(now - state.pendingSince) };
}

function stillVerified(state: ProofState, { proof }: DomainCheck, now: number): ProofState {
  if (proof === 'found') return { ...state, lostSince: null, nextCheckAt: now + DAY };
  const lostSince = proof === 'absent' ? (state.lostSince ?? now) : state.lostSince;
  // What nobody could look up is not held against the domain, however long ago its proof was last missed.
  if (proof === 'absent' && now - (lostSince ?? now) >= PROOF_GRACE_MS) return failed(state);
  return { ...state, lostSince, nextCheckAt: now + HOUR };
}

function failed(state: ProofState): ProofState {
  return { ...state, status: 'failed', verifiedAt: null, lostSince: null, nextCheckAt: null };
}

/** A claim that failed, tried once more because somebody asked. */
export function retryFailed(state: ProofState, now: number): ProofState {
  if (state.status !== 'failed') return state;
  return { ...state, status: 'pending', pendingSince: now, nextCheckAt: now + pendingDelay(0) };
}

/** A quarter of the time waited so far, from a minute to an hour: quick while somebody sits at the DNS console. */
export function pendingDelay(waitedMs: number): number {
  return Math.min(HOUR, Math.max(MINUTE, waitedMs / 4));
}
