import { DAY, HOUR, MINUTE } from '../time/time.ts';

/** See: docs/contract/domains.md#rules. */
export const DOMAIN_STATUSES = ['pending', 'verified', 'failed'] as const;
type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** The result of a check. `unknown`: the check could not be made, so nothing follows from it. */
export type CheckResult = 'found' | 'absent' | 'unknown';

/** How long a proof may be missing, at first and later. SES checks for the same time. */
export const PROOF_GRACE_MS = 72 * HOUR;

/** The state of a claim on a domain. */
export interface ProofState {
  status: DomainStatus;
  /** When it began to wait for its proof. */
  pendingSince: number;
  /** When the proof of a verified domain was first missing; null if it exists. */
  lostSince: number | null;
  verifiedAt: number | null;
  /** When the next automatic check is due; null if there is none. */
  nextCheckAt: number | null;
}

/** What a check found. */
export interface DomainCheck {
  proof: CheckResult;
  /** Whether another organization holds the name: a name has one holder. */
  heldByAnother: boolean;
}

/** Combines the two halves of a proof. Both have to be found; one that is certainly absent decides. */
export function combine(one: CheckResult, other: CheckResult): CheckResult {
  if (one === 'absent' || other === 'absent') return 'absent';
  return one === 'found' && other === 'found' ? 'found' : 'unknown';
}

/**
 * The state of a claim after a check.
 *
 * | from | check finds | to |
 * | --- | --- | --- |
 * | pending | name held by another | failed |
 * | pending | proof | verified |
 * | pending | no proof for 72 h | failed |
 * | verified | proof gone for 72 h without a break | failed |
 * | failed | anything | failed; only `retryFailed` changes it |
 *
 * See: docs/decisions/0008-domain-ownership.md.
 */
export function applyCheck(state: ProofState, check: DomainCheck, now: number): ProofState {
  if (state.status === 'failed') return state;
  if (state.status === 'verified') return stillVerified(state, check, now);
  if (check.heldByAnother) return failed(state);
  if (check.proof === 'found') {
    return { ...state, status: 'verified', verifiedAt: now, lostSince: null, nextCheckAt: now + DAY };
  }
  if (now - state.pendingSince >= PROOF_GRACE_MS) return failed(state);
  return { ...state, nextCheckAt: now + pendingDelay(now - state.pendingSince) };
}

function stillVerified(state: ProofState, { proof }: DomainCheck, now: number): ProofState {
  if (proof === 'found') return { ...state, lostSince: null, nextCheckAt: now + DAY };
  const lostSince = proof === 'absent' ? (state.lostSince ?? now) : state.lostSince;
  // A check that could not be made never fails the domain, no matter how long ago the proof was first missing.
  if (proof === 'absent' && now - (lostSince ?? now) >= PROOF_GRACE_MS) return failed(state);
  return { ...state, lostSince, nextCheckAt: now + HOUR };
}

function failed(state: ProofState): ProofState {
  return { ...state, status: 'failed', verifiedAt: null, lostSince: null, nextCheckAt: null };
}

/** A failed claim that its organization wants to have checked again. */
export function retryFailed(state: ProofState, now: number): ProofState {
  if (state.status !== 'failed') return state;
  return { ...state, status: 'pending', pendingSince: now, nextCheckAt: now + pendingDelay(0) };
}

/** A quarter of the time waited so far, from a minute to an hour: short while a person is editing the DNS records. */
export function pendingDelay(waitedMs: number): number {
  return Math.min(HOUR, Math.max(MINUTE, waitedMs / 4));
}
